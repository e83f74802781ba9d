#!/usr/bin/env python3
"""Writes random flowcharts: valid ones, unusual ones and slightly broken ones.

usage: flowchart_generator.py [--seed N] [--count N] [--broken SHARE] [--long N] DIR

Writes DIR/SEED_NUMBER.mmd. The same seed and number give the same text, in any run and on
any machine. A text is made from the tables below: first the tables of words (what an id, a
label, a style looks like), then the functions that put a statement together, then the whole.
Each text has an oddness from 0 to 2 that says how often the rows marked as odd are taken.
A share of the texts (--broken) is damaged afterwards: a character or a token is taken away,
doubled, set in or swapped with its neighbour.

What a text means, this program does not know: compare idarch with another reader of the
language, for instance with flowchart_differential.py, or look for crashes and time-outs.
"""
import argparse
import pathlib
import random
import re

# ---- words --------------------------------------------------------------------------------

HEADERS = ["flowchart", "graph"]
ODD_HEADERS = ["flowchart-elk", "swimlane-beta", "Flowchart", "flowchart-v2", "graphs", "sequenceDiagram"]
DIRECTIONS = ["TD", "TB", "LR", "RL", "BT"]
ODD_DIRECTIONS = ["BR", ">", "<", "^", "v", "lr", "LRx", "", " TD ", "\tLR", "LR;", "TD ;", "\n", "LR %% c", "TD\n\n"]

IDS = ["A", "B", "C", "D", "E", "a1", "node1", "api", "db", "my-node", "a.b", "d/e", "x1", "o1", "Start",
       "User_1", "svc-2", "endpoint", "n0", "42", "1a"]
ODD_IDS = ["end", "End", "graph", "style", "class", "click", "default", "v", "o", "x", "A&B", "A:B", "A::B", "a,b",
           "B-", "-", "a--b", "subgraph1", "my-end", "end-point", "x-y", "Ärger", "узел", "节点", "émoji😀", "a%b",
           "a*b", "a#b", "#35;", "a#b;", "a=b", "direction", "redirection", "linkStyle", "href", "call", "_top",
           "_self", "interpolate", "A@b", "@", "a'b", "a`b", "a!b", "a?b", "a$b", "a+b", "a\\b", "0", "01", "1.5",
           "graph1", "classDef", "flowchart", "accTitle", "e1", "L_A_B_0", "constructor", "__proto__", "toString",
           "%%", "a%%b", "...", "a..b", "ﬂ", "ñ1", "Ω", "ｗｉｄｅ", "v1", "1v", "vv", "a-v", "default1", "Adefault",
           "style-x", "A.style", "x-class", "subGraph0", "end1", "1end", "-a", "a-", "/", "a//b", "*", "&", ":", "#"]

WORDS = ["text", "Load balancer", "v1.2", "API", "two words", "worker ID 7", "a-b", "a_b", "100%", "x, y", "q?",
         "done!", "A/B", "it's", "über", "数据库", "Привет", "😀 ok", "a & b", "a; b", "a: b", "a = b", "x > y",
         "a < b", "a<br>b", "a<br/>b", "a</br>b", "<b>bold</b>", "<i class='x'>i</i>", "#35; #quot; #9829;",
         "&amp; &#35;", "#x20AC;", "fa:fa-car car", "fa:fa-ban", "end", "graph", "style", "direction", "--> ", "1",
         "0", "-1.5", "true", "null", "`code`", "**b**", "$$x^2$$", "C:\\dir\\n", "line\\nline", "a\nb", " lead", "trail ",
         "a  b", "http://x.y/z?a=b", "user@host", "\u00a0nbsp", "tab\there", "x*y*z", "_u_", "~a~", "<br />", "a -- b"]
ODD_WORDS = ["(p)", "[b]", "{c}", "a|b", "a\"b", "List<String>", "<unknown>", "a<b", "direction LR", "the direction TB is",
             "", " ", "%% c", "%%{x}%%", "A[x]", "~~~", "a~~~b", "---", "===", "-.-", "a==b", "a.b.c", "o--o", "x--x",
             "<script>alert(1)</script>", "<img src=x onerror=y>", "<a href=\"http://x\">l</a>", "<b style=\"color:red\">q</b>",
             "classDef a fill:#fff;", "style x:#abc; y; z", "end\n", "&", "#", ";", "#;", "#a b;", "\\\"", "``", "`", "\"`m`\"",
             "/", "\\", "/x/", "\\x\\", "-", "-x-", "]", "[", "((", "))", "{{", "}}", "\u2028", "\ufeff", "\u0007",
             "javascript:x", "@{a}", "a@b", "é" * 30, "word " * 30, "<p>p</p>", "<!-- c -->", "<svg/>", "a&lt;b", "A --> B", "\t"]
