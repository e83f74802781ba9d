"""Random design documents for the eye: the text, and what a picture of it has to show.

document(seed) returns (text, options, model). The model is made beside the text, not read
back from idarch:

    nodes   {id: {"parent": group or None, "label": text}}
    groups  {id: {"parent": group or None, "label": title}}
    edges   [{"id", "from", "to", "label", "start", "end"}]   drawn ones; start, end: "", "o", "x", ">"
    bits    [width of each field of the bar] or None
    blocks  names of the blocks that must be there
    absent  names of the blocks that must not
"""
import random

WORDS = {
    "latin": "order payment service gateway id cache worker lease store billing queue audit "
             "Größe naïve Ærøskøbing façade internationalisation x of to v2 eu-west-1 9001".split(),
    "cjk": "注文 決済サービス 身份证号码生成器 缓存 데이터베이스 큐 監査ログ 東京リージョン ゲートウェイ".split(),
    "arabic": "خدمة الطلبات قاعدة البيانات مرحبا بالعالم طابور معرف".split(),
    "hebrew": "שירות הזמנות מסד נתונים תור שלום עולם".split(),
    "cyrillic": "служба заказов очередь платёж хранилище идентификатор".split(),
    "greek": "υπηρεσία παραγγελιών βάση δεδομένων ουρά".split(),
    "emoji": "🚀 🔑 📦 👩‍💻 🇪🇺 ❤️ 🧑🏽‍🚒 ✅".split(),
    "marks": "e\u0301le\u0300ve n\u0303o a\u0308o\u030a Ho\u031bi s\u0323\u0307a Z\u030co".split(),
    "thai": "บริการ คำสั่งซื้อ ฐานข้อมูล".split(),
    "code": "NextId() orders.id=42 a/b/c user@host 10.0.0.0/8 SELECT * [x] TTL:10 50% a→b".split(),
}

SHAPES = [('["', '"]')] * 8 + [
    ('("', '")'), ('(["', '"])'), ('[["', '"]]'), ('[("', '")]'), ('(("', '"))'), ('((("', '")))'),
    ('>"', '"]'), ('{"', '"}'), ('{{"', '"}}'), ('[/"', '"/]'), ('[\\"', '"\\]'), ('[/"', '"\\]'),
    ('[\\"', '"/]'), ('(-"', '"-)')]

# as written, mark at the start, mark at the end
LINKS = [("-->", "", ">")] * 8 + [
    ("---", "", ""), ("-.->", "", ">"), ("==>", "", ">"), ("--o", "", "o"), ("--x", "", "x"),
    ("<-->", ">", ">"), ("o--o", "o", "o"), ("x--x", "x", "x"), ("<==>", ">", ">"),
    ("---->", "", ">"), ("-..->", "", ">"), ("===", "", "")]

KINDS = {"sign": ["sign"], "time": ["time", "timestamp"], "node": ["worker ID", "datacenter ID", "shard"],
         "sequence": ["sequence"], "random": ["random"], "constant": ["version", "variant"],
         "reserved": ["reserved"]}

RULES = ["**Clock moved back:** wait for the clock, then refuse requests and raise an alert.",
         "Restart: read the mark and wait until the clock has passed it.",
         "**Lease lost:** stop. " + "Another instance may hold the number next. " * 3]

SETTINGS = ["**Epoch:** 2026-01-01T00:00:00Z", "Replicas: 3", "Rate: 20,000 IDs/s in total at peak",
            "Worker IDs: leased from etcd", "Lease TTL: 10 s", "Keepalive: 3 s", "Max offset: 50 ms",
            "**Clock moved back:** wait 5 ms, then fail", "Service life: 20 years", "Exposed as: JSON string",
            "High-water mark: every 3 s, 6 s ahead", "Order promised: within 1 s", "etcd nodes: 3"]

BLOCKS = {"title": "title", "settings": "settings", "notes": "notes", "verdict": "verdict", "bar": None}


