// The schematic board: drawn from a state, animated to the next one.

import { put, s, still } from "../../shell/kit/dom.js";
import { COLOURS } from "../../shell/kit/marks.js";
import { Colour, t } from "../../shell/kit/text.js";
import { symbolText } from "../words.js";
import { pawn, symbol } from "./pieces.js";
import { goalAt, PATHS, plan, SLOTS, slotAt, spaceAt, stackAt, turned } from "./plan.js";
import { way } from "./poses.js";
import { match, pawnsOf } from "./standing.js";

const TRAVEL_MS = 250;
const ROLL_MS = 320;
const EASE = "cubic-bezier(.4,0,.2,1)";

const css = ({ x, y, scale }) => `translate(${x}px, ${y}px) scale(${scale})`;

export class Board {
  /** Draw into `svg`; `board.show(scene)` does the rest. */
  constructor(svg) {
    this.svg = svg;
    this.pieces = [];
    this.layers = {};
  }

  /** Show a scene: {layout, state, tops, unknown, owed, differs, label}; what moved since the last one travels. */
  show(scene, animate = true) {
    const { state } = scene;
    const key = [scene.layout, state.paths.N.length, scene.turn, ...PATHS.map((path) => t(`side.${path}`))].join("/");
    if (key !== this.key) this.#ground(scene, key);
    this.move = animate && this.scene && !still() && !document.hidden;
    this.#cubes(scene);
    this.#pawns(state);
    this.#labels(state);
    this.#places(scene);
    this.scene = scene;
    this.svg.setAttribute("aria-label", scene.label ?? describe(scene));
  }

