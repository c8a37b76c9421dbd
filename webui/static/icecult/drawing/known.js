// Getting to know a set: the block as it stands, and each cube unfolded as far as it is known.

import { h, s } from "../../shell/kit/dom.js";
import { t } from "../../shell/kit/text.js";
import { icon, symbol } from "./pieces.js";
import { OUT, PAIRS, PATHS, plan, SLOTS, slotAt } from "./plan.js";

const NET = [
  ["N", 2],
  ["W", 5],
  ["U", 6],
  ["E", 7],
  ["D", 8],
  ["S", 10],
];
export const HOME = { NW: "SE", NE: "SW", SE: "NW", SW: "NE" };
/** The block as it stands, with the pair that is to be tilted and the way it goes. */
export function block(state, tops, label) {
  const p = plan(state.layout);
  const r = p.cube / 2 - 3;
  const pair = state.next ? PAIRS[state.next[0]] : [];
  const cubes = SLOTS.map((slot) => {
    const [x, y] = slotAt(p, slot);
    const now = state.live ? state.live.tops[slot] : tops[slot];
    const shown = state.begun ? now : { symbol: "arc", facing: HOME[slot] };
    return s(
      "g",
      { transform: `translate(${x} ${y})` },
      s("rect", {
        class: pair.includes(slot) ? "moved" : "icon-cube",
        x: -r,
        y: -r,
        width: 2 * r,
        height: 2 * r,
        rx: 9,
      }),
      shown && !pair.includes(slot) ? symbol(shown, 2 * r, p.rotation) : null,
    );
  });
  const standing = s("g", { transform: `rotate(${p.rotation})` }, cubes);
  if (state.next) {
    const [ox, oy] = OUT[state.next[0]];
    const angle = { n: 0, e: 90, s: 180, w: 270 }[state.next[1]];
    standing.append(
      s("path", {
        class: "hint-arrow",
        d: "M0 40 L0 -40 M-20 -18 L0 -40 L20 -18",
        transform: `translate(${(ox * p.half) / 2} ${(oy * p.half) / 2}) rotate(${angle})`,
      }),
    );
  }
  const sides = PATHS.map((path) => {
    const [ox, oy] = OUT[path].map((each) => each * (p.inner + 20));
    return s("text", { class: "side-name", x: ox, y: oy + 9, "text-anchor": "middle" }, t(`side.${path}`));
  });
  return s("svg", { viewBox: "-145 -145 290 290", role: "img", "aria-label": label }, standing, sides);
}

/** What is known of a cube: its six faces, unfolded. */
export function net(slot, faces) {
  const look = (text) => {
    if (!text) return null;
    const [name, to] = text.split(/[>:]/);
    return { symbol: name, facing: name === "arc" ? corner(to) : (to ?? null) };
  };
  const cell = ([face, at]) => {
    const node = h(
      "span",
      { class: faces[face] ? "seen" : "unseen", title: t(`symbol.${look(faces[face])?.symbol ?? "unknown"}`) },
      icon(look(faces[face])),
    );
    node.style.gridArea = `${Math.ceil(at / 4)} / ${((at - 1) % 4) + 1}`;
    return node;
  };
  const known = Object.values(faces).filter(Boolean).length;
  return h(
    "figure",
    { class: "card" },
    h("figcaption", {}, `${t(`slot.${slot}`)}: ${t("learn.faces", { n: known })}`),
    h("div", { class: "net" }, NET.map(cell)),
  );
}

// Only the faces' kinds matter in the map; an arc is drawn in the corner nearest to its name.
const corner = (to) => (SLOTS.includes(to) ? to : "SE");
