#!/usr/bin/env python3
"""Does the eye see? Doctors the SVG of one document in many ways, each of them one fault.

Usage: selftest.py IDARCH

The document is drawn once; every row of CASES spoils a copy of the SVG by hand, and the eye
must report the row's kind of fault about the row's element. The copy that nobody touched
must be free of faults. Exit status 1 when a fault was not seen, 77 without a browser.
"""
import copy
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as tree

import eye

SVG = "{http://www.w3.org/2000/svg}"

DOCUMENT = """```mermaid
---
title: A title
---
flowchart LR
  a["Alpha"]
  subgraph g["Outer frame"]
    subgraph h["Inner frame"]
      b["Beta"]
      c["Gamma"]
    end
    d[("Delta")]
  end
  z["Zeta"]
  a e0@-->|"first call"| b
  b e1@-->|"second"| d
  c e2@--x d
  a e3@-->|"to the frame"| g
  d e4@--> z
  z e5@--> z
```

## Bit layout

| Bits | Field | Meaning |
|---:|---|---|
| 1 | sign | |
| 41 | time | milliseconds |
| 3 | datacenter ID | |
| 3 | worker ID | |
| 16 | sequence | |

## Settings

- Replicas: 3
- Lease TTL: 10 s
"""

EDGES = [("e0", "a", "b", "first call"), ("e1", "b", "d", "second"), ("e2", "c", "d", ""),
         ("e3", "a", "g", "to the frame"), ("e4", "d", "z", ""), ("e5", "z", "z", "")]
MODEL = {"seed": 0, "bits": [1, 41, 3, 3, 16], "blocks": ["settings", "title", "verdict"], "absent": ["legend"],
         "groups": {"g": {"parent": None, "label": "Outer frame"}, "h": {"parent": "g", "label": "Inner frame"}},
         "nodes": {"a": {"parent": None, "label": "Alpha"}, "b": {"parent": "h", "label": "Beta"},
                   "c": {"parent": "h", "label": "Gamma"}, "d": {"parent": "g", "label": "Delta"},
                   "z": {"parent": None, "label": "Zeta"}},
         "edges": [{"id": i, "from": a, "to": b, "label": t, "start": "", "end": "x" if i == "e2" else ">"}
                   for i, a, b, t in EDGES]}


class Drawing:
    """A copy of the SVG with handles for spoiling it."""

    def __init__(self, root):
        self.root = root

    def part(self, name):
        """The <g> whose id ends so, such as "n-a"."""
        return next(g for g in self.root.iter(SVG + "g") if re.fullmatch("i[^-]*-" + name, g.get("id") or ""))

    def find(self, name, tag, at=0):
        return list(self.part(name).iter(SVG + tag))[at]

    def move(self, element, dx, dy):
        """A rect, text or circle, or all of a path's points."""
        for key, by in (("x", dx), ("cx", dx), ("y", dy), ("cy", dy)):
            if element.get(key):
                element.set(key, "%g" % (float(element.get(key)) + by))
        if element.get("d"):
            step = iter([dx, dy] * 10000)
            element.set("d", re.sub(r"-?[\d.]+", lambda m: "%g" % (float(m.group()) + next(step)),
                                    element.get("d")))

    def move_all(self, name, dx, dy):
        for element in self.part(name).iter():
            self.move(element, dx, dy)

    def box(self, name, at=0):
        """x, y, w, h of a part's rect."""
        return [float(self.find(name, "rect", at).get(key)) for key in ("x", "y", "width", "height")]

    def place(self, name, x, y):
        """Moves a part so that its rect begins at x, y."""
        bx, by, _, _ = self.box(name)
        self.move_all(name, x - bx, y - by)

    def line(self, name, *points):
        self.find(name, "path").set("d", "M" + "L".join("%g %g" % p for p in points))

    def ends(self, name):
        """The numbers of a line's path, two by two."""
        numbers = [float(n) for n in re.findall(r"-?[\d.]+", self.find(name, "path").get("d"))]
        return list(zip(numbers[::2], numbers[1::2]))

    def text_center(self, name, at=0):
        t = self.find(name, "text", at)
        return float(t.get("x")) + float(t.get("textLength")) / 2, float(t.get("y")) - 4

    def across(self, name, x, y, size=40):
        """The line of an edge runs level through the point."""
        self.line(name, (x - size, y), (x + size, y))

    def remove(self, name):
        part = self.part(name)
        next(p for p in self.root.iter() if part in list(p)).remove(part)

    def set(self, element, key, by):
        element.set(key, "%g" % (float(element.get(key)) + by))

    def retext(self, name, words):
        self.find(name, "text").text = words

    def cover(self, name):
        x, y = self.text_center(name)
        tree.SubElement(self.root, SVG + "rect", x=str(x - 60), y=str(y - 20), width="120", height="40", fill="#fff")

    def shorten(self, name, by):
        """Line and mark end before the node; in this drawing all lines go to the right."""
        self.move_all(name, -by, 0)

    def bend(self, name, dx, dy):
        """A leader takes a way over another's start."""
        path = self.find(name, "path")
        x, y = [float(n) for n in re.findall(r"-?[\d.]+", path.get("d"))][:2]
        path.set("d", "M%g %gL%g %gL%g %g" % (x, y, x, y + dy, x + dx, y + dy))


