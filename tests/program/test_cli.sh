#!/bin/bash
# The program's manners: exit statuses, standard output against standard error, pipes,
# full disks, files written whole or not at all, places in messages.
set -u
idarch=$(realpath "$1") root=$(realpath "$2")
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
cd "$work" || exit 1
bad=0
fail() { echo "FAILED: $*"; bad=1; }
# status WANTED COMMAND...: runs it, keeps out and err.
status() {
    local wanted=$1 got
    shift
    "$@" >out 2>err
    got=$?
    [ $got -eq "$wanted" ] || { fail "exit $got, not $wanted: $*"; cat err; }
}
says() { grep -qF -- "$1" err || { fail "no '$1' in:"; cat err; }; }

status 3 "$idarch"
status 0 "$idarch" --help; [ -s err ] && fail "help on standard error"
status 0 "$idarch" --version; grep -q '^idarch [0-9]' out || fail "version"
status 0 "$idarch" help render; grep -q -- '--scale' out || fail "help render"
status 0 "$idarch" check --help
status 3 "$idarch" rendr; says "did you mean 'render'"
status 3 "$idarch" render
status 3 "$idarch" render --nonsense x.md
status 3 "$idarch" render -T bmp x.md; says "svg:cairo"
status 3 "$idarch" render --theme nosuch x.md
status 3 "$idarch" check --format yaml x.md
status 3 "$idarch" check --fail-on often x.md
status 3 "$idarch" check --now yesterday x.md
status 3 "$idarch" render --scale 0 x.md
status 3 "$idarch" graph --max-depth 0 x.md; says "--max-depth takes a number"
status 3 "$idarch" check --max-size 1000000 x.md
printf 'flowchart LR\nA & B --> C & D\n' >fan.mmd
status 0 "$idarch" graph --max-edges 4 fan.mmd
status 2 "$idarch" graph --max-edges 3 fan.mmd; says "fan.mmd:2:7"; says "--max-edges"
printf 'flowchart LR\nsubgraph a\nsubgraph b\nA\nend\nend\n' >deep.mmd
status 0 "$idarch" render --max-depth 2 -o - deep.mmd
status 2 "$idarch" render --max-depth 1 -o - deep.mmd; says "deep.mmd:3:1"; says "--max-depth"
{ printf 'flowchart LR\nA & B -->|"'; head -c 300000 /dev/zero | tr '\0' x; printf '"| C & D\n'; } >copies.mmd
status 0 "$idarch" graph copies.mmd
status 2 "$idarch" graph --max-copies 1 copies.mmd; says "copies.mmd:2:7"; says "--max-copies"
{ printf 'flowchart LR\nclassDef '; seq -s, 1000 | tr -d '\n'; printf ' '; yes fill:red | head -n 1000 | paste -sd,; } >defs.mmd
status 2 "$idarch" graph defs.mmd; says "defs.mmd:2:10"; says "--max-copies"
head -c 1200000 /dev/zero | tr '\0' x >large.md
status 4 "$idarch" check --max-size 1 large.md; says "--max-size"
status 3 "$idarch" render --scale nan x.md
status 3 "$idarch" render --scale 1e-300 x.md
status 3 "$idarch" render --picture 0 x.md
status 3 "$idarch" render --stop-after nonsense x.md
status 3 "$idarch" render --background 'url(x)' x.md
status 3 "$idarch" render --geometry x.md
status 3 "$idarch" render -o x.gif x.md; says ".gif"
status 3 "$idarch" render -o '' x.md
for command in --version --help 'render --help'; do
    # shellcheck disable=SC2086 # words are meant
    "$idarch" $command >/dev/full 2>err; [ $? -eq 4 ] || fail "$command on a full disk"
done
status 4 "$idarch" render nosuch.md; says "nosuch.md: No such file"
status 4 "$idarch" check .; says "is a directory"

printf '```mermaid\nflowchart LR\n  A --> B\n```\n' >plain.md
status 0 "$idarch" render plain.md; [ -s plain.svg ] || fail "plain.svg"
status 0 "$idarch" check plain.md; grep -q "1 flowchart read; no ID design" out || fail "check of a picture"
status 1 "$idarch" check --strict plain.md; says "no ID design"
status 0 "$idarch" graph plain.md; [ "$(wc -l <out)" -eq 1 ] || fail "graph: one line"
[ "$(python3 -c 'import json; d = json.load(open("out")); print(d["direction"], len(d["nodes"]))')" = "LR 2" ] ||
    fail "graph"
