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
exit $bad