CASES = [
    # kind, words that the report must hold, what is done
    ("text-clipped", "node a", lambda d: d.find("n-a", "text").set("x", "-20")),
    ("text-clipped", "block verdict", lambda d: d.set(d.find("block-verdict", "text"), "y", 400)),
    ("text-empty", "node b", lambda d: d.find("n-b", "text").set("font-size", "0.01")),
    ("text-outside-node", "node a", lambda d: d.move(d.find("n-a", "text"), 30, 0)),
    ("text-outside-node", "node b", lambda d: d.move(d.find("n-b", "text"), 0, 16)),
    ("text-outside-frame", "group h", lambda d: d.move(d.find("g-h", "text"), 0, -26)),
    ("text-outside-block", "block settings", lambda d: d.set(d.find("block-settings", "rect"), "width", -250)),
    ("text-outside-field", "field 4", lambda d: d.move(d.find("f-4", "text", 1), 60, 0)),
    ("text-on-text", "node b", lambda d: d.place("l-e1", *[v - 9 for v in d.text_center("n-b")])),
    ("text-on-box", "node b", lambda d: d.place("l-e1", *d.box("n-b")[:2])),
    ("text-hidden", "node c", lambda d: d.cover("n-c")),
    ("text-stretched", "Alpha", lambda d: d.find("n-a", "text").set("textLength", "50")),
    ("text-stretched", "first call", lambda d: d.find("l-e0", "text").set("textLength", "33")),
    ("words", "node a", lambda d: d.retext("n-a", "Alph")),
    ("words", "edge-label e0", lambda d: d.retext("l-e0", "first")),
    ("line-through-own-text", "node d", lambda d: d.move(d.find("n-d", "path", 1), 0, 14)),
    ("missing", "node z", lambda d: d.remove("n-z")),
    ("missing", "edge e2", lambda d: d.remove("e-e2")),
    ("missing", "edge-label e1", lambda d: d.remove("l-e1")),
    ("missing", "block title", lambda d: d.remove("block-title")),
    ("missing", "bit fields", lambda d: d.remove("f-3")),
    ("unasked", "node other", lambda d: d.part("n-z").set("id", "i0-n-other")),
    ("transform", "getBBox", lambda d: d.part("n-z").set("transform", "translate(3 0)")),
    ("box-on-box", "node b and node c", lambda d: d.place("n-c", *d.box("n-b")[:2])),
    ("box-on-box", "node a", lambda d: d.place("n-a", *d.box("g-g")[:2])),
    ("box-on-box", "field 1", lambda d: d.place("n-z", *d.box("f-1")[:2])),
    ("box-clipped", "group g", lambda d: d.set(d.find("g-g", "rect"), "height", 2000)),
    ("outside-group", "node c", lambda d: d.set(d.find("g-h", "rect"), "height", -40)),
    ("outside-group", "group h", lambda d: d.move(d.find("g-h", "rect"), -60, 0)),
    ("mark", "edge e4", lambda d: d.part("e-e4").remove(d.find("e-e4", "path", 1))),
    ("end-off", "edge e4 ends", lambda d: d.shorten("e-e4", 5)),
    ("end-off", "off node d", lambda d: d.line("e-e4", (d.ends("e-e4")[0][0] + 4, d.ends("e-e4")[0][1]),
                                               d.ends("e-e4")[-1])),
    ("end-off", "edge e2 ends", lambda d: d.shorten("e-e2", 3)),
    ("end-off", "off group g", lambda d: d.shorten("e-e3", 4)),
    ("line-through-end", "edge e4 in node d", lambda d: d.line(
        "e-e4", (d.ends("e-e4")[0][0] - 12, d.ends("e-e4")[0][1]), d.ends("e-e4")[-1])),
    ("line-through-end", "edge e3 in group g", lambda d: d.move_all("e-e3", 12, 0)),
    ("line-through-node", "edge e3 through node z", lambda d: d.across("e-e3", *d.text_center("n-z"))),
    ("line-through-group", "edge e5 through group h", lambda d: d.across("e-e5", *d.text_center("n-c"))),
    ("line-through-title", "edge e2", lambda d: d.across("e-e2", *d.text_center("g-h"))),
    ("line-through-text", "node c", lambda d: d.across("e-e4", *d.text_center("n-c"))),
    ("line-through-text", "edge-label e0", lambda d: d.across("e-e4", *d.text_center("l-e0"))),
    ("line-through-field", "field 1", lambda d: d.across("e-e4", *d.text_center("f-1", 2))),
    ("line-through-block", "block settings", lambda d: d.across("e-e4", *d.text_center("block-settings"))),
    ("line-along-frame", "edge e2 along group h", lambda d: d.across(
        "e-e2", d.box("g-h")[0] + 60, d.box("g-h")[1] + d.box("g-h")[3])),
    ("line-on-line", "edge e2 on edge e4", lambda d: d.line("e-e2", *d.ends("e-e4"))),
    ("line-clipped", "edge e4", lambda d: d.across("e-e4", 0, 30)),
    ("label-off-line", "edge-label e1", lambda d: d.move_all("l-e1", 0, -30)),
    ("label-on-frame", "edge-label e1", lambda d: d.place("l-e1", d.box("g-h")[0] - 20, d.box("g-h")[1] + 30)),
    ("label-covers-line", "over edge e2", lambda d: d.place("l-e0", *[v - 8 for v in d.ends("e-e2")[0]])),
    ("label-covers-mark", "edge-label e1", lambda d: d.place("l-e1", *[v - 8 for v in d.ends("e-e1")[-1]])),
    ("field-scale", "41 bits", lambda d: d.set(d.find("f-1", "rect"), "width", 3)),
    ("field-order", "field 4", lambda d: d.move(d.find("f-4", "rect"), 1, 0)),
    ("leaders-cross", "field 2 and field 3", lambda d: d.bend("f-2", 60, 8)),
    ("leader-through-text", "field 2", lambda d: d.line("f-2", *[
        (d.text_center("f-3", -1)[0] + dx, d.text_center("f-3", -1)[1]) for dx in (-20, 20)])),
    ("leader-through-field", "field 3", lambda d: d.bend("f-2", 200, -20)),
]


