#!/usr/bin/env python3
"""An eye that is not idarch's: draws random documents and measures the SVG in Chromium.

Usage: eye.py IDARCH [--seed N] [--count N] [--batch N] [--keep DIR] [--draw DIR]

Documents N, N+1, ... (documents.py) are rendered with random options and opened, many in
one page, in headless Chromium; measure.js asks the browser where everything is. Prints a
line for each fault: seed, kind, what and where. --keep leaves the document, its SVG and its
model of each faulty one in DIR. --draw only draws, into DIR, and measures nothing. Exit
status 1 when there was a fault, 77 when there is no browser.
"""
import argparse
import collections
import html
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

import documents

HERE = pathlib.Path(__file__).parent
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = ("--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-sync "
         "--disable-background-networking --disable-component-update --disable-dev-shm-usage "
         "--hide-scrollbars --window-size=2000,2000 --virtual-time-budget=1").split()

SCRIPT = """
const models = JSON.parse(document.getElementById("models").textContent);
const report = [...document.querySelectorAll("body > div > svg")].map((svg, i) => {
  svg.parentNode.hidden = false;
  try { return look(svg, models[i]); }
  catch (error) { return [{kind: "eye", what: String(error.stack), x: 0, y: 0}]; }
  finally { svg.parentNode.hidden = true; }
});
document.body.innerHTML = "";
document.body.appendChild(document.createElement("pre")).textContent = "REPORT" + JSON.stringify(report) + "END";
"""


def browser():
    """The path of a Chromium, or None."""
    return next((path for path in map(shutil.which, BROWSERS) if path), None)


def measure(pairs, folder):
    """A list of faults for each (svg text, model), by one start of the browser."""
    page = ["<!doctype html><meta charset=utf-8><body style='margin:0'>"]
    page += ["<div hidden>%s</div>" % re.sub(r"<\?xml[^>]*\?>", "", svg) for svg, _ in pairs]
    models = json.dumps([model for _, model in pairs]).replace("</", "<\\/")
    page.append("<script type=application/json id=models>%s</script>" % models)
    page.append("<script>%s</script>" % ((HERE / "measure.js").read_text(encoding="utf-8") + SCRIPT))
    path = pathlib.Path(folder) / "page.html"
    path.write_text("\n".join(page), encoding="utf-8")
    run = subprocess.run([browser(), *FLAGS, "--user-data-dir=%s/profile" % folder, "--dump-dom",
                          "file://%s" % path], capture_output=True, text=True, timeout=600)
    found = re.search(r"REPORT(.*)END</pre>", run.stdout, re.S)
    if not found:
        sys.exit("eye: no report from the browser\n" + run.stderr[-2000:])
    return json.loads(html.unescape(found.group(1)))


def draw(idarch, seed, folder):
    """(text, options, svg, model) of one document; svg None when idarch failed."""
    text, options, model = documents.document(seed)
    source, target = pathlib.Path(folder) / "eye.md", pathlib.Path(folder) / "eye.svg"
    source.write_text(text, encoding="utf-8")
    run = subprocess.run([idarch, "render", str(source), "-o", str(target), *options], capture_output=True,
                         text=True, timeout=120)
    svg = target.read_text(encoding="utf-8") if run.returncode == 0 else None
    if svg is None:
        print("seed %d: idarch render ended with %d\n%s" % (seed, run.returncode, run.stderr[:500]))
    return text, options, svg, model


def keep(folder, seed, text, options, svg, model, faults):
    base = pathlib.Path(folder) / str(seed)
    base.with_suffix(".md").write_text(text, encoding="utf-8")
    base.with_suffix(".svg").write_text(svg, encoding="utf-8")
    base.with_suffix(".json").write_text(
        json.dumps({"options": options, "faults": faults, "model": model}, ensure_ascii=False, indent=1),
        encoding="utf-8")


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("idarch")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--count", type=int, default=25)
    parser.add_argument("--batch", type=int, default=25)
    parser.add_argument("--keep")
    parser.add_argument("--draw")
    return parser.parse_args()


def only_draw(options):
    """Draws the documents; returns the exit status."""
    failed = False
    for seed in range(options.seed, options.seed + options.count):
        with tempfile.TemporaryDirectory() as folder:
            svg = draw(options.idarch, seed, folder)[2]
        failed |= svg is None
        if svg:
            (pathlib.Path(options.draw) / ("%d.svg" % seed)).write_text(svg, encoding="utf-8")
    return 1 if failed else 0


def main():
    options = arguments()
    if options.draw:
        return only_draw(options)
    if not browser():
        print("eye: no Chromium here, nothing measured")
        return 77
    kinds, faulty, failed, end = collections.Counter(), 0, False, options.seed + options.count
    if options.keep:
        os.makedirs(options.keep, exist_ok=True)
    print("eye: %d documents from seed %d" % (options.count, options.seed), flush=True)
    for first in range(options.seed, end, options.batch):
        with tempfile.TemporaryDirectory() as folder:
            seeds = range(first, min(first + options.batch, end))
            drawn = [(seed, *draw(options.idarch, seed, folder)) for seed in seeds]
            failed |= any(d[3] is None for d in drawn)
            drawn = [d for d in drawn if d[3] is not None]
            for d, faults in zip(drawn, measure([d[3:5] for d in drawn], folder)):
                faulty += bool(faults)
                kinds.update(f["kind"] for f in faults)
                for f in faults:
                    print("seed %d: %s: %s at %s,%s" % (d[0], f["kind"], f["what"], f["x"], f["y"]), flush=True)
                if faults and options.keep:
                    keep(options.keep, *d, faults)
    for kind, count in kinds.most_common():
        print("%6d %s" % (count, kind))
    print("eye: %d of %d documents with a fault" % (faulty, options.count))
    return 1 if failed or faulty else 0


if __name__ == "__main__":
    sys.exit(main())
