#!/usr/bin/env python3
"""The examples of docs/syntax.md, run through `idarch graph`.

    syntax_examples.py IDARCH docs/syntax.md [parser/flow_*.c]

Each example is a line **Example N**, a fence `flowchart` or `markdown` with the text, and a
fence `graph` with what idarch must understand of it: the graph, line by line, and all
diagnostics. Codes that the given sources can emit must each have an example.
"""
import json
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

VISIBLE = {"\u2420": " ", "\u2409": "\t", "\u240d": "\r"}
START = {"none": "", "point": "<", "circle": "o", "cross": "x"}
END = {"none": "", "point": ">", "circle": "o", "cross": "x"}
LINE = {"normal": "--", "thick": "==", "dotted": "-.-", "invisible": "~~", "INVALID": "--"}
FINDING = re.compile(r"^[^:\n]+:(\d+):(\d+): (error|warning|note): .* \[([a-z0-9-]+)\]$")
NOWHERE = re.compile(r"^[^:\n]+: (error|warning|note): .* \[([a-z0-9-]+)\]$")


class Example:
    """One example with its place in the page."""

    def __init__(self, number, line):
        self.number, self.line = number, line
        self.kind = self.text = self.expected = None

    def place(self):
        return f"line {self.line}, example {self.number}"


def fences(lines):
    """(line number, info, text) of each fence of the page."""
    at = 0
    while at < len(lines):
        opening = re.match(r"(`{3,})(.*)$", lines[at])
        if not opening:
            at += 1
            continue
        end = at + 1
        while end < len(lines) and lines[end].rstrip() != opening[1]:
            end += 1
        yield at + 1, opening[2].strip(), "".join(line + "\n" for line in lines[at + 1:end])
        at = end + 1


def visible(text):
    for sign, meant in VISIBLE.items():
        text = text.replace(sign, meant)
    return text


def read_page(page):
    """The page's examples, and what is wrong with their form."""
    lines = Path(page).read_text(encoding="utf-8").split("\n")
    headings = {n + 1: m[1] for n, line in enumerate(lines)
                if (m := re.match(r"\*\*Example (\d+)\*\*", line))}
    examples, wrong = [], []
    for line, number in headings.items():
        examples.append(Example(int(number), line))
        if int(number) != len(examples):
            wrong.append(f"line {line}: example {number} should be {len(examples)}")
    for line, info, text in fences(lines):
        owner = next((e for e in reversed(examples) if e.line < line), None)
        if info in ("flowchart", "markdown"):
            if owner is None or owner.text is not None:
                wrong.append(f"line {line}: this fence has no number")
            else:
                owner.kind, owner.text = info, visible(text)
        elif info == "graph":
            if owner is None or owner.text is None or owner.expected is not None:
                wrong.append(f"line {line}: an expectation without an example")
            else:
                owner.expected = text.split("\n")[:-1]
    wrong += [f"{e.place()}: no text" for e in examples if e.text is None]
    wrong += [f"{e.place()}: nothing is expected" for e in examples if not e.expected]
    return examples, wrong


def settings(config):
    """The settings that the examples are about; Mermaid drops those that it does not know."""
    out = {k: v for k, v in config.items() if k in ("theme", "fontSize", "wrap")}
    flowchart = {k: v for k, v in config.get("flowchart", {}).items() if k in ("curve", "inheritDir")}
    return {**out, "flowchart": flowchart} if flowchart else out


def quoted(text):
    """In quotes, with line ends and runs of blanks as one blank."""
    return json.dumps(" ".join(text.split()), ensure_ascii=False)


def looks(thing):
    out = ""
    if thing.get("classes"):
        out += " class=" + ",".join(thing["classes"])
    styles = thing.get("styles") or thing.get("style")
    if styles:
        out += " style=" + quoted("; ".join(styles))
    return out


def node_line(node):
    out = ""
    if node["label"] != node["id"]:
        out += " " + quoted(node["label"])
    if node["shape"]:
        out += " shape=" + node["shape"]
    if node["labelType"] == "markdown":
        out += " markdown"
    out += looks(node)
    for key in ("link", "linkTarget", "tooltip", "icon", "img", "form", "pos", "constraint"):
        if key in node:
            out += f" {key}={quoted(node[key])}"
    for key in ("w", "h"):
        if key in node:
            out += f" {key}={float(node[key]):g}"
    return out


def edge_line(edge):
    arrow = START[edge["start"]] + LINE[edge["stroke"]] + END[edge["end"]]
    if arrow in ("--", "==", "~~"):
        arrow += arrow[0]
    out = f"edge {edge['from']} {arrow} {edge['to']}"
    if edge["label"]:
        out += " " + quoted(edge["label"])
    if edge["labelType"] == "markdown":
        out += " markdown"
    if edge["length"] not in (1, None):
        out += f" length={edge['length']}"
    if edge.get("invalid"):
        out += " invalid"
    if edge.get("userId"):
        out += " id=" + edge["id"]
    out += looks(edge)
    for key in ("animate", "animation", "curve"):
        if key in edge:
            out += f" {key}={str(edge[key]).lower()}"
    return out


def group_line(group, order, stand_in):
    members = sorted(group["nodes"], key=lambda m: order.get(m, len(order)))
    out = f"group {group['id']}"
    if group["title"] != group["id"]:
        out += " " + quoted(group["title"])
    out += " [" + ", ".join(members) + "]"
    if group["labelType"] == "markdown":
        out += " markdown"
    if group["dir"]:
        out += " dir=" + group["dir"]
    return out + looks(stand_in or group)