MARKDOWN = ["**bold** text", "*i*", "a\nb", "  indented\n  more", "plain", "1. item", "- item", "# head", "`code`",
            "a ` b", "**b", "__u__", "[l](http://x)", "a\\*b", "~~s~~", "&amp;", "#35;", "<br>", "", " ", "\n", "x\"y"]

# opening and closing bracket
SHAPES = [("[", "]"), ("(", ")"), ("([", "])"), ("[[", "]]"), ("[(", ")]"), ("((", "))"), ("(((", ")))"), (">", "]"),
          ("{", "}"), ("{{", "}}"), ("[/", "/]"), ("[\\", "\\]"), ("[/", "\\]"), ("[\\", "/]"), ("(-", "-)")]
ODD_SHAPES = [("[|a:b|", "]"), ("[|borders:lt|", "]"), ("[|x:1|", "]"), ("[", ")"), ("(", "]"), ("[[", "]"), ("((", ")"), (" [", "]"), ("[", " ]"),
              ("{{", "}"), ("{", "}}"), ("([", "]"), ("[(", "]"), ("[/", "]"), ("[\\", "]"), ("(-", ")"), ("<", ">"), ("[", ""), ("", "]")]

# names for @{ shape: }; the aliases after them
SHAPE_NAMES = """rect proc process rectangle rounded event stadium terminal pill fr-rect subprocess subproc framed-rectangle
subroutine cyl db database cylinder datastore data-store circle circ bang cloud diam decision diamond question hex
hexagon prepare lean-r lean-right in-out lean-l lean-left out-in trap-b priority trapezoid-bottom trapezoid trap-t
manual trapezoid-top inv-trapezoid dbl-circ double-circle text notch-rect card notched-rectangle lin-rect
lined-rectangle lined-process lin-proc shaded-process sm-circ start small-circle fr-circ stop framed-circle fork join
hourglass collate brace comment brace-l brace-r braces bolt com-link lightning-bolt doc document delay
half-rounded-rectangle h-cyl das horizontal-cylinder lin-cyl disk lined-cylinder curv-trap curved-trapezoid display
div-rect div-proc divided-rectangle divided-process tri extract triangle win-pane internal-storage window-pane f-circ
junction filled-circle notch-pent loop-limit notched-pentagon flip-tri manual-file flipped-triangle sl-rect
manual-input sloped-rectangle docs documents st-doc stacked-document st-rect procs processes stacked-rectangle flag
paper-tape bow-rect stored-data bow-tie-rectangle cross-circ summary crossed-circle tag-doc tagged-document tag-rect
tagged-rectangle tag-proc tagged-process odd lin-doc lined-document ellipse browser circle-inline""".split()
ODD_SHAPE_NAMES = ["Cyl", "square", "round", "lean_right", "nothing", "rect_left", "doublecircle", "1", "true", "null", "\"rect\"",
                   "'cyl'", "[rect]", "{a: b}", "", "~", "rect-", "labelRect", "iconSquare", "imageSquare", "icon", "rectWithTitle", "note", "choice",
                   "squareRect", "roundedRect", "forkJoin", "state", "stateStart", "composite", "noteGroup", "anchor", "kanbanItem", "mindmapCircle", "classBox", "erBox", "datastore", "usecase"]

# entity codes, and what only looks like one
CODES = ["#35;", "#quot;", "#9829;", "#amp;", "#x20AC;", "#a_b;"]
ODD_CODES = ["#", "#;", "#35", "##35;", "#35;;", "#é;", "&#35;", "#35#36;", "# 35;"]

