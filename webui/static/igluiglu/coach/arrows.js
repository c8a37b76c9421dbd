// A turn of IGLU IGLU as arrows on the drawn board: who goes where, what drifts, where something happens.

import { arrow, ring } from "../../shell/coach/arrow.js";
import { CELL, CELLS, middleOf, next } from "../drawing/grid.js";

const UNIT = 22;

/** What a word does on the board: from one space to another, or on one. */
const DOES = {
  walk: ([a, b]) => [a, b],
  kayak: ([a, b]) => [a, b],
  hunt: ([a, , at = a]) => [a, at],
  harpoon: ([a, , at = a]) => [a, at],
  drift: ([a, way]) => [a, next(a, way) ?? a],
  move: ([, a, b]) => [a, b],
  flee: ([, a]) => [a, a],
  place: ([a]) => [a, a],
  melt: ([a]) => [a, a],
  build: ([a]) => [a, a],
  play: ([, a]) => [a, a],
};

/** The arrows of the steps from the `first` to before the `last`; `board` says how the drawing is turned. */
export function arrows(steps, board, first = 1, last = steps.length) {
  return steps.slice(first, last).flatMap(({ word }, i) => {
    const [verb, ...rest] = (word ?? "").split(" ");
    const [from, to] = DOES[verb]?.(rest) ?? [];
    if (!CELLS.includes(from) || !CELLS.includes(to)) return [];
    const [a, b] = [middleOf(from, board.turn), middleOf(to, board.turn)];
    return [from === to ? ring(first + i, a, CELL * 0.38, UNIT) : arrow(first + i, a, b, UNIT)];
  });
}