def describe(graph):
    """A graph (the JSON of `idarch graph`) as lines; bare nodes that others name are left out."""
    out = ["direction " + graph["direction"]]
    out += [f"{key} {quoted(graph[key])}" for key in ("title", "accTitle", "accDescr") if graph[key]]
    named = {e[key] for e in graph["edges"] for key in ("from", "to")}
    named |= {m for g in graph["subgraphs"] for m in g["nodes"]}
    groups = {g["id"] for g in graph["subgraphs"]}
    stand_ins = {n["id"]: n for n in graph["nodes"] if n["id"] in groups}
    for node in graph["nodes"]:
        line = node_line(node)
        if node["id"] not in groups and (line or node["id"] not in named):
            out.append(f"node {node['id']}{line}")
    out += [edge_line(edge) for edge in graph["edges"]]
    order = {n["id"]: i for i, n in enumerate(graph["nodes"])}
    out += [group_line(g, order, stand_ins.get(g["id"])) for g in graph["subgraphs"]]
    out += [f"classDef {name} " + "; ".join(styles) for name, styles in graph["classDefs"].items()]
    if graph.get("defaultEdgeStyle"):
        out.append("linkStyle default " + "; ".join(graph["defaultEdgeStyle"]))
    if graph.get("defaultEdgeCurve"):
        out.append("linkStyle default curve=" + graph["defaultEdgeCurve"])
    if config := settings(graph["config"]):
        out.append("config " + json.dumps(config, separators=(",", ":"), sort_keys=True))
    return out


def findings(text):
    out = []
    for line in text.split("\n"):
        if match := FINDING.match(line):
            out.append(f"{match[3]} {match[1]}:{match[2]} {match[4]}")
        elif match := NOWHERE.match(line):
            out.append(f"{match[1]} {match[2]}")
    return out


def understand(idarch, text, kind, folder, number=0):
    """What idarch says: the lines of its graphs, then its findings."""
    path = Path(folder) / f"{number}.{'md' if kind == 'markdown' else 'mmd'}"
    path.write_bytes(text.encode("utf-8"))
    run = subprocess.run([idarch, "graph", str(path)], capture_output=True, text=True, check=False)
    out = []
    for line in run.stdout.splitlines():
        out += (["picture"] if kind == "markdown" else []) + describe(json.loads(line))
    return out + findings(run.stderr)


def check_shapes(idarch, page, folder):
    """Every name in the page's table of shapes is taken."""
    table = re.search(r"<!-- shapes -->(.*?)<!-- end of shapes -->",
                      Path(page).read_text(encoding="utf-8"), re.S)
    names = [n for row in table[1].split("\n") if row.startswith("| `")
             for n in re.findall(r"`([^`]+)`", "|".join(row.split("|")[1:3]))]
    text = "flowchart\n" + "".join(f"n{i}@{{shape: {name}}}\n" for i, name in enumerate(names))
    got = understand(idarch, text, "flowchart", folder)
    wanted = ["direction TB"] + [f"node n{i} shape={name}" for i, name in enumerate(names)]
    if len(names) < 100 or got != wanted:
        return [f"shapes: {set(wanted) ^ set(got)}"]
    return []


def check_codes(examples, page, sources):
    """Codes of the flowchart reader that no example and no row of the limits shows."""
    shown = {line.split()[-1] for e in examples for line in e.expected or []
             if line.split()[0] in ("error", "warning", "note")}
    limits = Path(page).read_text(encoding="utf-8").split("\n## Limits")[1].split("\n## ")[0]
    shown |= set(re.findall(r"^\|.*\| `([a-z-]+)` \|$", limits, re.M))
    out = set()
    for source in sources:
        text = Path(source).read_text(encoding="utf-8")
        codes = set(re.findall(r'^    \{"([a-z-]+)", IDARCH_(?:FATAL|WARNING|NOTE)', text, re.M))
        codes |= set(re.findall(r'idarch_flow_(?:warn|fail)\(\s*[^",;]+,\s*"([a-z-]+)"', text))
        out |= {f"no example for {code} of {source}" for code in codes - shown}
    return sorted(out)


def check_symptoms(examples, page):
    """Codes of the table of symptoms that no example shows."""
    table = Path(page).read_text(encoding="utf-8").split("### Codes by symptom")[1].split("\n### ")[0]
    shown = {line.split()[-1] for e in examples for line in e.expected or []}
    codes = {c for row in table.split("\n") if row.startswith("| ")
             for c in re.findall(r"`([a-z-]+)`", row.split("|")[2])}
    return [f"no example for {c} of the symptoms" for c in sorted(codes - shown)] + (
        [] if len(codes) > 40 else ["the table of symptoms is not read"])


def main():
    idarch, page, sources = sys.argv[1], sys.argv[2], sys.argv[3:]
    examples, wrong = read_page(page)
    with tempfile.TemporaryDirectory() as folder:
        whole = [e for e in examples if e.text is not None and e.expected]
        with ThreadPoolExecutor(4) as pool:
            results = pool.map(lambda e: understand(idarch, e.text, e.kind, folder, e.number), whole)
        for example, got in zip(whole, results):
            if got != example.expected:
                wrong.append(f"{example.place()}:\n    expected "
                             + "\n             ".join(example.expected)
                             + "\n    got      " + "\n             ".join(got))
        wrong += check_shapes(idarch, page, folder)
    wrong += check_codes(examples, page, sources)
    wrong += check_symptoms(examples, page)
    for line in wrong:
        print(f"{page}: {line}")
    print(f"{len(examples)} examples, {len(wrong)} wrong")
    return 1 if wrong or len(examples) < 150 else 0


if __name__ == "__main__":
    sys.exit(main())