# keys of @{ } with values: (key, usual values, odd values)
NODE_KEYS = [
    ("label", ['"x y"', "plain text", "'single'", '"a <br> b"', '"**md**"', '"two\n  lines"', '"#35;"'],
     ["5", "1.50", "true", "null", "~", "", '""', "0", "[a, b]", "{a: b}", "2020-01-01", "0x1F", "1e3", ".inf", "'it''s'", '"a\\nb"', '"\\u00e9"',
      "|\n    block\n    text", ">\n    folded\n    text", "a: b", "'a: b'", "a #b", "a#b", "!!str 5", "&x y", "*x", '" "', "no", "yes", "on", "-5", "+5", "0o17", "017", "1_000", "a\n    b"]),
    ("shape", SHAPE_NAMES, ODD_SHAPE_NAMES),
    ("icon", ['"fa:user"', "'mdi:home'", "aws:s3"], ["5", "true", '""', "null", "[a]"]),
    ("form", ['"circle"', '"square"', "rounded"], ["5", "null", "[a]"]),
    ("pos", ['"t"', "b"], ["1", "false", "[t]"]),
    ("img", ['"https://example.com/a.png"', "'x.png'"], ["5", '""', "null"]),
    ("w", ["60", '"60"', "60.5"], ["0", "-5", "abc", "'0'", "1e2", "0x10", "true", "null", "1e400", "\" 7 \"", "60px", "[5]", ".5", "5."]),
    ("h", ["60", '"48"', "0.5"], ["0", "1e-7", "123456789012345678901", "null", "", "[]", "''", "1e21"]),
    ("constraint", ['"on"', '"off"', "on"], ["true", "5", "null"]),
    ("labelType", ["text", "string", "markdown"], ["html", "5", "null"]),
    ("other", ["x", "5"], ["[1, 2]", "{a: 1}", "[a, [b, {c: d}]]"]),
    ("laneRole", ["x"], ["5"]),
    ("animate", ["true"], ["5"]),
]
EDGE_KEYS = [
    ("animate", ["true", "false"], ["yes", '"true"', "5", "0", "null", "[a]", "{a: b}", "TRUE", "''"]),
    ("animation", ["fast", "slow", '"fast"'], ["5", "null", "none", "[a]", "true"]),
    ("curve", ["basis", "linear", "stepAfter", "natural"], ["5", "null", "unknown", "{a: b}", '""']),
    ("step", ["1", "2", "30"], ["0", "-1", "1.5", '"2"', "null", "true", "1e3", "0x5", "3.0", "1e21"]),
    ("label", ["x"], ["5"]),
    ("shape", ["rect"], ["nothing"]),
]

STYLES = ["fill:#f9f", "stroke:#333", "stroke-width:4px", "color:red", "fill:none", "stroke-dasharray: 5 5", "opacity:0.5",
          "font-size:12px", "fill:red", "stroke:#0f0", "stroke-width:2", "font-weight:bold", "rx:5", "background:#eee", "stroke-dasharray:5\\,5"]
ODD_STYLES = ["fill:rgb(1,2,3)", "fill", ":", "fill:#fff;", "a:b:c", " fill : red ", "x", "5", "fill:\"red\"", "font-family:Arial Black",
              "fill:#fff ", "a:*", "a:50%", "a!important", "transform:scale(2)", "stroke-dasharray:5\\,5,fill:red", "style", "é:b", "a:default", "a-b:c_d", "--x:1", "x:v", "e:end", "", "fill:#ffé"]
CLASS_NAMES = ["k", "hot", "my-class", "c_1", "default", "worker", "Cls", "a1"]
ODD_CLASS_NAMES = ["k1,k2", "a.b", "style", "class", "é", "a:b", "#x", "1", "k k", "end", "constructor", "a&b", "v", "click"]
CURVES = ["basis", "linear", "cardinal", "stepBefore"]
ODD_CURVES = ["unknown", "1", "default", "a-b", "é"]

URLS = ["https://example.com", "http://example.com/a?b=c#d", "/relative/path", "./x.html", "mailto:a@b.c", "#frag", "https://example.com/a b",
        "https://Example.COM/Path/../x", "www.example.com", "page.html"]
ODD_URLS = ["javascript:alert(1)", "JaVaScRiPt:x", "data:text/html,x", "vbscript:x", "https://", "http://a b/", "", " ", "https://example.com:8080/x", "https://user:pw@host/x",
            "https://example.com/#frag;x", "https://ex.com/%41%zz", "https://bücher.de/ü", "HTTPS://EX.com", "tel:5", "ftp://x/y", "//host/x", "\\\\host", "x:y",
            "https://example.com?q=1&amp;r=2", "https://exa_mple.com", "https://[::1]/", "https://1.2.3.4/x", "https://0x7f.1/", "https://ex.com/{a}|b^c`d", "https://ex.com/\"", "https://ex.com/<b>",
            "http:ex.com", "https:/ex.com", "https:///ex.com", "ex.com:80/x", "&#106;avascript:x", "java\tscript:x", "https://ex.com/a%20b", "https://ex.com/é", "https://ex.com/a\\b", "?q=1", "about:blank", "http://ex.com:80/", "../up", "https://ex.com/a?b'c\"d", "%6aavascript:x", "https://ex.com/%", "https://ex.com./", "https://-ex-.com/", "https://ex..com/"]
TARGETS = ["_blank", "_self", "_parent", "_top"]
ODD_TARGETS = ["_new", "blank", "\"_blank\"", "_blankx"]
TOOLTIPS = ["a tip", "tip <b>x</b>", "#35;", "ünï", "", "a  b", " x ", "line\nline"]

