// A tilt as a little picture: the block from above, the pair that rolls, and the way it rolls.

import { s } from "../../shell/kit/dom.js";

const PAIR = { N: [-20, -20, 40, 20], S: [-20, 0, 40, 20], E: [0, -20, 20, 40], W: [-20, -20, 20, 40] };
const ANGLE = { n: 0, e: 90, s: 180, w: 270 };

/** The picture of a tilt, given as its word; `rotation` is the block's own. */
export function tiltMark(word, rotation = 0) {
  const [x, y, width, height] = PAIR[word[0]];
  const at = `translate(${x + width / 2} ${y + height / 2}) rotate(${ANGLE[word[1]]})`;
  return s(
    "svg",
    { class: "tilt-mark", viewBox: "-30 -30 60 60", "aria-hidden": "true", "data-word": word },
    s(
      "g",
      { transform: `rotate(${rotation})` },
      s("rect", { class: "block", x: -20, y: -20, width: 40, height: 40, rx: 4 }),
      s("path", { class: "joint", d: "M-20 0 H20 M0 -20 V20" }),
      s("rect", { class: "pair", x, y, width, height, rx: 3 }),
      s("path", { class: "way", d: "M0 10 V-16 M-7 -9 L0 -16 L7 -9", transform: at }),
    ),
  );
}
