#!/bin/bash
# Every picture in every format, opened by programs that are not ours: xmllint reads the
# SVG, rsvg-convert draws it, pdftotext finds the labels, and nothing forbidden is in it.
set -u
idarch=$(realpath "$1") root=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0
fail() { echo "FAILED: $*"; bad=1; }

for document in "$root"/examples/*.md "$root"/tests/documents/*.md; do
    [ -e "$document" ] || continue
    name=$(basename "$document" .md)
    for format in svg svg:cairo png pdf json; do
        out=$work/$name.${format//:/-}
        "$idarch" render "$document" -T "$format" --picture 1 -o - >"$out" 2>"$work/err" ||
            { fail "$name as $format"; cat "$work/err"; }
        "$idarch" render "$document" -T "$format" --picture 1 -o - 2>/dev/null | cmp - "$out" ||
            fail "$name as $format: not the same twice"
    done
    for svg in "$work/$name.svg" "$work/$name.svg-cairo"; do
        xmllint --noout "$svg" || fail "$svg: not well-formed"
        rsvg-convert "$svg" -o "$work/drawn.png" || fail "$svg: rsvg-convert"
        [ "$(wc -c <"$work/drawn.png")" -gt 3000 ] || fail "$svg: nothing drawn"
    done
    python3 "$root/tests/program/visible_labels.py" "$work/$name.svg" || fail "$name: labels not visible"
    grep -qE '<(style|script|foreignObject|image)|[ "](style|on[a-z]+)=|xlink:href="http' \
        "$work/$name.svg" && fail "$name: forbidden in SVG"
    pdftotext "$work/$name.pdf" - | tr -s ' \n' ' ' >"$work/text"
    python3 - "$work/$name.svg" "$work/text" <<'PY' || fail "$name: labels"
import re, sys, xml.etree.ElementTree as tree
texts = ["".join(t.itertext()) for t in tree.parse(sys.argv[1]).iter("{http://www.w3.org/2000/svg}text")]
words = {w for t in texts for w in t.split()}
squeeze = lambda s: re.sub(r"\s", "", s)
pdf = squeeze(open(sys.argv[2], encoding="utf-8").read())
missing = [w for w in words if squeeze(w) not in pdf]
if missing or len(words) < 3:
    print("not in the PDF's text:", missing)
    sys.exit(1)
PY
done

# The labels that the drawing of the article must show.
for label in 'ID service · 3 replicas' 'id-gen-0' 'id-gen-1' 'id-gen-2' 'worker ID 2' \
    'Payment service' 'Order service' 'NextId()' 'INSERT row with the new id' 'Postgres' \
    'orders · id BIGINT PRIMARY KEY' 'etcd cluster' 'TTL 10 s' 'time sync' 'NTP servers' \
    '69.7 years' '1,024 instances' '4,096 IDs per ms' 'makestep' 'leapsecmode'; do
    python3 - "$work/snowflake.svg" "$label" <<'PY' || fail "snowflake: no '$label'"
import sys, xml.etree.ElementTree as tree
text = "".join("".join(t.itertext()) for t in tree.parse(sys.argv[1]).iter("{http://www.w3.org/2000/svg}text"))
sys.exit("".join(sys.argv[2].split()) not in "".join(text.split()))
PY
done

# The corners of lines as the curve wants them: of the edge, of linkStyle, of the configuration.
corners() { # TEXT: px that the widest corner of each edge takes off, 0 for sharp ones
    printf '%b' "$1" >"$work/curve.mmd"
    "$idarch" render "$work/curve.mmd" -o - 2>/dev/null | python3 -c '
import re, sys, xml.etree.ElementTree as tree
for g in tree.parse(sys.stdin).iter("{http://www.w3.org/2000/svg}g"):
    if (g.get("class") or "").split(" ")[0] == "edge":
        steps = re.findall(r"([MLC])([^MLC]*)", g[0].get("d"))
        ends = [[float(x) for x in re.findall(r"-?[0-9.]+", s[1])[-2:]] for s in steps]
        print(max([round(abs(b[0] - a[0])) for a, b, s in zip(ends, ends[1:], steps[1:]) if s[0] == "C"] or [0]), end=" ")'
}
graph='  a[x] --> b[the label of a wide node]\n  a --> c[another label as wide]\n  a --> d[and one more as wide]\n'
init='%%{init: {"flowchart": {"curve": "CURVE"}}}%%\n'
expect_corners() { # EXPECTED TEXT
    got=$(corners "$2")
    [ "$got" = "$1" ] || fail "corners $got, not $1: $2"
}
expect_corners "6 0 6 " "flowchart TB\n$graph"
expect_corners "0 0 0 " "${init/CURVE/linear}flowchart TB\n$graph"
expect_corners "0 0 6 " "${init/CURVE/step}flowchart TB\n$graph  linkStyle 2 interpolate rounded\n"
expect_corners "6 0 0 " "flowchart TB\n$graph  linkStyle 2 interpolate stepAfter\n"
wide=$(corners "---\nconfig:\n  flowchart:\n    curve: basis\n---\nflowchart TB\n$graph")
for corner in ${wide/ 0/}; do # the one in the middle is straight
    [ "$corner" -gt 6 ] || fail "corners of basis are $wide"
done
exit $bad
