#!/bin/bash
# Reading and drawing stay linear: `idarch graph` and `idarch render` on large and odd
# flowcharts, each at a size and at four times the size; the second may take at most eight
# times as long. What is printed about them stays short. Times under a
# quarter of a second prove nothing and always pass. Usage: test_scale.sh IDARCH ROOT
exec python3 - "$(realpath "$1")" <<'PY'
import os
import resource
import subprocess
import sys
import tempfile

idarch = sys.argv[1]
FLOOR, RATIO = 0.25, 8


def lines(template):
    return lambda n: "".join(template % i + "\n" for i in range(n))


def word(before, piece, after):
    return lambda n: before + piece * n + after + "\n"


# name, text of a size, size, exit status
SHAPES = [
    ("edges", lines("a%d --> b"), 10000, 0),
    ("one chain", lambda n: " --> ".join(f"a{i}" for i in range(n)) + "\n", 12000, 0),
    ("one fan", lambda n: " & ".join(f"a{i}" for i in range(n)) + " --> b\n", 10000, 0),
    ("nested subgraphs", lambda n: "".join(f"subgraph s{i}\n" for i in range(n)) + "A\n" + "end\n" * n, 2500, 0),
    ("one subgraph many times", lines("subgraph s\nn%d\nend"), 5000, 0),
    ("label unquoted", word("A[", "x", "]"), 250000, 0),
    ("label quoted", word('A["', "word ", '"]'), 50000, 0),
    ("label Markdown", word('A["`', "**a** ", '`"]'), 40000, 0),
    ("label between pipes", word("A -->|", "x", "| B"), 250000, 0),
    ("label in the arrow", word("A -- ", "x", " --> B"), 250000, 0),
    ("title", word("subgraph a [", "x", "]\nend"), 250000, 0),
    ("class name", word("A:::", "x", ""), 250000, 0),
    ("data", word('A@{ label: "', "x", '" }'), 250000, 0),
    ("breaks", word('A["', "<br>", '"]'), 50000, 0),
    ("entities", word('A["', "#35;", '"]'), 50000, 0),
    ("blanks", word("", " ", "A"), 250000, 0),
    ("brackets", word("", "(", ""), 250000, 2),
    ("garbage", word("", "[(\"a`{|@&-=", ""), 20000, 2),
    ("quotes never closed", lines('A%d["x'), 2000, 2),
    ("data never closed", lines("A%d@{ a"), 2000, 2),
    ("classDefs", lines("classDef c%d fill:#eee"), 10000, 0),
    ("classes of a node", lambda n: "A\n" + "".join(f"class A c{i}\n" for i in range(n)), 10000, 0),
    ("linkStyles", lambda n: "A --> B\n" + "linkStyle 0 stroke:red\n" * n, 10000, 0),
    ("linkStyle list", lambda n: "A --> B\n" * n + "linkStyle " + ",".join(map(str, range(n))) + " stroke:red\n", 4000, 0),
    ("class of unknown ids", lambda n: "class " + ",".join(f"n{i}" for i in range(n)) + " k\n", 25000, 0),
    ("class without ids", word("class A", ",", " k"), 25000, 0),
    ("click of unknown ids", lambda n: "click " + ",".join(f"n{i}" for i in range(n)) + ' "https://e.com" "t"\n', 25000, 0),
    ("linkStyle of no edges", lambda n: "linkStyle " + ",".join(map(str, range(n))) + " stroke:red\n", 25000, 2),
    ("classDef of many names", lambda n: "classDef " + ",".join(f"c{i}" for i in range(n)) + " fill:red\n", 25000, 0),
    ("classDef of a few names", lambda n: "classDef a,b,c,d,e,f,g,h,i,j " + ",".join(["fill:red"] * n) + "\n", 8000, 0),
    ("label of a fan", lambda n: " & ".join(f"a{i}" for i in range(20)) + ' -->|"' + "word " * n + '"| ' + " & ".join(f"b{i}" for i in range(20)) + "\n", 800, 0),
    ("comments", lines("%%%% c%d"), 25000, 0),
    ("data blocks", lines("A%d@{ shape: cyl }"), 5000, 0),
    ("clicks", lambda n: "A\n" + 'click A "https://e.com"\n' * n, 10000, 0),
]
HEADS = [
    ("directives", lambda n: "%%{init: {'theme': 'dark'}}%%\n" * n + "flowchart LR\nA\n", 5000, 0),
    ("front matter", lambda n: "---\nconfig:\n" + "".join(f"  k{i}: v\n" for i in range(n))
     + "---\nflowchart LR\nA\n", 8000, 0),
]


# The same for `idarch render`
DRAWN = [
    ("drawn: one word", word('A["', "x", '"]'), 250000, 0),
    ("drawn: title of one word", word('subgraph a ["', "x", '"]\nA\nend'), 250000, 0),
    ("drawn: edge label of one word", word('A -->|"', "x", '"| B'), 250000, 0),
    ("drawn: words", word('A["', "word ", '"]'), 50000, 0),
    ("drawn: breaks", word('A["', "<br>", '"]'), 50000, 0),
    ("drawn: Markdown", word('A["`', "**a** ", '`"]'), 40000, 0),
]
MESSAGES = 2000000  # bytes that may be printed about one file: 1,000 messages


def seconds(text, status, command):
    """User time of one run."""
    with tempfile.NamedTemporaryFile("w", suffix=".mmd") as file:
        file.write(text)
        file.flush()
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        got = subprocess.run([idarch, *command, file.name], stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL).returncode
        after = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    if got != status:
        return None
    return after - before


bad = False
for name, make, size, status in SHAPES + HEADS + DRAWN:
    head = "" if (name, make, size, status) in HEADS else "flowchart LR\n"
    command = ["render", "-o", "-"] if name.startswith("drawn") else ["graph"]
    times = [seconds(head + make(n), status, command) for n in (size, 4 * size)]
    if None in times:
        print(f"FAILED: {name}: another exit status than {status}")
        bad = True
        continue
    if times[1] > max(FLOOR, RATIO * times[0]):
        times = [min(times[k], seconds(head + make(n), status, command))
                 for k, n in ((0, size), (1, 4 * size))]
    if times[1] > max(FLOOR, RATIO * times[0]):
        print(f"FAILED: {name}: {times[0]:.2f} s at {size}, {times[1]:.2f} s at four times as much")
        bad = True

# A name of a megabyte in a thousand messages.
members = "".join(f"n{i}\n" for i in range(1000))
text = f"flowchart LR\nsubgraph {'x' * 1000000}\n{members}end\nsubgraph b\n{members}end\n"
said = subprocess.run([idarch, "graph", "-"], input=text.encode(), stdout=subprocess.DEVNULL,
                      stderr=subprocess.PIPE).stderr
if said.count(b" warning: ") != 1000 or len(said) > MESSAGES:
    print(f"FAILED: {said.count(b' warning: ')} warnings in {len(said)} bytes")
    bad = True
sys.exit(bad)
PY
