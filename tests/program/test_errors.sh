#!/bin/bash
# Errors of flowcharts through the program: exit statuses, streams, places, several fences.
set -u
idarch=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0

fail() { echo "FAILED: $1"; failed=1; }

# expect NAME STATUS COMMAND...: the status, and nothing on standard output
expect() {
    local name=$1 status=$2
    shift 2
    "$@" >out 2>err
    local got=$?
    [ $got -eq "$status" ] || fail "$name: exit status $got"
    [ -s out ] && fail "$name: something on standard output"
}

# says LINE...: each stands in err
says() {
    for line in "$@"; do
        grep -qF -- "$line" err || { fail "not said: $line"; cat err; }
    done
}

printf 'flowchart LR\n  A[f(x)] --> B\n  B -> C\n  subgraph s\n  C [x]\n' >flow.mmd
for command in graph render check; do
    expect "$command" 2 "$idarch" $command flow.mmd
    says 'flow.mmd:2:6: error: ' '[label-bracket]' '  hint: quote the label: A["f(x)"]' \
         'flow.mmd:3:5: error: `->` is no arrow [arrow]' \
         'flow.mmd:4:3: error: this subgraph has no `end` [subgraph-open]' \
         'flow.mmd:5:5: error: '
    [ "$(grep -c '^flow.mmd:[0-9].*: error: ' err)" -eq 4 ] || fail "$command: other than four errors"
done
[ -e flow.svg ] && fail "a picture of a faulty flowchart"
grep -q '^    B -> C$' err || fail "the source line is not shown"
grep -q '^      ^~$' err || fail "no caret under the arrow"

# Fences in a list and in a quotation; one that is good is printed all the same.
printf '# T\n\n- x\n\n  ```mermaid\n  graph TD\n  A -> B\n  ```\n\n> ```mermaid\n> flowchrt LR\n> A [x]\n> ```\n' >two.md
expect "two fences" 2 "$idarch" graph two.md
says 'two.md:7:5: error: ' "two.md:11:3: error: 'flowchrt' begins no diagram" 'two.md:12:5: error: '
printf '\n```mermaid\nflowchart LR\nA --> B\n```\n' >>two.md
"$idarch" graph two.md >out 2>err
[ $? -eq 2 ] || fail "a good fence beside bad ones: exit status"
[ "$(wc -l <out)" -eq 1 ] || fail "the good fence is not printed"

# BOM, CRLF, tabs and wide characters: the caret stands under the right one.
printf '\357\273\277flowchart LR\r\n\t\344\275\234\346\245\255 -> B\r\n' >wide.mmd
expect "wide" 2 "$idarch" graph wide.mmd
says 'wide.mmd:2:5: error: '
grep -q '^        ^~$' err || fail "the caret is not under the arrow behind wide characters"

exit $failed
