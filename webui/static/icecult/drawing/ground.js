// The still parts of the schematic board: paths, cubes' places, marks; and the board in words.

import { s } from "../../shell/kit/dom.js";
import { Colour, t } from "../../shell/kit/text.js";
import { symbolText } from "../words.js";
import { PATHS, SLOTS, slotAt, spaceAt } from "./plan.js";

/** Patterns and gradients that the drawing uses. */
export function defs() {
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
export function strip(p, path) {
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

/** A cube's place in the block. */
export function cubeNode(p, slot) {
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
export function rollFrames(heading, cube) {
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

/** How high a stack is. */
export function count(x, y, n, size = "") {
  return s(
    "g",
    { class: `count ${size}`, transform: `translate(${x} ${y})` },
    s("circle", { r: size ? 9 : 11 }),
    s("text", { y: size ? 4.5 : 5.5, "text-anchor": "middle" }, n),
  );
}

/** A mark around a space. */
export function ring(p, path, space, kind) {
  const [x, y] = spaceAt(p, path, space);
  return s("rect", { class: `ring ${kind}`, x: x - 19, y: y - 19, width: 38, height: 38, rx: 8 });
}

/** A mark around all that stands beyond a path's tip, so many colours beside each other. */
export function aroundGoal(p, path, colours) {
  const [ox, oy] = p.out[path];
  const long = 44 + 46 * Math.max(0, colours - 1);
  const [w, l] = oy ? [long, 48] : [48, long];
  const at = { x: ox * p.goal - w / 2, y: oy * p.goal - l / 2 };
  return s("rect", { class: "ring differs", "data-goal": path, ...at, width: w, height: l, rx: 8 });
}

/** A space that nobody can see. */
export function hidden(p, path, space) {
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