def words(r, limit):
    """A text of at most limit characters, never empty, of one or two scripts."""
    scripts = [r.choice(["latin", "latin", "latin", *WORDS])]
    if r.random() < 0.2:
        scripts.append(r.choice(list(WORDS)))
    text = ""
    while len(text) < limit:
        word = r.choice(WORDS[r.choice(scripts)])
        if r.random() < 0.03:
            word *= r.randint(2, 12)
        if text and len(text) + 1 + len(word) > limit:
            break
        text += (" " if text else "") + word
        if r.random() < 0.1 and len(text) > limit / 2:
            break
    return text[:limit].strip("\u0300\u0301\u200d ") or "a"


def label(r):
    limit = r.choice([1, 4, 10, 16, 16, 24, 24, 40, 80, 200]) if r.random() < 0.7 else r.randint(1, 200)
    text = words(r, limit)
    if r.random() < 0.15 and " " in text:
        text = text.replace(" ", "<br/>", 1)
    return text


def short(r):
    return words(r, r.choice([3, 8, 14, 22, 40, 90]))


class Graph:
    """Lines of a flowchart and the model of it."""

    def __init__(self, r):
        self.r, self.lines = r, []
        self.nodes, self.groups, self.edges = {}, {}, []
        self.size = r.choice([1, 2, 4, 8, 8, 14, 14, 22, 30, 45, 60])

    def node(self, parent, depth):
        r, name = self.r, "n%d" % len(self.nodes)
        text, (left, right) = label(r), r.choice(SHAPES)
        self.nodes[name] = {"parent": parent, "label": text}
        if r.random() < 0.08:
            plain = r.choices(WORDS["latin"], k=r.randint(1, 9))
            self.nodes[name]["label"] = " ".join(plain)
            text = "`%s`" % " ".join(r.choice(["%s", "%s", "**%s**", "*%s*"]) % word for word in plain)
        self.lines.append("  " * depth + name + left + text + right)

    def fill(self, parent, depth, count):
        """Count nodes under parent, some of them in groups of their own."""
        r = self.r
        while count > 0:
            if depth < 6 and r.random() < (0.3 if depth == 1 else 0.22):
                name, part = "g%d" % len(self.groups), r.randint(0 if r.random() < 0.1 else 1, min(count, 9))
                title = short(r) if r.random() < 0.9 else " "
                self.groups[name] = {"parent": parent, "label": title.strip()}
                self.lines.append("  " * depth + 'subgraph %s["%s"]' % (name, title))
                if r.random() < 0.3:
                    self.lines.append("  " * depth + "  direction " + r.choice(["TB", "BT", "LR", "RL"]))
                self.fill(name, depth + 1, part)
                self.lines.append("  " * depth + "end")
                count -= max(part, 1)
            else:
                self.node(parent, depth)
                count -= 1

    def ends(self):
        r, names = self.r, list(self.nodes)
        if self.groups and r.random() < 0.15:
            ends = [r.choice(list(self.groups)), r.choice(names)]
            r.shuffle(ends)
            return ends
        if r.random() < 0.04:
            return [r.choice(names)] * 2
        at = r.randrange(len(names))
        near = r.random() < 0.7
        to = min(max(at + r.randint(-2, 5), 0), len(names) - 1) if near else r.randrange(len(names))
        return [names[at], names[to]]

    def edge(self):
        r, name = self.r, "e%d" % len(self.edges)
        (a, b), (link, start, end) = self.ends(), r.choice(LINKS)
        if self.edges and r.random() < 0.06:
            a, b = self.edges[-1]["from"], self.edges[-1]["to"]
        text = label(r) if r.random() < 0.06 else short(r) if r.random() < 0.35 else ""
        self.edges.append({"id": name, "from": a, "to": b, "label": text, "start": start, "end": end})
        self.lines.append('  %s %s@%s%s %s' % (a, name, link, '|"%s"|' % text if text else "", b))

    def looks(self):
        """Styles that change sizes, links and other curves for some."""
        r = self.r
        for name in self.nodes:
            if r.random() < 0.5:
                self.lines.append("  style %s stroke-width:%dpx" % (name, r.choice([2, 3, 4, 8, 12])))
            if r.random() < 0.2:
                self.lines.append('  click %s href "https://example.org/%s" "tip"' % (name, name))
        for i, edge in enumerate(self.edges):
            if r.random() < 0.3:
                self.lines.append("  linkStyle %d stroke-width:%dpx" % (i, r.choice([1, 2, 3, 5])))
            if r.random() < 0.2:
                self.lines.append("  %s@{ curve: %s }" % (edge["id"], r.choice(["linear", "step", "basis"])))

    def text(self):
        self.fill(None, 1, self.size)
        if not self.nodes:
            self.node(None, 1)
        for _ in range(int(len(self.nodes) * self.r.choice([0, 0.5, 0.9, 1.1, 1.1, 1.4, 2]))):
            self.edge()
        if self.r.random() < 0.2:
            self.looks()
        direction = self.r.choice(["TB", "TB", "LR", "LR", "BT", "RL"])
        return "flowchart %s\n%s\n" % (direction, "\n".join(self.lines))


