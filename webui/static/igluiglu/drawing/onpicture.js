// What the referee writes on the camera's picture: columns and rows at the edge, islands outlined, what may be tapped.

import { s } from "../../shell/kit/dom.js";
import { CELLS, groundOf } from "./grid.js";

const COLUMNS = [..."abcdefgh"];
const ROWS = [..."12345678"];

const between = ([ax, ay], [bx, by], share) => [ax + (bx - ax) * share, ay + (by - ay) * share];

/** A letter or number on a disc, readable on any table. */
const letter = (text, [x, y], unit) =>
  s(
    "g",
    { class: "mark path", "data-mark": text, transform: `translate(${x} ${y})` },
    s("rect", { x: -unit * 0.8, y: -unit * 0.8, width: unit * 1.6, height: unit * 1.6, rx: unit * 0.8 }),
    s("text", { "font-size": unit * 1.15, y: unit * 0.4 }, text),
  );

/** The names of columns and rows, half a space beyond the edge that is nearest to each. */
export function letters(places, unit) {
  const beyond = (edge, next) => between(places[next], places[edge], 1.85);
  if (!places.a1 || !places.h8) return [];
  return [
    ...COLUMNS.map((column) => letter(column, beyond(`${column}1`, `${column}2`), unit * 0.85)),
    ...ROWS.map((row) => letter(row, beyond(`a${row}`, `b${row}`), unit * 0.85)),
  ];
}

/** The corners of a space, from the middles of those around it. */
function cornersOf(cell, places) {
  const [x, y] = [COLUMNS.indexOf(cell[0]), ROWS.indexOf(cell[1])];
  const at = (dx, dy) => places[`${COLUMNS[x + dx] ?? ""}${ROWS[y + dy] ?? ""}`];
  const middle = places[cell];
  const half = (dx, dy) => {
    const [there, back] = [at(dx, dy), at(-dx, -dy)];
    return there
      ? [(there[0] - middle[0]) / 2, (there[1] - middle[1]) / 2]
      : back && [(middle[0] - back[0]) / 2, (middle[1] - back[1]) / 2];
  };
  const [east, north] = [half(1, 0), half(0, 1)];
  if (!east || !north) return null;
  const corner = (a, b) => [middle[0] + a * east[0] + b * north[0], middle[1] + a * east[1] + b * north[1]];
  return {
    w: [corner(-1, 1), corner(-1, -1)],
    e: [corner(1, -1), corner(1, 1)],
    s: [corner(-1, -1), corner(1, -1)],
    n: [corner(1, 1), corner(-1, 1)],
  };
}

const NEXT = { n: [0, 1], e: [1, 0], s: [0, -1], w: [-1, 0] };

/** The coast of every island: the edges of its spaces beyond which there is sea. */
export function coasts(view, places, unit) {
  const board = view.state.board;
  const lies = (cell) => CELLS.includes(cell) && groundOf(board, cell) !== "~";
  const lines = CELLS.filter((cell) => places[cell] && lies(cell)).flatMap((cell) => {
    const edges = cornersOf(cell, places);
    if (!edges) return [];
    return Object.entries(NEXT)
      .filter(([, [dx, dy]]) => !lies(`${COLUMNS[COLUMNS.indexOf(cell[0]) + dx] ?? ""}${Number(cell[1]) + dy}`))
      .map(([side]) => `M${edges[side][0].join(" ")} L${edges[side][1].join(" ")}`);
  });
  return s("path", { class: "picture-coast", d: lines.join(" "), "stroke-width": unit * 0.22 });
}

/** Everything that is written on the live picture of a match. */
export const onPicture = (view, places, unit) => [coasts(view, places, unit), ...letters(places, unit)];
