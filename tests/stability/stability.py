#!/usr/bin/env python3
"""What a small change leaves alone keeps its place in the drawing.

Usage: stability.py IDARCH [--verbose] [--list] [GRAPH...]

Each flowchart beside this file is drawn; then again after one small change, at every place:
a node removed, added before or after another one, relabelled shorter or longer; an edge
removed, added, labelled. Boxes come from `idarch render -T json --geometry`.

The measure. Two items (nodes or groups) are compared when both are in both drawings and
have the same parent. The parent's direction gives the flow axis and the cross axis.

  beside  The two share a layer in both drawings (their extents along the flow overlap by
          half of the smaller one) and are apart along the cross axis in both. They flip
          when their order along the cross axis is the other one.
  after   A path of edges that are in both leads from one to the other, and they are apart
          along the flow in both. They flip when their order along the flow is the other one.
          Two in a ring that the change opens are left out: the edges that stay say which of
          them comes first.

An item is touched when it is the end of the edge that came or went, the neighbour of the
node that came or went, or a group around one. A new label touches nothing. What must hold:

  1. no pair of untouched items beside each other flips;
  2. no pair of untouched items after each other flips;
  3. of all pairs, touched ones too, at most BOUND flip, in each graph and kind of change.

known.txt lists what today's layout breaks: a line for each graph and kind of change, with how
many changes break rule 1 or 2 and how many pairs flip in all. More than that is a failure;
less is said, so that the line can be lowered or go. The aim is an empty list. --list prints
it as it would be today. Exit status 1 on failure.
"""
import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
BOUND = 0.02

NODE = re.compile(r"\s*(\w+)\W*\"([^\"]*)\"")
EDGE = re.compile(r"\s*(\w+) (-->|-\.->)(?:\|\"([^\"]*)\"\|)? (\w+)$")
GROUP = re.compile(r"\s*subgraph (\w+)")


class Flowchart:
    """The lines of a flowchart written one statement a line, and what they say."""

    def __init__(self, text):
        self.lines = text.splitlines()
        self.nodes, self.parent, self.edges, self.direction = {}, {}, {}, {None: self.lines[0].split()[1]}
        around = [None]
        for at, line in enumerate(self.lines[1:], 1):
            if GROUP.match(line):
                name = GROUP.match(line).group(1)
                self.parent[name] = around[-1]
                self.direction[name] = self.direction[around[-1]]
                around.append(name)
            elif line.strip() == "end":
                around.pop()
            elif line.strip().startswith("direction"):
                self.direction[around[-1]] = line.split()[1]
            elif EDGE.match(line):
                a, _, label, b = EDGE.match(line).groups()
                self.edges[at] = (a, b, label)
            else:
                name = NODE.match(line).group(1)
                self.nodes[name] = at
                self.parent[name] = around[-1]

    def around(self, name):
        """The item and all groups around it."""
        while name:
            yield name
            name = self.parent[name]

    def reached(self, without):
        """The pairs of items that a path of edges leads between, some edges (lines) left out."""
        step = collections.defaultdict(set)
        for at, (a, b, _) in self.edges.items():
            if at not in without:
                for x in self.around(a):
                    for y in self.around(b):
                        if x not in self.around(b) and y not in self.around(a):
                            step[x].add(y)
        found = set()
        for start in self.parent:
            todo = [start]
            while todo:
                for y in step[todo.pop()]:
                    if (start, y) not in found:
                        found.add((start, y))
                        todo.append(y)
        return found

    def neighbours(self, name):
        return [b if a == name else a for a, b, _ in self.edges.values() if name in (a, b)]

    def text(self, without=(), replaced=None, after=None):
        """The flowchart without some lines, with others replaced or with lines put after one."""
        out = []
        for at, line in enumerate(self.lines):
            if at not in without:
                out.append((replaced or {}).get(at, line))
            out += (after or {}).get(at, [])
        return "\n".join(out) + "\n"


def changes(chart):
    """(kind, description, text, touched items, lines of edges that went) of every small change."""
    end = len(chart.lines) - 1
    for name, at in chart.nodes.items():
        edges = [e for e, (a, b, _) in chart.edges.items() if name in (a, b)]
        yield "remove node", name, chart.text(without=[at] + edges), chart.neighbours(name), edges
        for new in ("X", "A label that is much longer than it was"):
            line = re.sub("\"[^\"]*\"", "\"%s\"" % new, chart.lines[at])
            yield "relabel node", "%s as %s" % (name, new), chart.text(replaced={at: line}), [], []
        yield "add node", "after " + name, chart.text(
            after={at: ["    fresh[\"Fresh\"]"], end: ["    %s --> fresh" % name]}), [name], []
        yield "add node", "before " + name, chart.text(
            after={end: ["    fresh[\"Fresh\"]", "    fresh --> %s" % name]}), [name], []
    names = list(chart.nodes)
    for at, (a, b, label) in chart.edges.items():
        yield "remove edge", "%s to %s" % (a, b), chart.text(without=[at]), [a, b], [at]
        line = "    %s -->|\"%s\"| %s" % (a, "changed" if label else "a new label", b)
        yield "relabel edge", "%s to %s" % (a, b), chart.text(replaced={at: line}), [], []
    for i, name in enumerate(names):
        for step in (2, 5, 9):
            other = names[(i + step) % len(names)]
            yield "add edge", "%s to %s" % (name, other), chart.text(
                after={end: ["    %s --> %s" % (name, other)]}), [name, other], []


