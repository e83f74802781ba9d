#!/usr/bin/env python3
"""Are all labels of an SVG really drawn? Asked of rsvg-convert, not of our geometry.

Usage: visible_labels.py FILE.svg

Draws the SVG once as it is and once with all text taken out. Where a <text> stands the two
must differ; and each text must lie inside the picture. Prints what is missing.
"""
import copy
import struct
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as tree
import zlib

SVG = "{http://www.w3.org/2000/svg}"
SCALE = 1


def png_rows(data):
    """Rows of RGBA bytes of a PNG of 8 bits a channel."""
    width, height, depth, kind = struct.unpack(">IIBB", data[16:26])
    channels = {2: 3, 6: 4}[kind]
    assert depth == 8
    at, packed = 8, b""
    while at < len(data):
        length, name = struct.unpack(">I4s", data[at:at + 8])
        if name == b"IDAT":
            packed += data[at + 8:at + 8 + length]
        at += 12 + length
    raw, stride = zlib.decompress(packed), width * channels
    rows, previous = [], bytearray(stride)
    for y in range(height):
        kind, line = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        for i in range(stride):
            left = line[i - channels] if i >= channels else 0
            up, corner = previous[i], previous[i - channels] if i >= channels else 0
            if kind == 1:
                add = left
            elif kind == 2:
                add = up
            elif kind == 3:
                add = (left + up) // 2
            elif kind == 4:
                p = left + up - corner
                distances = abs(p - left), abs(p - up), abs(p - corner)
                add = (left, up, corner)[distances.index(min(distances))]
            else:
                break
            line[i] = (line[i] + add) & 255
        rows.append(line)
        previous = line
    return width, height, channels, rows


def draw(root):
    with tempfile.NamedTemporaryFile(suffix=".svg") as file:
        tree.ElementTree(root).write(file.name)
        return png_rows(subprocess.run(
            ["rsvg-convert", "--unlimited", "-z", str(SCALE), "-b", "white", file.name],
            check=True, capture_output=True).stdout)


def texts(root):
    """(words, x, y, size, width) of every piece of text with a place of its own."""
    for text in root.iter(SVG + "text"):
        pieces = [text] if text.get("x") else []
        pieces += [span for span in text.iter(SVG + "tspan") if span.get("x")]
        for piece in pieces:
            words = "".join(piece.itertext()).strip()
            size = float(piece.get("font-size") or text.get("font-size") or 14)
            width = piece.get("textLength") or text.get("textLength")
            yield (words, float(piece.get("x")), float(piece.get("y") or text.get("y")), size,
                   float(width) if width else 0.45 * size * len(words),
                   piece.get("text-anchor") or text.get("text-anchor") or "start")


def main():
    root = tree.parse(sys.argv[1]).getroot()
    bare = copy.deepcopy(root)
    for parent in list(bare.iter()):
        for child in list(parent):
            if child.tag == SVG + "text":
                parent.remove(child)
    width, height, channels, with_text = draw(root)
    _, _, _, without = draw(bare)
    count, bad = 0, 0
    for words, x, y, size, length, anchor in texts(root):
        if not words:
            continue
        count += 1
        x -= {"start": 0, "middle": length / 2, "end": length}[anchor]
        box = [int(v * SCALE) for v in (x, y - 0.8 * size, x + length, y + 0.25 * size)]
        if box[0] < 0 or box[1] < 0 or box[2] > width or box[3] > height:
            print(f"outside the picture: {words!r}")
            bad += 1
            continue
        inked = sum(with_text[row][box[0] * channels:box[2] * channels] !=
                    without[row][box[0] * channels:box[2] * channels]
                    for row in range(box[1], box[3]))
        if inked < size * SCALE * 0.25:
            print(f"not visible: {words!r}")
            bad += 1
    if count == 0 and "--no-text" not in sys.argv:
        print("no text at all")
        bad += 1
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
