// Which pawns a thumb may have meant: pawns are small on a phone, and in a stack only a strip of each is in sight.

import { openDialog } from "../../shell/kit/dialogs.js";
import { h } from "../../shell/kit/dom.js";
import { badge } from "../../shell/kit/marks.js";
import { t } from "../../shell/kit/text.js";

const THUMB_PX = 44;

/** How far a point is from a pawn's box, beyond what a thumb reaches. */
function beyond({ node }, x, y) {
  const box = node.getBoundingClientRect();
  const reach = Math.max(0, (THUMB_PX - Math.min(box.width, box.height)) / 2);
  return Math.max(box.left - x, x - box.right, box.top - y, y - box.bottom) - reach;
}

const place = (piece) => (piece.space ? `${piece.path}${piece.space}` : `start ${piece.colour}`);

/** The pawns with a press of their own that a tap may have meant; of those waiting at the start one of each colour. */
export function meant(pieces, target, x, y) {
  const hit = pieces.find((piece) => piece.node.contains(target));
  if (hit?.alone) return [hit];
  const near = hit
    ? pieces.filter((piece) => place(piece) === place(hit))
    : pieces.filter((piece) => beyond(piece, x, y) <= 0);
  const able = near.filter((piece) => piece.press);
  return able.filter((piece, i) => piece.space || able.findIndex((other) => place(other) === place(piece)) === i);
}

/** Open a stack: its pawns from the top down, each big enough to tap. */
export function openStack(pieces) {
  const button = (piece, close) =>
    h(
      "button",
      { type: "button", "data-pawn": piece.k, onclick: () => (close(), piece.press()) },
      badge(piece.colour),
      `${piece.label}, ${t("action.height", { height: piece.k + 1 })}`,
    );
  const sorted = [...pieces].sort((a, b) => b.k - a.k);
  openDialog(t("tap.which-pawn"), (close) =>
    h(
      "div",
      { class: "choice-list" },
      sorted.map((piece) => button(piece, close)),
    ),
  );
}
