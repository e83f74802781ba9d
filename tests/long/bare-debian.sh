#!/bin/bash
# Tries the two scripts as a newcomer would: a bare Debian 12 (debootstrap, minimal base
# and git), a fresh clone, script/demo, then script/test. Needs root and Debian's archive.
# Usage: tests/long/bare-debian.sh [demo]   demo: only script/demo
set -euo pipefail
cd "$(dirname "$0")/../.."

root=$(mktemp -d)
cleanup() {
    umount "$root/dev/pts" "$root/proc" "$root/dev" 2>/dev/null || true
    rm -rf --one-file-system "$root"
}
trap cleanup EXIT

debootstrap --variant=minbase bookworm "$root" >"$root.log" 2>&1 || { tail "$root.log"; exit 1; }
rm -f "$root.log"
# The new system reaches the archive the way this one does.
cp -a /etc/apt/apt.conf.d/. "$root/etc/apt/apt.conf.d/"
cp -a /etc/resolv.conf /etc/hosts "$root/etc/" 2>/dev/null || true
if [ -d /etc/ssl/certs ]; then
    mkdir -p "$root/etc/ssl/certs" "$root/usr/share/ca-certificates"
    cp -aL /etc/ssl/certs/. "$root/etc/ssl/certs/"
fi
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
mount -t devpts devpts "$root/dev/pts" 2>/dev/null || true

git clone -q --no-hardlinks . "$root/home/idarch"
run() {
    chroot "$root" /usr/bin/env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 "$@"
}
run apt-get update -qq
run sh -c 'cd /home/idarch && script/demo'
for picture in svg png pdf; do
    test -s "$root/home/idarch/build/demo/snowflake.$picture"
done
[ "${1:-}" = demo ] || run sh -c 'cd /home/idarch && script/test'
echo "bare Debian 12: passed"