ENDS = [("", ">"), ("", "-"), ("", "o"), ("", "x"), ("<", ">"), ("o", "o"), ("x", "x")]
ODD_ENDS = [("<", "-"), ("o", ">"), ("x", "-"), ("<", "x"), ("o", "x"), ("x", ">"), ("<", "o"), ("o", "-")]
SEPARATORS = ["\n", "\n", "\n", "\n", "\n\n", ";", ";\n", " ;\n", "\n    ", "\n\t"]
ODD_SEPARATORS = [" ", "", ";;", "\r\n", "\r", "\n%% comment\n", "\n%%\n", " %% c\n", "\n  %% a --> b\n", "\n%%{x}%%\n", "\u00a0\n", "\n\ufeff", "\n \n \n", " \n", "\t\n", "  \n", "\n---\n", "; ", "\v", "\f\n"]

TITLES = ["One", "one two", "\"quoted title\"", "\"`md **b**`\"", "id [Title]", "id[Title text]", "id[\"Quoted title\"]", "id2 [\"`md`\"]", "x-1", "a.b", "42", "Grüße", "A", "B", "api"]
ODD_TITLES = ["", " ", "id [x] ", "one ", "a (b)", "a, b", "a:::b", "end", "a & b", "a: b", "id[x](y)", "id [ ]", "id[]", "\"\"", "\"a\" b", "a \"b\"", "a  b", "style x", "graph", "a--b", "a-->b",
              "direction LR", "id{x}", "id(x)", "1 [One]", "a b [c]", "#35;", "é", "id [a <br> b]", "id [`x`]", "id[\"a\" b]", "*", "a@b", "a;", "v", "a v b", "click x", "class", "default", "subgraph", "id[a]:::k", "\"x\" [y]", "\"x\"[y]", "\"`x`\" [y]", "id[fa:fa-x t]", "a/b", "a\\b", "<b>", "^", "id\n[x]", "id [\"x\"] "]

FRONT_KEYS = [
    ("title", ["My chart", "\"quoted\"", "'it''s'", "a: b", "\"a: b\"", "Ünï"],
     ["5", "1.50", "0", "true", "false", "null", "~", "", "[a, b]", "{a: b}", "2020-01-01", "0x1F", "1e3", "|\n  block\n  text", ">-\n  folded\n  text", "!!str 5", "&t x", "*t", "#x", "a #b", "\"\"", "' x '", "- a", "<b>x</b>", "1e21", "-0", ".5", "1_000", "0.1", "1e-7", "0b11", "0o17"]),
    ("displayMode", ["compact"], ["x", "5", "null"]),
    ("config", ["\n  theme: forest", "\n  layout: elk", "\n  flowchart:\n    curve: linear", "\n  look: handDrawn\n  theme: neutral", "\n  themeVariables:\n    primaryColor: '#f00'\n    lineColor: red",
                "\n  flowchart: {htmlLabels: false, nodeSpacing: 20}", " {theme: dark}", "\n  layout: elk\n  elk:\n    mergeEdges: true\n    nodePlacementStrategy: LINEAR_SEGMENTS", "\n  flowchart:\n    defaultRenderer: elk\n    useMaxWidth: true", "\n  flowchart:\n    inheritDir: true"],
     [" x", " 5", " null", " [a]", "\n  securityLevel: loose", "\n  maxEdges: 5", "\n  maxTextSize: 10", "\n  secure: [a]", "\n  startOnLoad: true", "\n  theme: 5", "\n  themeVariables: x", "\n  themeCSS: '.a{b}'", "\n  flowchart: 5", "\n  unknown: 1",
      "\n  flowchart:\n    unknown: 1", "\n  fontFamily: 'x;y'", "\n  fontFamily: '<b>'", "\n  themeVariables:\n    fontFamily: 'url(x)'\n    __proto__: 5", "\n  flowchart:\n    inheritDir: yes", "\n  flowchart:\n    inheritDir: 1", "\n  flowchart:\n    inheritDir: 'false'",
      "\n  __proto__: {a: b}", "\n  wrap: true", "\n  theme: &t dark\n  look: *t", "\n  themeVariables: &v\n    a: b\n  x: *v", "\n  flowchart:\n    <<: {curve: basis}", "\n  theme: dark\n  theme: forest", "\n\ttheme: dark", "\n  themeVariables:\n    fontSize: 12px\n    darkMode: true\n    n: 1.50\n    m: 0x10",
      "\n  layout: dagre\n  fontSize: 12\n  logLevel: 1\n  darkMode: true", "\n  flowchart:\n    titleTopMargin: 1.0\n    padding: 1e3", "\n  htmlLabels: false\n  handDrawnSeed: 3", "\n  sequence: {mirrorActors: false}", "\n  dompurifyConfig: {a: b}", "\n  suppressErrorRendering: true", "\n  altFontFamily: x", "\n  deterministicIds: true\n  arrowMarkerAbsolute: true", "\n  themeVariables:\n    a: 'b;c'\n    d: 'rgb(1,2,3)'\n    e: 'f{g'\n    h: '<i>'", "\n  layout: [elk]\n  look: {a: b}", "\n  elk: 5\n  elk.mergeEdges: true"]),
    ("other", ["x"], ["[1, [2]]"]),
    ("wrap", ["true"], ["5"]),
]
INITS = ["%%{init: {'theme': 'dark'}}%%", "%%{init: {\"theme\": \"forest\", \"themeVariables\": {\"primaryColor\": \"#fff\"}}}%%", "%%{initialize: {'flowchart': {'curve': 'basis'}}}%%",
         "%%{ init : { \"layout\": \"elk\" } }%%", "%%{init: {\n  'theme': 'base'\n}}%%", "%%{init: {'flowchart': {'htmlLabels': true, 'nodeSpacing': 50}}}%%", "%%{wrap}%%", "%%{init: {'look': 'handDrawn'}}%%"]
