#!/bin/bash
# docs/syntax.md: every example is understood as the page says, every code has one.
set -u
exec python3 "$2/tests/program/syntax_examples.py" "$1" "$2/docs/syntax.md" "$2"/parser/flow_*.c
