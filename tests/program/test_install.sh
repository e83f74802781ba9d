#!/bin/bash
# cmake --install puts a program into a prefix that works from there.
set -u
idarch=$(realpath "$1") root=$(realpath "$2")
prefix=$(mktemp -d)
trap 'rm -rf "$prefix"' EXIT

cmake --install "$(dirname "$idarch")" --prefix "$prefix" >/dev/null || exit 1
cd / || exit 1
"$prefix/bin/idarch" --version || exit 1
document=$prefix/share/doc/idarch/examples/snowflake.md
cmp "$document" "$root/examples/snowflake.md" || exit 1
"$prefix/bin/idarch" render "$document" || exit 1
cmp "$prefix/share/doc/idarch/examples/snowflake.svg" "$root/examples/snowflake.svg" || exit 1
[ -s "$prefix/share/doc/idarch/README.md" ] && [ -s "$prefix/share/doc/idarch/LICENSE" ]