ODD_INITS = ["%%{init: {theme: dark}}%%", "%%{init: }%%", "%%{init}%%", "%%{init: {'config': {'curve': 'x'}}}%%", "%%{init: {\"securityLevel\": \"loose\", \"theme\": \"dark\"}}%%", "%%{x: {'a': 1}}%%", "%%{init: {'a': [1, {'b': 2}]}}%%",
             "%%{init: {'theme': 'dark'}", "%%{init: {'theme': \"da'rk\"}}%%", "%%{init: 5}%%", "%%{init: [1]}%%", "%%{init: \"x\"}%%", "%%{init: {'themeCSS': '.a{b:c}'}}%%", "%%{init: {'themeVariables': {'a': 'b(c)'}}}%%", "%%{init: {'wrap': false}}%%",
             "%%{init: {'flowchart': {'inheritDir': true}}}%%", "%%{init: {'theme': 'dark'}}%% %%{init: {'look': 'classic'}}%%", "%%{init: {'theme': 'dark',}}%%", "%%{init: null}%%", "%%{init: true}%%", "%%{init: {'__proto__': 1}}%%", "%%{init: {'fontFamily': 'a<b'}}%%", "%%{init: {'maxEdges': 3, 'fontSize': 1.0}}%%", "%%{init: {}}%%", "%%{init:{'theme':'dark'}}%%", "%% {init: {'theme':'x'}}%%", "%%{init: {'theme': 'a}%%b'}}%%", "%%{ wrap : x }%%", "%%{init: {'flowchart': {'a': 1}}}%%\n%%{init: {'flowchart': {'curve': 'basis'}}}%%", "%%{init: {'themeVariables': {'x': 1.50, 'y': 1e3, 'z': '\\u00e9'}}}%%"]

COMMENTS = ["%% a comment", "%%comment", "  %% indented", "%% A --> B[x", "%%% three", "%%", "%% é 😀", "%%-->"]
ACCESSIBLE = ["accTitle: A title", "accDescr: A description", "accDescr {\n  many\n  lines\n}", "accTitle :x", "accDescr:   spaces  ", "accDescr { one line }", "accTitle: é #35;"]
ODD_ACCESSIBLE = ["accTitle:", "accDescr {", "accTitle {x}", "accTitle x", "accDescr{a}{b}", "accTitle: a; A --> B", "accDescr: <b>x</b>", "accTitle: \"q\"", "accDescr {a}\n}", "accTitle: %% c", "accTitle:\n A", "accDescr {}", "xaccTitle: y", "accTitle: <script>a</script>", "accDescr { a\n\n   b  }", "accTitle: a\naccTitle: b"]

TOKEN = re.compile(r"\s+|\w+|[-=.~<>ox]{2,}|[^\w\s]")
SPARE = list("[](){}|\"'`;:,&<>/\\-=.~@#%xov \n\t^*!?") + ["end", "subgraph", "-->", "---", "@{", "}}", ":::", "style ", "click ", "class ", "\r\n", "%%", "\u00a0", "é", "😀", "direction LR", "#35;"]


