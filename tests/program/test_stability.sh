#!/bin/bash
# One small change to a flowchart leaves alone what it does not touch: tests/stability. The
# drawings are the same in every build, so the slow one with sanitizers draws two graphs only.
set -u
export PYTHONDONTWRITEBYTECODE=1
grep -q __asan_init "$1" && graphs="parts regions"
# shellcheck disable=SC2086 # a list of words is meant
exec python3 "$2/tests/stability/stability.py" "$1" ${graphs-}