  #ground(scene, key) {
    this.key = key;
    this.plan = plan(scene.layout, scene.state.paths.N.length, scene.turn);
    const p = this.plan;
    this.pieces = [];
    this.scene = null;
    this.svg.setAttribute("viewBox", `${-p.extent} ${-p.extent} ${2 * p.extent} ${2 * p.extent}`);
    for (const name of ["paths", "places", "block", "pawns", "labels", "marks", "taps"])
      this.layers[name] = s("g", { class: `layer-${name}` });
    this.layers.block.setAttribute("transform", `rotate(${p.rotation + p.turn})`);
    put(this.svg, defs(), Object.values(this.layers));
    put(
      this.layers.paths,
      PATHS.map((path) => strip(p, path)),
    );
    const b = p.half + 6;
    put(this.layers.block, s("rect", { class: "holder", x: -b, y: -b, width: 2 * b, height: 2 * b, rx: 14 }));
    this.cubes = Object.fromEntries(SLOTS.map((slot) => [slot, cubeNode(p, slot)]));
    this.layers.block.append(...Object.values(this.cubes));
  }

  #cubes({ state, tops }) {
    for (const slot of SLOTS) {
      const node = this.cubes[slot];
      const top = tops?.[slot] ?? null;
      const before = this.scene && { pose: this.scene.state.cubes[slot], top: this.scene.tops?.[slot] };
      const sign = JSON.stringify([state.cubes[slot], top?.symbol, top?.facing]);
      node.classList.toggle("spent", top?.status === "spent");
      node.classList.toggle("lapsed", top?.status === "lapsed");
      if (node.dataset.sign === sign) continue;
      node.dataset.sign = sign;
      const same =
        before &&
        before.pose === state.cubes[slot] &&
        before.top?.symbol === top?.symbol &&
        before.top?.facing === top?.facing;
      this.#face(node, top, before && !same && this.move ? { way: way(before.pose, state.cubes[slot]) } : null);
    }
  }

  #face(node, top, roll) {
    const p = this.plan;
    const face = s(
      "g",
      { class: "face" },
      s("rect", { class: "cube-top", x: -p.cube / 2, y: -p.cube / 2, width: p.cube, height: p.cube, rx: 9 }),
      symbol(top, p.cube, p.rotation, p.turn),
    );
    const old = node.querySelector(".face");
    const holder = node.querySelector(".faces");
    if (!roll || !old) return put(holder, face);
    put(holder, old, face);
    const [from, to] = rollFrames(roll.way, p.cube);
    const timing = { duration: ROLL_MS, easing: EASE, fill: "both" };
    old.animate(from, timing).onfinish = () => old.remove();
    face.animate(to, { ...timing, fill: "backwards" });
    return null;
  }

  #pawns(state) {
    const now = pawnsOf(this.plan, state);
    const gone = match(this.pieces, now);
    for (const piece of gone) piece.node.remove();
    const focused = document.activeElement?.closest?.(".pawn") ?? null;
    for (const piece of now) {
      piece.node ??= pawn(piece.colour);
      Object.assign(piece.node.dataset, {
        path: piece.path,
        space: piece.space,
        height: piece.k,
        colour: piece.colour,
      });
      piece.node.style.transform = css(piece.at);
      piece.node.classList.toggle("alone", piece.alone);
      const moved = piece.from && css(piece.from) !== css(piece.at);
      if (moved && this.move)
        piece.node.animate([{ transform: css(piece.from) }, { transform: css(piece.at) }], {
          duration: TRAVEL_MS,
          easing: EASE,
        });
    }
    const order = now.map((piece) => piece.node);
    const layer = this.layers.pawns;
    if (order.length !== layer.children.length || order.some((node, i) => layer.children[i] !== node))
      layer.append(...order);
    if (focused && document.activeElement !== focused && layer.contains(focused))
      focused.focus({ preventScroll: true });
    this.pieces = now;
  }

  #labels(state) {
    const p = this.plan;
    const out = [];
    for (const path of PATHS) {
      state.paths[path].forEach((stack, i) => {
        const n = stack.replaceAll("?", "").length;
        if (n < 3) return;
        const top = stackAt(p, path, i + 1, n - 1, n);
        out.push(count(top.x, top.y - 43, n));
      });
      const home = state.goal[path] ?? "";
      const arrived = COLOURS.filter((c) => home.includes(c));
      for (const colour of arrived) {
        const at = goalAt(p, path, arrived, colour, 0);
        out.push(count(at.x + 24, at.y - 2, [...home].filter((c) => c === colour).length, "small"));
      }
    }
    put(this.layers.labels, out);
  }

  #places({ state, unknown = [], owed = [], differs = [] }) {
    const p = this.plan;
    const under = [];
    const over = [];
    for (const path of PATHS) {
      state.paths[path].forEach((stack, i) => {
        if (stack === null || stack.startsWith?.("?") || unknown.includes(path + (i + 1)))
          over.push(...hidden(p, path, i + 1));
      });
    }
    for (const slot of SLOTS) this.cubes[slot].classList.toggle("unknown", unknown.includes(slot));
    for (const target of owed.filter((each) => each.space <= p.spaces))
      under.push(ring(p, target.path, target.space, "reach"));
    for (const place of differs.filter((each) => /^[NESW]\d$/.test(each)))
      over.push(ring(p, place[0], Number(place[1]), "differs"));
    for (const place of differs.filter((each) => each.startsWith("goal")))
      over.push(aroundGoal(p, place[4], new Set(state.goal[place[4]]).size));
    for (const slot of SLOTS) this.cubes[slot].classList.toggle("differs", differs.includes(slot));
    put(this.layers.places, under);
    put(this.layers.marks, over);
  }

  /** The middle of a cube on the board. */
  slotAt(slot) {
    return turned(this.plan, slotAt(this.plan, slot));
  }
}

