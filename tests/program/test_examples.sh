#!/bin/bash
# The examples: each holds, and its picture is the committed one, byte for byte, wherever
# and under whatever locale, time zone and home it is drawn.
set -u
idarch=$(realpath "$1") root=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0
fail() { echo "FAILED: $*"; bad=1; }

for document in "$root"/examples/*.md; do
    name=$(basename "$document" .md)
    "$idarch" render "$document" -o "$work/$name.svg" 2>"$work/err" || fail "$name: render: $?"
    [ -s "$work/err" ] && { fail "$name: render has findings"; cat "$work/err"; }
    cmp "$work/$name.svg" "$root/examples/$name.svg" || fail "$name: not the committed picture"
    (cd / && env -i HOME=/nowhere LC_ALL=tr_TR.UTF-8 TZ=Asia/Kathmandu G_RANDOM_SEED=9 \
        "$idarch" render "$document" -o "$work/again.svg") || fail "$name: elsewhere"
    cmp "$work/$name.svg" "$work/again.svg" || fail "$name: differs elsewhere"

    "$idarch" check "$document" --strict --fail-on warning --now 2026-12-01T00:00:00Z \
        >"$work/report" 2>"$work/err" || { fail "$name: check: $?"; cat "$work/err"; }
    grep -qi 'verdict.*pass' "$work/report" || { fail "$name: no pass"; cat "$work/report"; }
    "$idarch" check --format json --now 2026-12-01T00:00:00Z "$document" |
        python3 -c 'import json, sys; d = json.load(sys.stdin); sys.exit(d["verdict"] != "pass")' ||
        fail "$name: JSON verdict"
done
exit $bad
