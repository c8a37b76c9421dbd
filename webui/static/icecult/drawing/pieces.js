// Pawns and the symbols on the cubes.

import { s } from "../../shell/kit/dom.js";
import { mark } from "../../shell/kit/marks.js";
import { letterOf } from "../words.js";

/** A pawn standing on 0,0: a base with its mark and a cone; nested pawns still show their bases. */
export function pawn(colour) {
  return s(
    "g",
    { class: `pawn pawn-${colour}` },
    s("rect", { class: "halo", x: -22, y: -42, width: 44, height: 48, rx: 12 }),
    s("path", { class: "cone", d: "M-11 -12 L-4 -33 Q0 -38 4 -33 L11 -12 Z" }),
    s("rect", { class: "base", x: -17, y: -14, width: 34, height: 15, rx: 5 }),
    s("g", { transform: "translate(0 -6.5)" }, mark(colour, 5.6)),
  );
}

// The mark stays upright whichever way its arrow points.
const POINTS = { N: 0, E: 90, S: 180, W: 270 };
const CORNERS = { NE: 0, SE: 90, SW: 180, NW: 270 };

function arrow(colour, cube, angle) {
  const u = cube / 82;
  const d = `M0 ${-32 * u} L${24 * u} ${-4 * u} L${10 * u} ${-4 * u} L${10 * u} ${30 * u} L${-10 * u} ${30 * u} L${-10 * u} ${-4 * u} L${-24 * u} ${-4 * u} Z`;
  return s(
    "g",
    {},
    s("path", { class: `arrow arrow-${colour}`, d }),
    s("g", { transform: `translate(0 ${-9 * u}) rotate(${-angle})` }, mark(colour, 7.5 * u)),
  );
}

/** What a cube shows on top; `rotation` is the block's own, `turn` that of the whole drawing. */
export function symbol(top, cube, rotation, turn = 0) {
  const u = cube / 82;
  if (!top?.symbol) return s("g", {}, s("text", { class: "unknown-letter", y: 10, "text-anchor": "middle" }, "?"));
  if (top.symbol === "circle") return s("circle", { class: "symbol-circle", r: 25 * u });
  if (top.symbol === "arc") {
    const g = s("g", { transform: `rotate(${CORNERS[top.facing] ?? 0})` });
    g.append(
      s("path", {
        class: "symbol-arc",
        "stroke-width": 12 * u,
        d: `M${0 * u} ${-41 * u} A${41 * u} ${41 * u} 0 0 0 ${41 * u} ${0 * u}`,
      }),
    );
    return g;
  }
  const angle = POINTS[top.facing] ?? 0;
  return s("g", { transform: `rotate(${angle - rotation})` }, arrow(letterOf(top.symbol), cube, angle + turn));
}

/** A small picture of a symbol for lists, on its cube as it stands in the block. */
export function icon(top, rotation = 0, turn = 0) {
  const cube = s(
    "g",
    { transform: `rotate(${rotation + turn}) scale(${rotation ? 0.74 : 1})` },
    s("rect", { class: "icon-cube", x: -42, y: -42, width: 84, height: 84, rx: 12 }),
    symbol(top, 82, rotation, turn),
  );
  return s("svg", { class: "icon", viewBox: "-44 -44 88 88", "aria-hidden": "true" }, cube);
}

/** A piece of a colour, for celebrations. */
export const token = (colour) => s("svg", { viewBox: "-20 -40 40 46", "aria-hidden": "true" }, pawn(colour));