def layout(r):
    """Rows of a bit layout, most significant first, and their widths."""
    total = r.choice([64, 64, 64, 63, 53, 128, 160])
    kinds = ["time"] + r.choices(list(KINDS), k=r.randint(1, 6))
    if r.random() < 0.6:
        kinds = ["sign"] + [k for k in kinds if k != "sign"]
    widths = [1 if k == "sign" else r.choice([1, 2, 3, 5, 8, 10, 12]) for k in kinds]
    widths[kinds.index("time")] = max(total - sum(widths) + widths[kinds.index("time")], 8)
    # At most 64 bits of time: the rest is random.
    if widths[kinds.index("time")] > 48:
        spare = widths[kinds.index("time")] - 48
        widths[kinds.index("time")] = 48
        kinds.append("random")
        widths.append(spare)
    rows = [(w, r.choice(KINDS[k]), words(r, 40).replace("[x]", "x") if r.random() < 0.4 else "") for
            w, k in zip(widths, kinds)]
    table = ["## Bit layout", "", "| Bits | Field | Meaning |", "|---:|---|---|"]
    table += ["| %d | %s | %s |" % row for row in rows]
    return "\n".join(table), widths


def document(seed):
    r = random.Random(seed)
    graph = Graph(r)
    flow, parts, options = graph.text(), [], []
    if random.Random(seed + 2).random() < 0.25: # a stream of its own: the graphs stay as they are
        flow = '%%{init: {"flowchart": {"curve": "basis"}}}%%\n' + flow
    blocks, absent, bits = set(), set(), None
    titled = r.random() < 0.6
    if titled:
        flow = "---\ntitle: %s\n---\n%s" % (words(random.Random(seed + 1), 30).replace(":", " ").replace(
            "[x]", "x").replace("%", "").replace("*", "").replace("@", " ").strip() or "a", flow)
    parts.append("```mermaid\n" + flow + "```\n")
    if r.random() < 0.55:
        table, bits = layout(r)
        parts.append(table)
        if r.random() < 0.8:
            parts.append("## Settings\n\n" + "\n".join("- " + s for s in r.sample(SETTINGS, r.randint(1, 13))))
        if r.random() < 0.5:
            parts.append("## Failure rules\n\n" + "\n".join("1. " + s for s in r.sample(RULES, r.randint(1, 3))))
    for name in BLOCKS:
        if r.random() < 0.2:
            options.append("--no-" + name)
            absent.add(name)
    if titled and "title" not in absent:
        blocks.add("title")
    if bits and "verdict" not in absent:
        blocks.add("verdict")
    if r.random() < 0.2:
        options.append("--theme=" + r.choice(["neutral", "dark", "forest", "base"]))
    model = {"seed": seed, "nodes": graph.nodes, "groups": graph.groups, "edges": graph.edges,
             "bits": bits if "bar" not in absent else None, "blocks": sorted(blocks),
             "absent": sorted(absent - {"bar"})}
    return "\n\n".join(parts) + "\n", options, model
