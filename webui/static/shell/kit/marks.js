// The marks of the colours. A colour never stands alone: red circle, yellow triangle, green square, blue diamond.

import { s } from "./dom.js";

export const COLOURS = ["r", "y", "g", "b"];

/** The mark of a colour, centred on 0,0. */
export function mark(colour, r) {
  const shape = {
    r: () => s("circle", { r: r * 0.88 }),
    y: () => s("path", { d: `M0 ${-r} L${r * 1.02} ${r * 0.78} L${-r * 1.02} ${r * 0.78} Z` }),
    g: () => s("rect", { x: -r * 0.78, y: -r * 0.78, width: r * 1.56, height: r * 1.56 }),
    b: () => s("path", { d: `M0 ${-r * 1.1} L${r * 0.95} 0 L0 ${r * 1.1} L${-r * 0.95} 0 Z` }),
  }[colour]();
  shape.setAttribute("class", `mark mark-${colour}`);
  return shape;
}

/** A small disc with a colour and its mark, for lists. */
export function badge(colour) {
  return s(
    "svg",
    { class: `badge badge-${colour}`, viewBox: "-12 -12 24 24", "aria-hidden": "true" },
    s("circle", { class: `badge-disc pawn-${colour}`, r: 11.5 }),
    mark(colour, 6.2),
  );
}