def draw(idarch):
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "selftest.md"
        source.write_text(DOCUMENT, encoding="utf-8")
        out = subprocess.run([idarch, "render", str(source), "-o", "-", "-T", "svg"], check=True,
                             capture_output=True, text=True, encoding="utf-8")
        return tree.fromstring(out.stdout.encode())


def main():
    if not eye.browser():
        print("selftest: no Chromium here, nothing tried")
        return 77
    tree.register_namespace("", SVG[1:-1])
    root, pairs = draw(sys.argv[1]), []
    for spoil in [None] + [case[2] for case in CASES]:
        drawing = Drawing(copy.deepcopy(root))
        if spoil:
            spoil(drawing)
        pairs.append((tree.tostring(drawing.root, encoding="unicode"), MODEL))
    with tempfile.TemporaryDirectory() as folder:
        reports = eye.measure(pairs, folder)
    bad = 0
    for fault in reports[0]:
        print("untouched, but: %(kind)s: %(what)s" % fault)
        bad += 1
    for (kind, words, _), faults in zip(CASES, reports[1:]):
        if not any(f["kind"] == kind and words in f["what"] for f in faults):
            print("not seen: %s about \"%s\"; seen: %s" % (
                kind, words, "; ".join("%(kind)s: %(what)s" % f for f in faults) or "nothing"))
            bad += 1
    print("selftest: %d of %d faults seen" % (len(CASES) - bad, len(CASES)))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
