/* The eye: measures pictures in the browser. It is given, for each <svg> of the page, the
 * model that documents.py made (which nodes, groups, edges and fields there have to be)
 * and looks only at what the browser says of the SVG: getBBox, getPointAtLength,
 * isPointInFill, elementFromPoint. What a <g> is, its id and its class tell.
 * look(svg, model) returns faults: [{kind, what, x, y}]. */
"use strict";

const STEP = 2; /* px between two samples of a line */

/* ---- boxes: {x, y, width, height} ---- */

const right = b => b.x + b.width, bottom = b => b.y + b.height;
const center = b => ({x: b.x + b.width / 2, y: b.y + b.height / 2});
const grown = (b, dx, dy) =>
  ({x: b.x - dx, y: b.y - dy, width: b.width + 2 * dx, height: b.height + 2 * dy});
const holds = (b, p) => p.x > b.x && p.x < right(b) && p.y > b.y && p.y < bottom(b);
const within = (a, b, slack) => a.x >= b.x - slack && a.y >= b.y - slack &&
  right(a) <= right(b) + slack && bottom(a) <= bottom(b) + slack;
const overlapX = (a, b) => Math.min(right(a), right(b)) - Math.max(a.x, b.x);
const overlapY = (a, b) => Math.min(bottom(a), bottom(b)) - Math.max(a.y, b.y);
const overlap = (a, b, by) => overlapX(a, b) > by && overlapY(a, b) > by;

function distanceToBox(p, b) {
  return Math.hypot(Math.max(b.x - p.x, 0, p.x - right(b)), Math.max(b.y - p.y, 0, p.y - bottom(b)));
}

/* Where the letters of a line of text stand: the browser's box has room for accents. */
function inked(b) {
  return {x: b.x + 0.5, y: b.y + b.height * 0.12, width: Math.max(b.width - 1, 0.1),
          height: b.height * 0.82};
}

/* ---- lines ---- */

/* Points along an element at most step px apart. The browser is asked only as often as
 * needed: where a chord is as long as its arc, the line between is straight. */
function samples(element, step) {
  const length = element.getTotalLength();
  const at = s => { const p = element.getPointAtLength(s); return {x: p.x, y: p.y}; };
  const points = [at(0)];
  function add(from, a, to, b) {
    const middle = (from + to) / 2, m = at(middle);
    /* a path of two pieces may be as long as the way from its start to its end */
    const straight = Math.abs(Math.hypot(b.x - a.x, b.y - a.y) - (to - from)) < 0.01 &&
      Math.hypot((a.x + b.x) / 2 - m.x, (a.y + b.y) / 2 - m.y) < 0.01;
    if (to - from > step && !straight) {
      add(from, a, middle, m);
      add(middle, m, to, b);
      return;
    }
    const count = Math.max(1, Math.ceil((to - from) / step));
    for (let i = 1; i <= count; i++)
      points.push({x: a.x + (b.x - a.x) * i / count, y: a.y + (b.y - a.y) * i / count});
  }
  add(0, points[0], length, at(length));
  return points;
}

