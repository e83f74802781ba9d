#!/usr/bin/env python3
"""Compares the graphs of `idarch graph` with those of a reference program, strictly.

usage: flowchart_differential.py [--idarch PROGRAM] [--reference COMMAND] [--show N] DIR...

COMMAND DIR, where given, must write X.json beside each DIR/X.mmd first; without it the
files must be there. The form is the one of `idarch graph`, or {"error": ...} for a text
that is rejected. Every member is compared, with its exact white space, except the names
ending in Html; a line end or control character counts as a blank, which is how idarch
keeps it, and Mermaid's placeholder of an entity code as the code. Prints the number of each kind of difference with the first N files of it.
Exit status 0 when there is none, else 1.
"""
import argparse
import collections
import concurrent.futures
import json
import pathlib
import re
import shlex
import subprocess
import sys

CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")
PLACEHOLDER = re.compile("\ufb02\u00b0\u00b0?(\\w+)\u00b6\u00df", re.ASCII)


def text(value):
    """A text without control characters; what Mermaid puts for an entity code is the code again."""
    return PLACEHOLDER.sub(r"#\1;", CONTROL.sub(" ", value))


def plain(value):
    """Without ...Html members and control characters; numbers that are equal are equal."""
    if isinstance(value, dict):
        return {text(k): plain(v) for k, v in value.items() if not k.endswith("Html")}
    if isinstance(value, list):
        return [plain(v) for v in value]
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return float(f"{value:.15g}")
    return text(value) if isinstance(value, str) else value


def differences(want, got):
    """The kinds of difference, as a set of short strings."""
    if "error" in want or "error" in got:
        if ("error" in want) == ("error" in got):
            return set()
        return {"accepts what the reference rejects" if "error" in want else "rejects what the reference accepts"}
    out = set()
    want, got = plain(want), plain(got)
    for key in want.keys() | got.keys():
        a, b = want.get(key), got.get(key)
        if a == b:
            continue
        if key not in ("nodes", "edges", "subgraphs") or not isinstance(a, list) or not isinstance(b, list):
            out.add(key)
        elif [i["id"] for i in a] != [i["id"] for i in b]:
            out.add(key + " ids")
        else:
            for x, y in zip(a, b):
                out |= {f"{key} {k}" for k in x.keys() | y.keys() if x.get(k) != y.get(k)}
    return out


def run(program, path):
    want = json.loads(path.with_suffix(".json").read_text())
    try:
        p = subprocess.run([program, "graph", str(path)], capture_output=True, timeout=20)
    except subprocess.TimeoutExpired:
        return path, {"time-out"}
    if p.returncode not in (0, 1, 2):
        return path, {f"exit status {p.returncode}"}
    try:
        got = json.loads(p.stdout) if p.returncode < 2 else {"error": p.stderr.decode(errors="replace")}
    except ValueError:
        return path, {"no JSON"}
    return path, differences(want, got)


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--idarch", default="build/release/idarch")
    ap.add_argument("--reference", help="command that writes the .json files of a directory")
    ap.add_argument("--show", type=int, default=3)
    ap.add_argument("--list", action="store_true", help="one line for each file that differs")
    ap.add_argument("dirs", nargs="+", type=pathlib.Path)
    a = ap.parse_args()
    kinds, count, bad = collections.defaultdict(list), 0, 0
    for folder in a.dirs:
        if a.reference:
            subprocess.run(shlex.split(a.reference) + [str(folder)], check=True)
        files = [f for f in sorted(folder.rglob("*.mmd")) if f.with_suffix(".json").exists()]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for path, diffs in pool.map(lambda f: run(a.idarch, f), files):
                count += 1
                bad += bool(diffs)
                for d in diffs:
                    kinds[d].append(path)
                if a.list and diffs:
                    print(f"{path}: {', '.join(sorted(diffs))}")
    for kind, where in sorted(kinds.items(), key=lambda kv: -len(kv[1])):
        print(f"{len(where):5}  {kind}: {' '.join(map(str, where[:a.show]))}")
    print(f"{count - bad} of {count} equal")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