def draw(idarch, texts, folder):
    """The boxes {id: (x, y, w, h)} of each text's drawing."""
    files = []
    for i, text in enumerate(texts):
        files.append(pathlib.Path(folder) / ("%d.mmd" % i))
        files[-1].write_text(text, encoding="utf-8")
    run = subprocess.run([idarch, "render", *map(str, files), "-T", "json", "--geometry", "-o", str(folder) + "/"],
                         capture_output=True, text=True)
    if run.returncode:
        sys.exit("stability: idarch render ended with %d\n%s" % (run.returncode, run.stderr[-1000:]))
    for file in files:
        drawing = json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))
        yield {b["id"]: (b["x"], b["y"], b["w"], b["h"]) for b in drawing["nodes"] + drawing["clusters"]}


def order(a, b, axis):
    """-1 or 1 when the boxes are apart along the axis, else 0."""
    if a[axis] + a[axis + 2] <= b[axis] + 0.01:
        return -1
    return 1 if b[axis] + b[axis + 2] <= a[axis] + 0.01 else 0


def same_layer(a, b, axis):
    shared = min(a[axis] + a[axis + 2], b[axis] + b[axis + 2]) - max(a[axis], b[axis])
    return shared >= min(a[axis + 2], b[axis + 2]) / 2


def pairs(chart, gone, before, after):
    """(kind, item, item, flipped) of all pairs that can be compared; gone: lines of edges."""
    reached, had = chart.reached(gone), chart.reached([])
    items = [i for i in before if i in after and i in chart.parent]
    for k, a in enumerate(items):
        for b in items[k + 1:]:
            if chart.parent[a] != chart.parent[b]:
                continue
            flow = 1 if chart.direction[chart.parent[a]] in ("TB", "TD", "BT") else 0
            old, new = (before[a], before[b]), (after[a], after[b])
            if same_layer(*old, flow) and same_layer(*new, flow):
                kind, axis = "beside", 1 - flow
            elif (a, b) in had and (b, a) in had and ((a, b) in reached) != ((b, a) in reached):
                continue
            elif (a, b) in reached or (b, a) in reached:
                kind, axis = "after", flow
            else:
                continue
            was, now = order(*old, axis), order(*new, axis)
            if was and now:
                yield kind, a, b, was != now


def judge(name, chart, drawings, verbose):
    """{kind of change: [pairs, flips, broken changes, kinds of pairs in these]}."""
    rows, before = {}, next(drawings)
    for (change, what, _, ends, gone), after in zip(changes(chart), drawings):
        touched = {i for end in ends for i in chart.around(end)}
        row, broken = rows.setdefault(change, [0, 0, 0, set()]), []
        for kind, a, b, flipped in pairs(chart, gone, before, after):
            row[0] += 1
            row[1] += flipped
            if flipped and a not in touched and b not in touched:
                broken.append("%s and %s" % (a, b))
                row[3].add(kind)
            if flipped and verbose:
                print("%s: %s %s: %s and %s flip (%s)" % (name, change, what, a, b, kind))
        row[2] += bool(broken)
        if broken and verbose:
            print("%s: %s %s: not touched: %s" % (name, change, what, "; ".join(broken)))
    return rows


def read_known():
    """{(graph, kind of change): (broken changes, flips, reason)}."""
    known = {}
    for line in (HERE / "known.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            graph, change, broken, flips, reason = [part.strip() for part in line.split("|")]
            known[(graph, change)] = (int(broken), int(flips), reason)
    return known


def verdict(key, row, known):
    """Prints what is to be said of a row; True when it fails."""
    pairs_, flips, broken, _ = row
    may_break, may_flip, reason = known.get(key, (0, 0, ""))
    may_flip = max(may_flip, int(BOUND * pairs_))
    bad = broken > may_break or flips > may_flip
    if bad or reason:
        print("%-6s %s: %s: %d changes move what they do not touch, %d of %d pairs flip%s" % (
            "FAILED" if bad else "known", *key, broken, flips, pairs_, ": " + reason if reason else ""))
    if not bad and broken < may_break:
        print("       better than known.txt says (%d)" % may_break)
    return bad


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("idarch")
    parser.add_argument("graphs", nargs="*")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    known, total, bad = read_known(), collections.defaultdict(lambda: [0, 0, 0]), False
    for path in sorted(HERE.glob("*.mmd")):
        if options.graphs and path.stem not in options.graphs:
            continue
        chart = Flowchart(path.read_text(encoding="utf-8"))
        texts = [chart.text()] + [change[2] for change in changes(chart)]
        with tempfile.TemporaryDirectory() as folder:
            rows = judge(path.stem, chart, draw(options.idarch, texts, folder), options.verbose)
        for change, row in rows.items():
            if options.list and (row[2] or row[1] > BOUND * row[0]):
                print("%s | %s | %d | %d | %s" % (path.stem, change, row[2], row[1], ", ".join(sorted(row[3]))))
            elif not options.list:
                bad |= verdict((path.stem, change), row, known)
            total[change] = [a + b for a, b in zip(total[change], row)]
    for change, (count, flips, broken) in total.items() if not options.list else ():
        print("%-12s %6d pairs, %4d flip (%.2f %%), %d changes move what they do not touch" % (
            change, count, flips, 100 * flips / count, broken))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