function distanceToSegment(p, a, b) {
  const dx = b.x - a.x, dy = b.y - a.y, l2 = dx * dx + dy * dy;
  const t = l2 > 0 ? Math.min(Math.max(((p.x - a.x) * dx + (p.y - a.y) * dy) / l2, 0), 1) : 0;
  return Math.hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

function distanceToLine(p, points) {
  let best = Infinity;
  for (let i = 0; i + 1 < points.length; i++)
    best = Math.min(best, distanceToSegment(p, points[i], points[i + 1]));
  return best;
}

/* ---- one picture ---- */

const GEOMETRY = "rect,path,circle,ellipse,polygon,line,polyline";

class Picture {
  constructor(svg, model) {
    Object.assign(this, {svg, model, faults: [], texts: []});
    this.frame = svg.viewBox.baseVal;
    this.parts = {node: new Map(), group: new Map(), edge: new Map(), "edge-label": new Map(),
                  field: new Map(), block: new Map()};
    for (const g of svg.querySelectorAll("g[class]")) {
      const kind = g.classList[0], id = (g.id.match(/^i[^-]*-(?:n|g|e|l|f|block)-(.*)$/) || [])[1];
      if (this.parts[kind])
        this.parts[kind].set(id, this.part(g, kind, id));
    }
  }

  part(g, kind, id) {
    const shapes = [...g.querySelectorAll(GEOMETRY)];
    const part = {g, kind, id, name: kind + " " + id, shapes, outline: shapes[0], texts: []};
    part.box = shapes.length ? shapes[0].getBBox() : g.getBBox();
    part.stroke = shapes.length ? +(shapes[0].getAttribute("stroke-width") || 0) : 0;
    for (const element of g.querySelectorAll("text")) {
      if (!element.textContent.trim())
        continue;
      const box = element.getBBox();
      const text = {element, box, ink: inked(box), words: element.textContent, part};
      part.texts.push(text);
      this.texts.push(text);
    }
    return part;
  }

  fault(kind, what, at) {
    this.faults.push({kind, what, x: Math.round(at.x * 10) / 10, y: Math.round(at.y * 10) / 10});
  }

  outlineOf(part) {
    return part.samples || (part.samples = samples(part.outline, 1));
  }

  inFill(part, p) {
    const point = this.svg.createSVGPoint();
    point.x = p.x;
    point.y = p.y;
    return holds(grown(part.box, 0.01, 0.01), p) && part.outline.isPointInFill(point);
  }

  /* Whether the group is the node's or group's own one or one around that. */
  around(group, kind, id) {
    let at = kind === "group" ? id : (this.model.nodes[id] || {}).parent;
    while (at && at !== group)
      at = (this.model.groups[at] || {}).parent;
    return at === group;
  }

  end(id) {
    return this.parts.node.get(id) || this.parts.group.get(id);
  }

  name(text) {
    return text.part.name + " \"" + text.words.slice(0, 40) + "\"";
  }
}

/* ---- is everything there? ---- */

const squeeze = s => s.replace(/<br\/>/g, "").replace(/\s/g, "").normalize("NFC");

function lookWords(pic, part, label) {
  const seen = squeeze(part.texts.map(t => t.words).join(""));
  if (squeeze(label) !== seen)
    pic.fault("words", part.name + " shows \"" + seen.slice(0, 60) + "\", not \"" +
              squeeze(label).slice(0, 60) + "\"", part.box);
}

function lookPresence(pic) {
  const m = pic.model, p = pic.parts, origin = {x: 0, y: 0};
  if (pic.svg.querySelector("[transform]"))
    pic.fault("transform", "getBBox would not see it", origin);
  const wanted = [["node", m.nodes], ["group", m.groups],
                  ["edge", Object.fromEntries(m.edges.map(e => [e.id, e]))],
                  ["edge-label", Object.fromEntries(m.edges.filter(e => e.label).map(e => [e.id, e]))]];
  for (const [kind, ids] of wanted) {
    for (const id of Object.keys(ids))
      if (!p[kind].has(id))
        pic.fault("missing", kind + " " + id, origin);
      else if (ids[id].label !== undefined && kind !== "edge")
        lookWords(pic, p[kind].get(id), ids[id].label);
    for (const id of p[kind].keys())
      if (!(id in ids))
        pic.fault("unasked", kind + " " + id, p[kind].get(id).box);
  }
  for (const name of m.blocks)
    if (!p.block.has(name))
      pic.fault("missing", "block " + name, origin);
  for (const name of m.absent)
    if (p.block.has(name))
      pic.fault("unasked", "block " + name, p.block.get(name).box);
  const fields = new Set([...p.field.keys()].map(id => parseInt(id, 10)));
  if (fields.size !== (m.bits ? m.bits.length : 0))
    pic.fault("missing", fields.size + " bit fields, not " + (m.bits ? m.bits.length : 0), origin);
}

/* ---- texts ---- */

function lookTexts(pic) {
  const all = pic.texts;
  for (const t of all) {
    if (t.box.width < 0.2 || t.box.height < 1)
      pic.fault("text-empty", pic.name(t), t.box);
    if (!within(grown(t.ink, 0.5, 0), pic.frame, 0.5))
      pic.fault("text-clipped", pic.name(t), t.box);
  }
  for (let i = 0; i < all.length; i++)
    for (let k = i + 1; k < all.length; k++)
      if (overlapX(all[i].ink, all[k].ink) > 1 && overlapY(all[i].ink, all[k].ink) > 1.5)
        pic.fault("text-on-text", pic.name(all[i]) + " and " + pic.name(all[k]), all[i].box);
}

/* A text is inside its own shape: all corners of its letters. */
function lookTextInShape(pic, part, kind) {
  for (const t of part.texts) {
    const b = t.ink, points = [{x: b.x, y: b.y}, {x: right(b), y: b.y}, {x: b.x, y: bottom(b)},
                               {x: right(b), y: bottom(b)}, center(b)];
    const out = points.find(p => !pic.inFill(part, p) && distanceToLine(p, pic.outlineOf(part)) > 1);
    if (out)
      pic.fault(kind, pic.name(t), out);
    for (const shape of part.shapes.slice(1))
      if (shape.getAttribute("fill") === "none") {
        const hit = samples(shape, 1).find(p => holds(grown(b, -0.5, -0.5), p));
        if (hit)
          pic.fault("line-through-own-text", pic.name(t), hit);
      }
  }
}

function lookTextBoxes(pic) {
  const p = pic.parts;
  for (const part of p.node.values())
    lookTextInShape(pic, part, "text-outside-node");
  for (const part of p.group.values())
    lookTextInShape(pic, part, "text-outside-frame");
  for (const part of p.block.values())
    for (const t of part.outline && part.outline.tagName === "rect" ? part.texts : [])
      if (!within(t.ink, part.box, 0))
        pic.fault("text-outside-block", pic.name(t), t.box);
  for (const part of p.field.values())
    for (const t of part.texts) {
      const middle = center(t.box).y;
      if (middle > part.box.y && middle < bottom(part.box) &&
          (t.box.x < part.box.x - 0.5 || right(t.box) > right(part.box) + 0.5))
        pic.fault("text-outside-field", pic.name(t), t.box);
    }
  for (const t of pic.texts)
    for (const kind of ["node", "field", "block"])
      for (const part of p[kind].values())
        if (part !== t.part && overlap(t.ink, part.box, 0.5))
          pic.fault("text-on-box", pic.name(t) + " on " + part.name, t.box);
}

/* What the browser finds at a point of the picture; null outside of the window. */
function hitAt(svg, p) {
  const ctm = svg.getScreenCTM();
  return document.elementFromPoint(p.x + ctm.e, p.y + ctm.f);
}

/* The browser hits the text where the text is: nothing lies over it. */
function lookHidden(pic) {
  for (const t of pic.texts) {
    const chars = [...Array(Math.min(t.element.getNumberOfChars(), 60)).keys()];
    const extent = chars.map(i => t.element.getExtentOfChar(i))
      .filter((b, i) => b.width > 2 && t.words[i] !== " ")[0];
    if (!extent)
      continue;
    const at = center(extent);
    let hit = hitAt(pic.svg, at);
    if (!hit) {
      t.element.scrollIntoView({block: "center", inline: "center", behavior: "instant"});
      hit = hitAt(pic.svg, at);
    }
    if (!hit || (hit !== t.element && !t.element.contains(hit)))
      pic.fault("text-hidden", pic.name(t) + " under " +
                (hit ? hit.tagName + " of " + (hit.parentNode.id || "?") : "nothing"), at);
  }
}

/* A text is by nature about as wide as it was given; of the scripts that Arial and its likes
 * have, others depend on the fonts of the machine. */
function lookStretched(pic) {
  const pieces = [...pic.svg.querySelectorAll("[textLength]")];
  const given = pieces.map(e => e.getAttribute("textLength"));
  pieces.forEach(e => e.removeAttribute("textLength"));
  const natural = pieces.map(e => e.getComputedTextLength());
  pieces.forEach((e, i) => e.setAttribute("textLength", given[i]));
  pieces.forEach((e, i) => {
    const ratio = natural[i] / given[i];
    if (/^[\u0000-\u05ff\u1e00-\u206f]*$/.test(e.textContent) && (ratio > 1.1 || ratio < 0.9) &&
        Math.abs(natural[i] - given[i]) > 4)
      pic.fault("text-stretched", "\"" + e.textContent.slice(0, 40) + "\" " + natural[i].toFixed(1) +
                " px wide by nature, drawn " + given[i], {x: +e.getAttribute("x"), y: +e.getAttribute("y")});
  });
}

/* ---- boxes ---- */

function lookBoxes(pic) {
  const p = pic.parts, m = pic.model;
  const nodes = [...p.node.values()], groups = [...p.group.values()];
  const others = [...p.block.values(), ...p.field.values()];
  for (const part of [...nodes, ...groups, ...others, ...p["edge-label"].values()])
    if (!within(part.box, pic.frame, 0.5))
      pic.fault("box-clipped", part.name, part.box);
  for (const part of [...nodes, ...groups]) {
    const parent = ((part.kind === "node" ? m.nodes : m.groups)[part.id] || {}).parent;
    if (parent && p.group.has(parent) && !within(part.box, p.group.get(parent).box, 0.3))
      pic.fault("outside-group", part.name + " outside of " + parent, part.box);
  }
  const all = [...nodes, ...groups, ...others];
  for (let i = 0; i < all.length; i++)
    for (let k = i + 1; k < all.length; k++) {
      const a = all[i], b = all[k];
      const nested = (b.kind === "group" && i < nodes.length + groups.length && pic.around(b.id, a.kind, a.id)) ||
        (a.kind === "group" && b.kind === "group" && pic.around(a.id, b.kind, b.id));
      if (!nested && overlap(a.box, b.box, 0.5))
        pic.fault("box-on-box", a.name + " and " + b.name, a.box);
    }
}

/* ---- edges ---- */

/* The line, its samples, and for each end the samples of the mark that stands there. */
function edgesOf(pic) {
  const edges = [];
  for (const e of pic.model.edges) {
    const part = pic.parts.edge.get(e.id);
    if (!part || !part.outline)
      continue;
    const points = samples(part.outline, STEP), marks = [[], []];
    for (const shape of part.shapes.slice(1)) {
      const c = center(shape.getBBox()), a = points[0], b = points[points.length - 1];
      const atEnd = Math.hypot(c.x - b.x, c.y - b.y) <= Math.hypot(c.x - a.x, c.y - a.y);
      marks[+atEnd].push(...samples(shape, 0.5));
    }
    edges.push({...e, part, points, marks, ends: [pic.end(e.from), pic.end(e.to)]});
  }
  return edges;
}

function lookMarks(pic, edge) {
  [edge.start, edge.end].forEach((mark, i) => {
    if (!!mark !== edge.marks[i].length > 0)
      pic.fault("mark", edge.part.name + (mark ? ": no " : ": unasked ") + "mark at its " +
                (i ? "end" : "start"), edge.points[i ? edge.points.length - 1 : 0]);
  });
}

/* The tip of what stands at an edge's end is on the outline of its node or frame. Of a cross
 * that is not drawn, it is as far from its middle, where the line ends, as the cross is large. */
function lookEnd(pic, edge, i) {
  const part = edge.ends[i], mark = edge.marks[i];
  if (!part)
    return;
  const last = edge.points[i ? edge.points.length - 1 : 0], outline = pic.outlineOf(part);
  let off = Math.min(...[last, ...mark].map(p => distanceToLine(p, outline)));
  if ((i ? edge.end : edge.start) === "x" && mark.length) {
    const size = Math.max(...mark.map(p => p.x)) - Math.min(...mark.map(p => p.x));
    off = distanceToLine(last, outline) - 0.75 * size;
  }
  if (off > 1.5 + part.stroke / 2)
    pic.fault("end-off", edge.part.name + " ends " + off.toFixed(1) + " px off " + part.name, last);
}

/* A line stays out of its own ends; of a frame only when the other end is outside. The
 * tip of an arrow is on the outline, so beside the tip it may be over a slanted one; circles
 * and crosses stand back from there. */
function lookOwnEnds(pic, edge) {
  edge.ends.forEach((part, i) => {
    const other = edge.ends[1 - i];
    if (!part || (part.kind === "group" && other && pic.around(part.id, other.kind, other.id)))
      return;
    const depth = p => pic.inFill(part, p) ? distanceToLine(p, pic.outlineOf(part)) - part.stroke / 2 : 0;
    const deep = edge.points.find(p => depth(p) > 2) ||
      edge.marks.flatMap((mark, k) => mark.filter(
        p => depth(p) > ("ox".includes((k ? edge.end : edge.start) || "-") ? 2 : 5)))[0];
    if (deep)
      pic.fault("line-through-end", edge.part.name + " in " + part.name, deep);
  });
}

function lookLines(pic, edge) {
  const all = [...edge.points, ...edge.marks[0], ...edge.marks[1]];
  for (const t of pic.texts) {
    if (t.part.kind === "edge-label" && t.part.id === edge.id)
      continue;
    const hit = all.find(p => holds(t.ink, p));
    if (hit)
      pic.fault(t.part.kind === "group" ? "line-through-title" : "line-through-text",
                edge.part.name + " through " + pic.name(t), hit);
  }
  for (const kind of ["node", "group", "field", "block"])
    for (const part of pic.parts[kind].values()) {
      if (edge.ends.includes(part) || (kind === "group" && edge.ends.some(
            e => e && pic.around(part.id, e.kind, e.id))))
        continue;
      const hit = all.find(p => holds(grown(part.box, -1, -1), p) && (kind !== "node" || pic.inFill(part, p)));
      if (hit)
        pic.fault("line-through-" + kind, edge.part.name + " through " + part.name, hit);
    }
}

/* A stretch of 12 px on the border of a frame. */
function lookFrames(pic, edge) {
  for (const part of pic.parts.group.values()) {
    let run = 0;
    for (const p of edge.points) {
      const b = part.box, on = holds(grown(b, 1.5, 1.5), p) && !holds(grown(b, -1.5, -1.5), p);
      run = on ? run + STEP : 0;
      if (run > 12) {
        pic.fault("line-along-frame", edge.part.name + " along " + part.name, p);
        break;
      }
    }
  }
}

/* Two lines one over the other for 12 px. */
function lookTogether(pic, edges) {
  const grid = new Map(), key = (x, y) => x + "," + y;
  edges.forEach((edge, at) => edge.points.forEach(p => {
    const k = key(Math.floor(p.x / 4), Math.floor(p.y / 4));
    if (!grid.has(k))
      grid.set(k, []);
    grid.get(k).push([at, p]);
  }));
  edges.forEach((edge, at) => {
    const run = new Map(), told = new Set();
    for (const p of edge.points) {
      const near = new Set();
      for (let dx = -1; dx < 2; dx++)
        for (let dy = -1; dy < 2; dy++)
          for (const [other, q] of grid.get(key(Math.floor(p.x / 4) + dx, Math.floor(p.y / 4) + dy)) || [])
            if (other > at && Math.hypot(p.x - q.x, p.y - q.y) < 1.3)
              near.add(other);
      for (const other of [...run.keys()])
        if (!near.has(other))
          run.delete(other);
      for (const other of near) {
        run.set(other, (run.get(other) || 0) + STEP);
        if (run.get(other) > 12 && !told.has(other)) {
          told.add(other);
          pic.fault("line-on-line", edge.part.name + " on " + edges[other].part.name, p);
        }
      }
    }
  });
}

function lookLabels(pic, edges) {
  for (const label of pic.parts["edge-label"].values()) {
    const own = edges.find(e => e.id === label.id);
    if (!own || !label.texts.length)
      continue;
    const x = Math.min(...label.texts.map(t => t.box.x)), y = Math.min(...label.texts.map(t => t.box.y));
    const box = {x, y, width: Math.max(...label.texts.map(t => right(t.box))) - x,
                 height: Math.max(...label.texts.map(t => bottom(t.box))) - y};
    const off = Math.min(...own.points.map(p => distanceToBox(p, box)));
    if (off > 7.5)
      pic.fault("label-off-line", label.name + " is " + off.toFixed(1) + " px from its line", box);
    for (const group of pic.parts.group.values())
      if (overlap(box, group.box, 0.5) && !within(box, group.box, 0))
        pic.fault("label-on-frame", label.name + " on the frame of " + group.id, box);
    for (const edge of edges) {
      const patch = grown(label.box, -0.5, -0.5);
      const covered = (edge === own ? [] : edge.points).find(p => holds(patch, p));
      if (covered)
        pic.fault("label-covers-line", label.name + " over " + edge.part.name, covered);
      const mark = [...edge.marks[0], ...edge.marks[1]].find(p => holds(patch, p));
      if (mark)
        pic.fault("label-covers-mark", label.name + " over a mark of " + edge.part.name, mark);
    }
  }
}

function lookEdges(pic) {
  const edges = edgesOf(pic);
  for (const edge of edges) {
    lookMarks(pic, edge);
    lookEnd(pic, edge, 0);
    lookEnd(pic, edge, 1);
    lookOwnEnds(pic, edge);
    lookLines(pic, edge);
    lookFrames(pic, edge);
    const out = edge.points.find(p => !holds(grown(pic.frame, 0.5, 0.5), p));
    if (out)
      pic.fault("line-clipped", edge.part.name, out);
  }
  lookTogether(pic, edges);
  lookLabels(pic, edges);
}

/* ---- the bit bar ---- */

function lookScale(pic, fields) {
  const bits = pic.model.bits, widths = bits.map(() => 0);
  for (const f of fields)
    widths[parseInt(f.id, 10)] += f.box.width;
  const px = widths.reduce((a, b) => a + b, 0) / bits.reduce((a, b) => a + b, 0);
  bits.forEach((n, i) => {
    if (Math.abs(widths[i] - n * px) > 0.5)
      pic.fault("field-scale", "field " + i + ": " + n + " bits are " + widths[i].toFixed(2) +
                " px wide, not " + (n * px).toFixed(2), fields[0].box);
  });
  for (let i = 1; i < fields.length; i++) {
    const a = fields[i - 1].box, b = fields[i].box, row = Math.abs(a.y - b.y) < 0.5;
    if (row ? Math.abs(right(a) - b.x) > 0.5 : b.y < bottom(a))
      pic.fault("field-order", fields[i].name + " does not follow " + fields[i - 1].name, b);
  }
}

function lookLeaders(pic, fields) {
  const leaders = [];
  for (const f of fields)
    for (const shape of f.shapes)
      if (shape.tagName === "path" && !within(shape.getBBox(), f.box, 0.5))
        leaders.push({f, points: samples(shape, 1)});
  leaders.forEach((a, i) => {
    for (const b of leaders.slice(i + 1)) {
      const hit = a.points.find(p => distanceToLine(p, b.points) < 0.75);
      if (hit)
        pic.fault("leaders-cross", a.f.name + " and " + b.f.name, hit);
    }
    for (const t of pic.texts) {
      const hit = a.points.find(p => holds(t.ink, p));
      if (hit)
        pic.fault("leader-through-text", a.f.name + " through " + pic.name(t), hit);
    }
    for (const f of fields) {
      const hit = a.points.find(p => holds(grown(f.box, -0.75, -0.75), p));
      if (hit)
        pic.fault("leader-through-field", a.f.name + " through " + f.name, hit);
    }
  });
}

function lookBar(pic) {
  const fields = [...pic.parts.field.values()];
  if (!pic.model.bits || !fields.length)
    return;
  lookScale(pic, fields);
  lookLeaders(pic, fields);
}

function look(svg, model) {
  const pic = new Picture(svg, model);
  for (const part of [lookPresence, lookTexts, lookTextBoxes, lookBoxes, lookEdges, lookBar, lookHidden,
                      lookStretched])
    part(pic);
  return pic.faults;
}
