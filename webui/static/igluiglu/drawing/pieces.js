// What stands on the ice: Inuit, igloos, fish, foxes and bears; each drawn around 0,0, about 60 units high.

import { s } from "../../shell/kit/dom.js";
import { mark } from "../../shell/kit/marks.js";

/** An Inuit in a hooded coat of its colour, with its mark. */
export function inuit(colour) {
  return s(
    "g",
    { class: `inuit pawn-${colour}` },
    s("path", { class: "coat", d: "M-21 30 Q-24 2 -12 -6 Q-15 -30 0 -31 Q15 -30 12 -6 Q24 2 21 30 Z" }),
    s("circle", { class: "face", cy: -15, r: 8.5 }),
    s("g", { transform: "translate(0 13)" }, mark(colour, 8)),
  );
}

/** An igloo with the mark of its colour over the door. */
export function igloo(colour) {
  return s(
    "g",
    { class: `igloo pawn-${colour}` },
    s("path", { class: "dome", d: "M-33 26 A33 40 0 0 1 33 26 Z" }),
    s("path", {
      class: "bricks",
      d: "M-31 10 H31 M-24 -6 H24 M-12 10 V26 M12 10 V26 M-18 -6 V10 M18 -6 V10 M0 -14 V-6",
    }),
    s("path", { class: "door", d: "M-10 26 V16 A10 10 0 0 1 10 16 V26 Z" }),
    s("g", { transform: "translate(0 -3)" }, mark(colour, 8)),
  );
}

const SHAPE = {
  fish: () => [
    s("path", { class: "body", d: "M-28 0 Q-8 -22 16 -4 L29 -16 V16 L16 4 Q-8 22 -28 0 Z" }),
    s("circle", { class: "eye", cx: -17, cy: -3, r: 2.6 }),
  ],
  fox: () => [
    s("path", { class: "body", d: "M-24 -26 L-10 -14 H10 L24 -26 L22 4 L0 26 L-22 4 Z" }),
    s("circle", { class: "eye", cx: -9, cy: -2, r: 2.6 }),
    s("circle", { class: "eye", cx: 9, cy: -2, r: 2.6 }),
  ],
  bear: () => [
    s("circle", { class: "body", cx: -19, cy: -19, r: 9 }),
    s("circle", { class: "body", cx: 19, cy: -19, r: 9 }),
    s("circle", { class: "body", r: 27 }),
    s("circle", { class: "eye", cx: -9, cy: -7, r: 2.8 }),
    s("circle", { class: "eye", cx: 9, cy: -7, r: 2.8 }),
  ],
};

/** An animal with the value that is printed on its token. */
export function animal(name) {
  const kind = name.slice(0, -1);
  const where = { fish: [-3, 7], fox: [0, 15], bear: [0, 15] }[kind];
  return s(
    "g",
    { class: `animal ${kind}` },
    SHAPE[kind](),
    s("text", { class: "value", x: where[0], y: where[1], "text-anchor": "middle" }, name.at(-1)),
  );
}

/** One group of equal things, with their number where there are several. */
export function piece({ kind, what, count }) {
  const node = kind === "inuit" ? inuit(what) : kind === "igloo" ? igloo(what.toLowerCase()) : animal(what);
  if (count < 2) return node;
  return s(
    "g",
    {},
    node,
    s("circle", { class: "count-disc", cx: 24, cy: -22, r: 13 }),
    s("text", { class: "count", x: 24, y: -16, "text-anchor": "middle" }, count),
  );
}

/** A piece of a colour, for celebrations. */
export const token = (colour) =>
  s("svg", { class: "iglu", viewBox: "-30 -36 60 72", "aria-hidden": "true" }, inuit(colour));