printf 'flowchart TB\nA-->B' | status 0 "$idarch" render -; grep -q '<svg' out || fail "stdin"
printf 'flowchart TB\nA-->B' | status 0 "$idarch" graph -
printf '# Prose only\n' >prose.md
status 2 "$idarch" render prose.md; says "nothing to draw"; [ -e prose.svg ] && fail "prose.svg"
status 2 "$idarch" graph prose.md
status 2 "$idarch" check prose.md; says "nothing to check"

# Flowcharts in CI: findings of a document without an ID design, in every format.
printf 'flowchart LR\nA --> B\nclass Z k\n' >odd.mmd
printf 'flowchart LR\nA -> B\n' >broken.mmd
for command in check graph render; do
    status 0 "$idarch" $command odd.mmd; says "odd.mmd:3:7: warning"
    status 1 "$idarch" $command --fail-on warning odd.mmd
    status 0 "$idarch" $command --fail-on warning plain.md
    status 2 "$idarch" $command --fail-on never broken.mmd; says "broken.mmd:2:3"
    [ "$(grep -c ': error: ' err)" -eq 1 ] || fail "$command: one error"
    status 3 "$idarch" $command --fail-on often odd.mmd
done
[ -s odd.svg ] || fail "a picture with warnings is drawn"
printf '\377' >bytes.md
status 4 "$idarch" check --format json odd.mmd broken.mmd bytes.md nosuch.md plain.md
python3 - <<'PY' || fail "check --format json: an object a file"
import json
got = [json.loads(line) for line in open("out")]
assert [(o["file"], [f["rule"] for f in o["findings"]], o["verdict"], o["design"]) for o in got] == [
    ("odd.mmd", ["unknown-id", "class-unknown"], None, None), ("broken.mmd", ["arrow"], "fail", None),
    ("bytes.md", ["encoding"], "fail", None), ("nosuch.md", ["input"], "fail", None),
    ("plain.md", [], None, None)]
PY
status 0 "$idarch" graph odd.mmd plain.md
python3 -c 'import json; assert [json.loads(l)["file"] for l in open("out")] == ["odd.mmd", "plain.md"]' || fail "graph of two files"
printf 'flowchart LR\nA\n' >clash.mmd; cp plain.md clash.md
status 3 "$idarch" render clash.mmd clash.md; says "clash.svg"; [ -e clash.svg ] && fail "drawn before the clash was seen"
printf -- '---\ntitle: x\nflowchart LR\nA\n' >unclosed.mmd
status 2 "$idarch" graph unclosed.mmd; says 'unclosed.mmd:1:1: error: this `---` opens front matter'
printf '```mermaid\nflowchart LR\nA\n```\n\n```mermaid\nflowchart LR\nB\n```\n' >pair.md; cp plain.md pair-2.md; cp plain.md pair-3.md
status 3 "$idarch" render pair-2.md pair.md; says "picture 2 of pair.md"; [ -e pair-2.svg ] && fail "drawn before the later clash was seen"
status 0 "$idarch" render pair-3.md pair.md; rm pair*.svg
status 4 "$idarch" graph "$(printf 'no\033[31m\nsuch\377.md')"; says "no<U+001B>[31m<U+000A>such<0xFF>.md"
{ printf 'flowchart LR\n'; for i in $(seq 1001); do echo "class z$i k"; done; echo 'classDef k fill:red'; } >many.mmd
status 0 "$idarch" graph many.mmd; says "1 more diagnostic is not shown"

# A second flowchart, and one that cannot be read: the others are drawn all the same.
printf '# T\n\n```mermaid\nflowchart LR\nA-->B\n```\n\n> ```mermaid\n> flowchart LR\n> A[x --> B\n> ```\n\n```mermaid\ngraph TD\nC-->D\n```\n' >three.md
status 2 "$idarch" render three.md; says "three.md:10:"
[ -s three.svg ] && [ -s three-3.svg ] && [ ! -e three-2.svg ] || fail "three pictures"
status 3 "$idarch" render three.md -o -
status 2 "$idarch" render three.md --picture 3 -o -; grep -q '<svg' out || fail "picture 3"
status 3 "$idarch" render three.md --picture 9
mkdir folder; status 2 "$idarch" render three.md -o folder; [ -s folder/three-3.svg ] || fail folder
status 3 "$idarch" render three.md plain.md -o one.svg
status 0 "$idarch" render plain.md -o new/folder/; [ -s new/folder/plain.svg ] || fail "new folder"
status 4 "$idarch" render plain.md -o plain.md/
mkdir d1 d2; cp plain.md d1/x.md; cp plain.md d2/x.md
status 3 "$idarch" render d1/x.md d2/x.md -o col/; says "would replace"
cp plain.md three-3.md; status 3 "$idarch" render three-3.md three.md -o col/
status 3 "$idarch" render plain.md three.md -o -
status 0 "$idarch" render plain.md d1/x.md -T json -o -; [ "$(wc -l <out)" -eq 2 ] || fail "JSON lines"
status 0 "$idarch" render plain.md --background rebeccapurple -o bg.svg; grep -q 'fill="#639"' bg.svg || fail background