function defs() {
  const stop = (offset, name) => s("stop", { offset, class: name });
  return s(
    "defs",
    {},
    s(
      "pattern",
      { id: "hatch", width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
      s("rect", { class: "hatch-ground", width: 7, height: 7 }),
      s("line", { class: "hatch-line", x1: 0, y1: 0, x2: 0, y2: 7 }),
    ),
    s("linearGradient", { id: "ice", x1: 0, y1: 0, x2: 1, y2: 1 }, stop(0, "ice-a"), stop(1, "ice-b")),
    s(
      "linearGradient",
      { id: "path-ice", x1: 0, y1: 1, x2: 0, y2: 0 },
      stop(0, "path-cold"),
      stop(0.55, "path-mild"),
      stop(1, "path-warm"),
    ),
  );
}

// Every strip is drawn as if it led north, then turned into place.
function strip(p, path) {
  const w = p.width / 2;
  const line = (i) =>
    s("line", { class: "path-line", x1: -w, x2: w, y1: -(p.inner + p.space * i), y2: -(p.inner + p.space * i) });
  const at = { N: 0, E: 90, S: 180, W: 270 }[path];
  const [lx, ly] = p.out[path];
  const name = s(
    "text",
    { class: "path-name", x: lx * (p.tip - 12), y: ly * (p.tip - 12) + 6, "text-anchor": "middle" },
    t(`side.${path}`),
  );
  return s(
    "g",
    { class: "path" },
    s(
      "g",
      { transform: `rotate(${at + p.turn})` },
      s("path", {
        class: "path-strip",
        d: `M${-w} ${-p.inner} L${-w} ${-p.outer} L0 ${-p.tip} L${w} ${-p.outer} L${w} ${-p.inner} Z`,
      }),
      Array.from({ length: p.spaces }, (_, i) => line(i + 1)),
    ),
    name,
  );
}

function cubeNode(p, slot) {
  const [x, y] = slotAt(p, slot);
  const r = p.cube / 2;
  return s(
    "g",
    { class: "cube", "data-slot": slot, transform: `translate(${x} ${y})` },
    s("g", { class: "faces" }),
    s("rect", { class: "cube-veil", x: -r, y: -r, width: 2 * r, height: 2 * r, rx: 9 }),
    s(
      "text",
      { class: "cube-query", y: 12, "text-anchor": "middle", transform: `rotate(${-p.rotation - p.turn})` },
      "?",
    ),
  );
}

// Seen from above a rolling cube's old face narrows at the edge it goes over while the new one opens behind it.
function rollFrames(heading, cube) {
  const r = cube / 2;
  if (heading === "+" || heading === "-") {
    const from = heading === "+" ? -90 : 90;
    return [
      [{ opacity: 0 }, { opacity: 0 }],
      [{ transform: `rotate(${from}deg)` }, { transform: "rotate(0deg)" }],
    ];
  }
  if (!heading)
    return [
      [{ opacity: 1 }, { opacity: 0 }],
      [{ opacity: 0 }, { opacity: 1 }],
    ];
  const [dx, dy] = { n: [0, -1], s: [0, 1], e: [1, 0], w: [-1, 0] }[heading];
  const squash = (sign) =>
    `translate(${sign * dx * r}px, ${sign * dy * r}px) scale(${dx ? 0.02 : 1}, ${dy ? 0.02 : 1})`;
  const flat = "translate(0px, 0px) scale(1, 1)";
  return [
    [{ transform: flat }, { transform: squash(1) }],
    [{ transform: squash(-1) }, { transform: flat }],
  ];
}

function count(x, y, n, size = "") {
  return s(
    "g",
    { class: `count ${size}`, transform: `translate(${x} ${y})` },
    s("circle", { r: size ? 9 : 11 }),
    s("text", { y: size ? 4.5 : 5.5, "text-anchor": "middle" }, n),
  );
}

function ring(p, path, space, kind) {
  const [x, y] = spaceAt(p, path, space);
  return s("rect", { class: `ring ${kind}`, x: x - 19, y: y - 19, width: 38, height: 38, rx: 8 });
}

/** A mark around all that stands beyond a path's tip, so many colours beside each other. */
function aroundGoal(p, path, colours) {
  const [ox, oy] = p.out[path];
  const long = 44 + 46 * Math.max(0, colours - 1);
  const [w, l] = oy ? [long, 48] : [48, long];
  const at = { x: ox * p.goal - w / 2, y: oy * p.goal - l / 2 };
  return s("rect", { class: "ring differs", "data-goal": path, ...at, width: w, height: l, rx: 8 });
}

function hidden(p, path, space) {
  const [x, y] = spaceAt(p, path, space);
  const [w, l] = p.out[path][0] ? [p.space, p.width] : [p.width, p.space];
  return [
    s("rect", { class: "hatched", x: x - w / 2, y: y - l / 2, width: w, height: l }),
    s("text", { class: "unknown-letter", x, y: y + 8, "text-anchor": "middle" }, "?"),
  ];
}

/** The whole board in words, for those who hear it. */
export function describe({ state, tops }) {
  const parts = [
    t("board.cubes", {
      list: SLOTS.map((slot) => `${t(`slot.${slot}`)} ${symbolText(tops?.[slot]?.symbol, tops?.[slot]?.facing)}`).join(
        ", ",
      ),
    }),
  ];
  for (const path of PATHS) {
    state.paths[path].forEach((stack, i) => {
      if (stack)
        parts.push(
          `${t(`path.${path}`)} ${i + 1}: ${[...stack].map((c) => (c === "?" ? t("unknown") : Colour(c))).join(", ")}`,
        );
    });
    if (state.goal[path])
      parts.push(`${t("board.home", { path: t(`path.${path}`) })}: ${[...state.goal[path]].map(Colour).join(", ")}`);
  }
  return parts.join(". ");
}