class Chart:
    """One text while it is written. odd: 0 never, 1 sometimes, 2 often takes an odd row."""

    def __init__(self, rng, odd, size):
        self.rng, self.odd, self.size = rng, odd, size
        self.share = (0.0, 0.03, 0.15)[odd]
        self.used = []      # ids so far
        self.edge_ids = []
        self.edges = 0
        self.depth = 0

    def strange(self):
        return self.rng.random() < self.share

    def chance(self, p):
        return self.rng.random() < p

    def pick(self, usual, odd=()):
        return self.rng.choice(odd if odd and self.strange() else usual)

    # ---- parts ---------------------------------------------------------------------------

    def gap(self):
        """White space that may stand between words."""
        return self.pick([" "] * 9 + ["  "], ["", "   ", "\t", "\u00a0", " \n "])

    def id(self, new=0.5):
        if self.used and not self.chance(new):
            return self.rng.choice(self.used)
        name = self.pick(IDS, ODD_IDS)
        if self.chance(0.2):
            name += str(self.rng.randint(0, 99))
        self.used.append(name)
        return name

    def label(self):
        words = [self.pick(WORDS, ODD_WORDS) for _ in range(self.rng.choice([1, 1, 1, 2, 3]))]
        text = " ".join(words)
        kind = self.rng.random()
        if kind < 0.45:
            return '"' + (text if self.strange() else text.replace('"', "'")) + '"'
        if kind < 0.55:
            return '"`' + self.pick(MARKDOWN) + self.pick(["", text]).replace('"', "'").replace("`", "") + '`"'
        if not self.strange():
            text = re.sub(r'[(){}\[\]|"]', "", text) or "x"
        if self.strange():
            text = self.pick(['"a" b', ' "y"', '"a""b"', "``x``", '"`a`" b', '"`a"`"', '"a`b"'])
        return text

    def shape(self):
        opening, closing = self.pick(SHAPES, ODD_SHAPES)
        return opening + self.label() + closing

    def coded(self, value):
        """The value, sometimes with an entity code somewhere in it or around it."""
        if not self.chance(0.1):
            return value
        code = self.pick(CODES, ODD_CODES)
        at = self.pick([0, len(value), self.rng.randint(0, len(value))])
        return value[:at] + self.pick(["", " "]) + code + self.pick(["", " ", ": "], ["\n"]) + value[at:]

    def data(self, keys):
        """An @{ } block in flow or block form."""
        chosen = [self.pick(keys) for _ in range(self.rng.choice([1, 1, 2, 3]))]
        pairs = []
        for key, usual, odd in chosen:
            if not self.strange() and key in [k for k, _ in pairs]:
                continue
            pairs.append((self.coded(key) if self.strange() else key, self.coded(self.pick(usual, odd))))
        if self.strange():
            return self.pick(["@{}", "@{ }", "@{\n}", "@{x}", "@{a: b, c}", "@{ shape: rect, }", "@{ label: \"a } b\" }", "@{\"shape\": \"cyl\"}", "@{ shape : cyl }", "@{shape:cyl}",
                              "@{ a: &x cyl, shape: *x }", "@{\n  d: &d {shape: cyl}\n  <<: *d\n}", "@{ <<: {shape: cyl} }", "@{ shape: cyl, shape: rect }", "@{ # c\n shape: cyl }", "@{\n- a\n}", "@{\n  ? shape\n  : cyl\n}", "@{ 5: x }", "@{ null: x }", "@{ [a]: x }", "@ { shape: rect }", "@{ shape: rect", "@{ label: \"x }", "@{\nshape: cyl }", "@{\n  shape: cyl\n label: x\n}", "@{shape: cyl\nlabel: x}", "@{ x^y }", "@{ ---\n shape: cyl }", "@{\n  x: 1\n  y: {a: b}\n}", "@{ step: 1, metadata: {a: [1, 2.50, null, true, x]} }"])
        if self.chance(0.7):
            space = self.pick([" ", "", "  "])
            return "@{" + space + ", ".join(f"{k}: {v}" for k, v in pairs) + space + "}"
        indent = self.pick(["  ", "    ", ""])
        return "@{\n" + "".join(f"{indent}{k}: {v}\n" for k, v in pairs) + self.pick(["", "  "]) + "}"

    def vertex(self):
        text = self.id()
        if self.chance(0.45):
            text += self.shape()
        if self.chance(0.08):
            text += ":::" + self.pick(CLASS_NAMES, ODD_CLASS_NAMES)
        if self.chance(0.08):
            text += self.data(NODE_KEYS)
        return text

    def nodes(self):
        group = [self.vertex() for _ in range(self.rng.choice([1] * 12 + [2, 2, 3]))]
        return self.pick([" & "], [" &", "& ", "&", " &  ", "\n&", " \t& "]).join(group)

    def arrow(self):
        """An arrow, perhaps with an id and a text, and the white space around."""
        start, end = self.pick(ENDS, ODD_ENDS)
        kind = self.rng.choice(["-"] * 10 + ["="] * 2 + ["."] * 3 + ["~"])
        length = self.rng.choice([1] * 8 + [2, 2, 3, 4, 9, 12])
        prefix = ""
        if self.chance(0.1):
            name = self.pick(["e1", "e2", "e3", "edge-1", "myEdge"], ["A", "L_A_B_0", "1", "é", "a b", "e@", "", "x-->", "e1"])
            prefix = name + self.pick(["@"], ["@@", " @", "@ "])
            self.edge_ids.append(name)
        around = self.gap(), self.gap()
        self.edges += 1
        if kind == "~":
            return around[0] + prefix + "~~" + "~" * length + self.pick([""], ["|x|"]) + around[1]
        if kind == ".":
            line = "-" + "." * length + "-" + ("" if end == "-" else end)
            opening = "-."
        else:
            line = kind * (length + 1) + (kind if end == "-" else end)
            opening = kind * 2
        if self.chance(0.3):
            return around[0] + prefix + start + line + self.pick(["", " "], ["  ", "\n"]) + "|" + self.label() + "|" + around[1]
        if self.chance(0.25):
            if self.strange():
                line = self.pick(["-->", "==>", "-.->", "--x", "x--x", "---", "<-->", ".->", "=="])
            return around[0] + prefix + start + opening + self.pick([" "], ["", "  ", "\n"]) + self.label() + self.pick([" "], ["", "  "]) + line + around[1]
        return around[0] + prefix + start + line + around[1]

    # ---- statements -----------------------------------------------------------------------

    def chain(self):
        text = self.nodes()
        for _ in range(self.rng.choice([0, 1, 1, 1, 1, 2, 3])):
            text += self.arrow() + self.nodes()
        return text

    def edge_data(self):
        names = self.edge_ids + ["e1"] + (self.used if self.strange() else [])
        return self.rng.choice(names) + self.data(EDGE_KEYS)

    def node_data(self):
        return self.id(0.2) + self.data(NODE_KEYS)

    def styles(self):
        return self.pick([",", ",", ", "], [" ,", ";", ",,"]).join(self.pick(STYLES, ODD_STYLES) for _ in range(self.rng.choice([1, 1, 2, 3])))

    def style(self):
        return "style" + self.gap() + self.id(0.1) + self.gap() + self.styles()

    def class_def(self):
        names = self.pick([","], [", "]).join(self.pick(CLASS_NAMES, ODD_CLASS_NAMES) for _ in range(self.rng.choice([1, 1, 1, 2])))
        return "classDef" + self.gap() + names + self.gap() + self.styles() + self.pick(["", ";"])

    def set_class(self):
        ids = self.pick([","], [", "]).join(self.id(0.1) for _ in range(self.rng.choice([1, 1, 2, 3])))
        return "class" + self.gap() + ids + self.gap() + self.pick(CLASS_NAMES, ODD_CLASS_NAMES)

    def link_style(self):
        if self.edges == 0 and not self.strange():
            return self.chain()
        known = [str(i) for i in range(max(1, min(self.edges, 6)))]
        number = self.pick(known + ["default"], ["0,1", "0, 1", "99", "01", "-1", "a", "0,default", "1.5", "0,0", ""])
        text = "linkStyle" + self.gap() + number + self.gap()
        if self.chance(0.3):
            text += "interpolate" + self.gap() + self.pick(CURVES, ODD_CURVES)
            return text + (self.gap() + self.styles() if self.chance(0.5) else "")
        return text + self.styles()

    def click(self):
        who = self.id(0.1)
        tip = self.pick(["", "", ' "' + self.pick(TOOLTIPS) + '"'], [' tip', ' ""'])
        target = self.pick(["", "", " " + self.pick(TARGETS, ODD_TARGETS)], ["_blank", "  _top"])
        url = '"' + self.pick(URLS, ODD_URLS) + '"'
        form = self.rng.choice([
            f"{url}{tip}{target}", f"href {url}{tip}{target}", f"call cb(){tip}", f"call cb(\"a\", b){tip}",
            f"callback{tip}", f"href{self.gap()}{url}{target}", f"{url}{target}"])
        if self.strange():
            form = self.pick(["", "call", "call f", "call f (", "call f( )", "call f() g", "href", "href x", f"{url} {url}", "https://e.com", "call f(a)(b)", "cb \"t\" _blank", f"{url}{target}{tip}",
                              "call f(a, \")\")", "default", "end", "cb cb", "call f()\"t\"", "\"x\"_blank", "cb  \"t\"", "call  f()", "href  \"x\"", "\"a\" \"b\" \"c\""])
        return self.pick(["click"], ["click ", "\"click\"", "Click"]) + " " + who + self.pick([" "], ["  ", "", "\t"]) + form

    def direction(self):
        return self.pick(["direction "], ["direction  ", "direction\t", " direction\n", "xdirection "]) + self.pick(DIRECTIONS, ["BR", "lr", "", ">", "LR x", "TB;B", "TDx", "LR RL"])

    def subgraph(self):
        if self.depth > 3:
            return self.chain()
        self.depth += 1
        title = self.pick(TITLES, ODD_TITLES)
        if self.chance(0.3):
            self.used.append(re.split(r"[\s\[]", title)[0] or "A")
        body = self.pick(["\n"], [";", " ", " \n", "\n\n", "  \n"]) if True else ""
        for _ in range(self.rng.choice([0, 1, 1, 2, 2, 3])):
            body += "  " * self.depth + self.statement() + self.pick(SEPARATORS, ODD_SEPARATORS)
        self.depth -= 1
        return "subgraph" + self.gap() + title + body + self.pick(["\nend"] * 9 + ["\n end"], ["end", "\nend ", "\nEnd", "", "\nend end", "\nend;", "\nend\t", "\nend C-->D", "\nend:::k"])

    STATEMENTS = [(chain, 30), (subgraph, 6), (style, 3), (class_def, 3), (set_class, 3), (link_style, 2), (click, 3),
                  (direction, 2), (edge_data, 2), (node_data, 3)]

    def statement(self):
        if self.chance(0.04):
            return self.pick(COMMENTS)
        if self.chance(0.02):
            return self.pick(ACCESSIBLE, ODD_ACCESSIBLE)
        if self.strange() and self.chance(0.05):
            return self.pick(INITS, ODD_INITS)
        makers, weights = zip(*self.STATEMENTS)
        return self.rng.choices(makers, weights)[0](self)

    # ---- the whole ------------------------------------------------------------------------

    def front_matter(self):
        keys = self.rng.sample(FRONT_KEYS, self.rng.choice([1, 1, 2, 3]))
        if self.strange():
            return self.pick(["---\n---\n", "---\n\n---\n", "---\ntitle: x\n--- \n", " ---\n title: y\n ---\n", "---\ntitle: x\n", "--- \ntitle: x\n---\n\n", "---\n- a\n---\n", "---\nx\n---\n", "\n---\ntitle: x\n---\n", "---\ntitle: [\n---\n", "---\ntitle: x\n...\n---\n", "----\ntitle: x\n---\n", "---\ntitle: x\n----\n", "---\n# c\ntitle: x # d\n---\n", "---\n\ttitle: x\n---\n", "---\ntitle: x\ntitle: y\n---\n", "---\na: &a\n  title: q\n<<: *a\n---\n", "---\n'title': z\nconfig:\n---\n", "---\n5: x\ntitle: z\n---\n", "---\ntitle: |\n  a\n  ---\n---\n", "---\n%YAML 1.2\ntitle: x\n---\n"])
        return "---\n" + "".join(f"{k}:{'' if v.startswith(chr(10)) else ' '}{v}\n" for k, usual, odd in keys for v in [self.coded(self.pick(usual, odd))]) + "---\n"

    def text(self):
        head = ""
        if self.chance(0.25):
            head += self.front_matter()
        if self.chance(0.12):
            head += self.pick(INITS, ODD_INITS) + "\n"
        if self.strange():
            head = self.pick(["\n", " ", "\ufeff", "%% c\n", "%%\n", "\t"]) + head
        header = self.pick(HEADERS, ODD_HEADERS)
        direction = self.pick(DIRECTIONS, ODD_DIRECTIONS)
        body = self.pick(["\n"] * 6 + [";"], [" ", "\n\n", " \n", ""]) if direction else "\n"
        for _ in range(self.rng.randint(1, self.size)):
            body += self.pick(["", "  ", "    "]) + self.statement() + self.pick(SEPARATORS, ODD_SEPARATORS)
        text = head + header + self.pick([" "], ["  ", "\t", ""]) + direction + body
        if self.chance(0.04):
            text = text.replace("\n", "\r\n")
        return text


