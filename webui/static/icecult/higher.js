// Why a higher camera sees more: the table from the side.

import { s } from "../shell/kit/dom.js";
import { t } from "../shell/kit/text.js";

const camera = (x, y, name) =>
  s(
    "g",
    { class: name, transform: `translate(${x} ${y})` },
    s("rect", { x: -9, y: -6, width: 14, height: 12, rx: 2 }),
    s("path", { d: "M5 -3 L10 -6 V6 L5 3 Z" }),
  );

/** The block between a low camera and a pawn, and a raised one that sees the pawn over it. */
export const higher = () =>
  s(
    "svg",
    { class: "higher", viewBox: "0 0 200 84", role: "img", "aria-label": t("boardstep.from-the-side") },
    s("line", { class: "table", x1: 4, y1: 76, x2: 196, y2: 76 }),
    s("rect", { class: "block", x: 104, y: 54, width: 40, height: 22 }),
    s("path", { class: "pawn", d: "M158 76 L166 56 L174 76 Z" }),
    s("line", { class: "blocked", x1: 34, y1: 48, x2: 104, y2: 63 }),
    s("line", { class: "free", x1: 34, y1: 14, x2: 165, y2: 60 }),
    s("path", { class: "up", d: "M22 38 V24 M18 28 L22 23 L26 28" }),
    camera(24, 47, "low"),
    camera(24, 13, "raised"),
  );
