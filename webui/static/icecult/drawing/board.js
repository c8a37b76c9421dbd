// The schematic board: drawn from a state, animated to the next one.

import { put, s, still } from "../../shell/kit/dom.js";
import { COLOURS } from "../../shell/kit/marks.js";
import { t } from "../../shell/kit/text.js";
import { aroundGoal, count, cubeNode, defs, describe, hidden, ring, rollFrames, strip } from "./ground.js";
import { pawn, symbol } from "./pieces.js";
import { goalAt, PATHS, plan, SLOTS, slotAt, stackAt, turned } from "./plan.js";
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
    for (const name of ["paths", "places", "block", "pawns", "labels", "marks", "ways", "taps"])
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

  /** Draw these arrows over everything, in place of others. */
  point(ways) {
    put(this.layers.ways, ways);
  }

  /** The middle of a cube on the board. */
  slotAt(slot) {
    return turned(this.plan, slotAt(this.plan, slot));
  }
}