def damage(rng, text):
    """Breaks a text a little: one to three changes of a character or a token."""
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        parts = TOKEN.findall(text) if rng.random() < 0.5 else list(text)
        if len(parts) < 2:
            return text
        i = rng.randrange(len(parts) - 1)
        change = rng.randrange(5)
        if change == 0:
            del parts[i]
        elif change == 1:
            parts.insert(i, rng.choice(SPARE))
        elif change == 2:
            parts.insert(i, parts[i])
        elif change == 3:
            parts[i], parts[i + 1] = parts[i + 1], parts[i]
        else:
            parts[i] = rng.choice(SPARE)
        text = "".join(parts)
    return text


def generate(seed, number, broken=0.3, size=7):
    """The text with this number of this seed."""
    rng = random.Random(f"{seed}/{number}")
    text = Chart(rng, rng.choice([0, 1, 1, 2]), size).text()
    return damage(rng, text) if rng.random() < broken else text


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--count", type=int, default=100)
    ap.add_argument("--broken", type=float, default=0.3, help="share of damaged texts (0.3)")
    ap.add_argument("--long", type=int, default=7, help="statements at most, at the outermost level (7)")
    ap.add_argument("dir", type=pathlib.Path)
    a = ap.parse_args()
    a.dir.mkdir(parents=True, exist_ok=True)
    for number in range(a.count):
        text = generate(a.seed, number, a.broken, a.long)
        (a.dir / f"{a.seed}_{number:06}.mmd").write_bytes(text.encode("utf-8", "surrogatepass"))


if __name__ == "__main__":
    main()