# Bad bytes.
printf 'a\n\xff\n' >latin.md; status 2 "$idarch" render latin.md; says "latin.md:2:1: error"
printf '\xff\xfea\0' >utf16.md; status 2 "$idarch" check utf16.md; says "UTF-16"
: >empty.md; status 2 "$idarch" render empty.md
printf '\xef\xbb\xbfflowchart LR\r\nA-->B\r\n' >bom.mmd; status 0 "$idarch" render bom.mmd

# What a terminal must not get: marks of direction and controls, in the line and in messages.
printf 'flowchart LR\nA[\342\200\256x (y)]\nB[\302\233z (y)]\n' >hidden.mmd
status 2 "$idarch" check hidden.mmd; says '<U+202E>'
python3 -c '
text = open("err", encoding="utf-8").read()
assert not any(c in text for c in "\u202e\u009b"), ascii(text)' || fail "raw control characters"
printf 'flowchart LR\nA\0B\n' >nul.mmd; status 2 "$idarch" check nul.mmd; says "nul.mmd:2:2"; says "NUL"

# Readable but wrong: exit 1 from check, still drawn by render.
cat >wrong.md <<'MD'
# Wrong

## Bit layout

| Bits | Field |
|-----:|-------|
| 1    | sign |
| 41   | time |
| 10   | worker |
| 13   | sequence |

## Settings

- Epoch: 2026-01-01
MD
status 1 "$idarch" check wrong.md; says "wrong.md:14:10: error"; says "[epoch-zone]"; says "[bits-sum]"
status 0 "$idarch" check --fail-on never wrong.md
status 0 "$idarch" render wrong.md; [ -s wrong.svg ] || fail "wrong.svg"
status 2 "$idarch" check wrong.md latin.md
printf '# U\n\n## Settings\n\n- Layout: 1:41:10:12\n- Epoch: 2026-01-01T00:00:00Z\n' >unproven.md
status 0 "$idarch" check unproven.md
status 1 "$idarch" check --strict unproven.md; says "unproven.md: error: the verdict is unproven"
status 1 "$idarch" check --format json wrong.md "$root/examples/uuidv7.md"
[ "$(wc -l <out)" -eq 2 ] || fail "check --format json: one line a file"

# Whole or not at all.
cp plain.svg before.svg
status 4 "$idarch" render plain.md -o nosuch/folder.svg
status 4 "$idarch" render plain.md -o /dev/full; says "No space left"
"$idarch" render plain.md -o - >/dev/full 2>err; [ $? -eq 4 ] || fail "full standard output"
(ulimit -f 1; "$idarch" render "$root/examples/snowflake.md" -o plain.svg >out 2>err); [ $? -eq 0 ] && fail "file limit"
cmp plain.svg before.svg || fail "half-written file"
ln -s target.svg link.svg; status 0 "$idarch" render plain.md -o link.svg
[ -L link.svg ] || fail "link replaced"
chmod 640 plain.svg; status 0 "$idarch" render plain.md; [ "$(stat -c %a plain.svg)" = 640 ] || fail "mode"
cp plain.md same.svg; status 3 "$idarch" render same.svg -o same.svg; cmp plain.md same.svg || fail "replaced input"
status 0 "$idarch" render plain.md -o /dev/stdout; grep -q '<svg' out || fail "/dev/stdout"
ls -A | grep -q '^\.idarch' && fail "temporary file left"

# The same by another name.
status 0 "$idarch" render plain.md -T png -o p.png; head -c 4 p.png | grep -q PNG || fail "png"
status 0 "$idarch" render plain.md -o p.pdf; head -c 4 p.pdf | grep -q PDF || fail "pdf"
status 0 "$idarch" render plain.md -T json --geometry -o -
python3 -c 'import json; d = json.load(open("out")); assert len(d["nodes"]) == 2 and len(d["edges"]) == 1' || fail "geometry"
status 4 "$idarch" render "$root/examples/snowflake.md" --scale 100 -T png -o big.png; says "scale"; [ -e big.png ] && fail "big.png"
exit $bad
