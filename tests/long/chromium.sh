#!/bin/bash
# Opens the pictures of examples/ and tests/documents/ in headless Chromium and asks it, by
# getBBox, whether every text is there, inside the picture and clear of every other text.
# Usage: tests/long/chromium.sh IDARCH
set -u
idarch=$(realpath "$1")
cd "$(dirname "$0")/../.." || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0

for document in examples/*.md tests/documents/*.md; do
    "$idarch" render "$document" -o "$work/" 2>/dev/null
done
for svg in "$work"/*.svg; do
    {
        echo '<!doctype html><meta charset="utf-8"><body style="margin:0">'
        sed 's/<?xml[^>]*?>//' "$svg"
        cat <<'JS'
<pre id="report"></pre><script>
const svg = document.querySelector("svg"), frame = svg.viewBox.baseVal, said = [], boxes = [];
for (const text of svg.querySelectorAll("text")) {
  const box = text.getBBox(), words = text.textContent;
  if (!words.trim()) continue;
  if (box.width < 1 || box.height < 1) said.push("empty: " + words);
  if (box.x < frame.x - 0.5 || box.y < frame.y - 2 || box.x + box.width > frame.x + frame.width + 0.5 ||
      box.y + box.height > frame.y + frame.height + 2) said.push("clipped: " + words);
  for (const [other, b] of boxes)
    if (Math.min(box.x + box.width, b.x + b.width) - Math.max(box.x, b.x) > 1 &&
        Math.min(box.y + box.height, b.y + b.height) - Math.max(box.y, b.y) > 4)
      said.push("overlap: " + words + " / " + other);
  boxes.push([words, box]);
}
document.getElementById("report").textContent = "texts " + boxes.length + "\n" + said.join("\n") + "\nend";
</script>
JS
    } >"$work/page.html"
    chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-sync \
        --disable-background-networking --disable-component-update \
        --user-data-dir="$work/profile" --dump-dom "file://$work/page.html" 2>/dev/null |
        sed -n '/<pre id="report">/,/^end/p' | sed 's/.*<pre id="report">//' >"$work/report"
    count=$(sed -n 's/^texts //p' "$work/report")
    faults=$(grep -vE '^(texts .*|end.*|)$' "$work/report")
    if [ -z "$count" ] || [ "$count" -eq 0 ] || [ -n "$faults" ]; then
        echo "FAILED: $(basename "$svg"): ${count:-no} texts"
        echo "$faults"
        bad=1
    else
        echo "$(basename "$svg"): $count texts, all inside and apart"
    fi
done
exit $bad
