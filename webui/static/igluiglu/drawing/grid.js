// The 64 spaces of IGLU IGLU: names, neighbours, and where they lie in the drawing.

export const COLUMNS = "abcdefgh";
export const CELL = 100;
export const MARGIN = 34;
export const EXTENT = 8 * CELL + 2 * MARGIN;
export const CORNERS = ["a1", "a8", "h1", "h8"];
export const WAYS = { n: [0, 1], e: [1, 0], s: [0, -1], w: [-1, 0] };

/** Every space, in text order. */
export const CELLS = [...COLUMNS].flatMap((column) => Array.from({ length: 8 }, (_, i) => column + (i + 1)));

const column = (cell) => COLUMNS.indexOf(cell[0]);
const row = (cell) => Number(cell[1]) - 1;

/** Column and line of a space in the drawing, from its upper left; row 8 is at the top until it all is turned. */
function seat(cell, turn) {
  const quarter = ([x, y]) => [7 - y, x];
  return Array.from({ length: turn / 90 }).reduce(quarter, [column(cell), 7 - row(cell)]);
}

/** The upper left corner of a space in the drawing, which may be turned by quarters, in degrees clockwise. */
export const cornerOf = (cell, turn = 0) => seat(cell, turn).map((value) => MARGIN + value * CELL);

/** The middle of a space in the drawing. */
export const middleOf = (cell, turn = 0) => cornerOf(cell, turn).map((value) => value + CELL / 2);

/** What is written below and left of the drawing, from left to right and from top to bottom. */
export function edges(turn) {
  const at = (x, y) => CELLS.find((cell) => String(seat(cell, turn)) === `${x},${y}`);
  const name = (cell) => (turn % 180 ? cell[1] : cell[0]);
  const line = (cell) => (turn % 180 ? cell[0] : cell[1]);
  const eight = [0, 1, 2, 3, 4, 5, 6, 7];
  return { below: eight.map((x) => name(at(x, 7))), left: eight.map((y) => line(at(0, y))) };
}

/** What a board of eight rows shows on a space: L # ^ or ~. */
export const groundOf = (board, cell) => board[7 - row(cell)][column(cell)];

/** The space next to another, or null beyond the edge. */
export function next(cell, way) {
  const [dx, dy] = WAYS[way];
  const [x, y] = [column(cell) + dx, row(cell) + dy];
  return x >= 0 && x < 8 && y >= 0 && y < 8 ? COLUMNS[x] + (y + 1) : null;
}

/** The outline of a set of spaces as an SVG path: every side that has no neighbour of the set. */
export function outline(cells, turn = 0) {
  const inside = new Set(cells);
  const sides = [
    [0, 0, CELL, 0],
    [CELL, 0, 0, CELL],
    [CELL, CELL, -CELL, 0],
    [0, CELL, 0, -CELL],
  ];
  const side = (way) => sides[(Object.keys(WAYS).indexOf(way) + turn / 90) % 4];
  return cells
    .flatMap((cell) => {
      const [x, y] = cornerOf(cell, turn);
      return Object.keys(WAYS)
        .filter((way) => !inside.has(next(cell, way)))
        .map((way) => {
          const [fx, fy, dx, dy] = side(way);
          return `M${x + fx} ${y + fy}l${dx} ${dy}`;
        });
    })
    .join("");
}

/** What stands on a space, equal things together: [{kind: "inuit"|"igloo"|"animal", what, count}]. */
export function groups(text) {
  const found = new Map();
  for (const word of (text ?? "").split(" ").filter(Boolean)) {
    const things = /^[rygb]+$/.test(word) ? [...word] : [word];
    for (const what of things) found.set(what, (found.get(what) ?? 0) + 1);
  }
  const kind = (what) => (/^[rygb]$/.test(what) ? "inuit" : /^[RYGB]$/.test(what) ? "igloo" : "animal");
  return [...found].map(([what, count]) => ({ kind: kind(what), what, count }));
}
