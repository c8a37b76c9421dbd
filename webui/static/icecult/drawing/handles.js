// What is tapped on the block: its sides, the ways a pair can roll, the ways an arc can turn a cube.

import { s } from "../../shell/kit/dom.js";
import { actionText, pairText } from "../words.js";
import { OUT, PATHS } from "./plan.js";

const ROLLS = { N: "ns", S: "ns", E: "ew", W: "ew" };
const POINT = { n: 0, e: 90, s: 180, w: 270 };

/** Button behaviour for an SVG node: pointer, Enter and Space. */
export function button(node, label, onPress) {
  node.setAttribute("role", "button");
  node.setAttribute("tabindex", "0");
  node.setAttribute("aria-label", label);
  node.onclick = (event) => {
    event.stopPropagation();
    onPress();
  };
  node.onkeydown = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    onPress();
  };
  return node;
}

/** The four sides of the block, as long as tilts are to be made. */
export function zones({ board, legal, chosen, choose }) {
  const tilts = legal.filter((a) => a.kind === "tilt");
  if (!tilts.length) return null;
  const f = board.plan.half;
  const corners = {
    N: `-${f},-${f} ${f},-${f} 0,0`,
    E: `${f},-${f} ${f},${f} 0,0`,
    S: `${f},${f} -${f},${f} 0,0`,
    W: `-${f},${f} -${f},-${f} 0,0`,
  };
  const zone = (pair) => {
    const node = s("polygon", {
      class: `zone ${chosen?.pair === pair ? "chosen" : ""}`,
      "data-pair": pair,
      points: corners[pair],
    });
    return button(node, pairText(pair), () => choose({ kind: "pair", pair }));
  };
  return s(
    "g",
    { transform: `rotate(${board.plan.rotation + board.plan.turn})` },
    PATHS.filter((pair) => tilts.some((a) => a.pair === pair)).map(zone),
  );
}

export function handles(tap) {
  if (tap.chosen?.kind === "pair") return tiltHandles(tap, tap.chosen.pair);
  if (tap.chosen?.kind === "arc" && tap.chosen.cube) return turnHandles(tap);
  return null;
}

function tiltHandles({ board, legal, act }, pair) {
  const far = board.plan.half / 2;
  const handle = (roll) => {
    const [x, y] = { n: [0, -1], s: [0, 1], e: [1, 0], w: [-1, 0] }[roll];
    const [px, py] = OUT[pair];
    const word = pair + roll;
    const lawful = legal.some((a) => a.word === word);
    const glyph = s("path", {
      class: "glyph",
      d: "M0 12 L0 -12 M-9 -3 L0 -12 L9 -3",
      transform: `rotate(${POINT[roll]})`,
    });
    const node = s(
      "g",
      {
        class: `handle ${lawful ? "" : "refused"}`,
        "data-word": word,
        transform: `translate(${px * far + x * 44} ${py * far + y * 44})`,
      },
      s("circle", { class: "hit", r: 44 }),
      s("circle", { class: "disc", r: 27 }),
      glyph,
    );
    return button(node, actionText(word), () => act(word));
  };
  return s("g", { transform: `rotate(${board.plan.rotation + board.plan.turn})` }, [...ROLLS[pair]].map(handle));
}

function turnHandles({ board, chosen, act }) {
  const { arc, cube } = chosen;
  const [x, y] = board.slotAt(cube);
  const handle = (way, i) => {
    const word = `${cube}${way}@${arc}`;
    const d = "M12 -6 A14 14 0 1 0 13 5 M13 -14 L13 -5 L4 -5";
    const node = s(
      "g",
      { class: "handle", "data-word": word, transform: `translate(${x + (i ? 46 : -46)} ${y - 46})` },
      s("circle", { class: "hit", r: 44 }),
      s("circle", { class: "disc", r: 27 }),
      s("path", { class: "glyph", d, transform: way === "+" ? "" : "scale(-1 1)" }),
    );
    return button(node, actionText(word), () => act(word));
  };
  return ["-", "+"].map(handle);
}
