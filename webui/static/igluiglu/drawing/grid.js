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

/** The upper left corner of a space in the drawing; row 8 is at the top. */
export const cornerOf = (cell) => [MARGIN + column(cell) * CELL, MARGIN + (7 - row(cell)) * CELL];

/** The middle of a space in the drawing. */
export const middleOf = (cell) => cornerOf(cell).map((value) => value + CELL / 2);

/** What a board of eight rows shows on a space: L # ^ or ~. */
export const groundOf = (board, cell) => board[7 - row(cell)][column(cell)];

/** The space next to another, or null beyond the edge. */
export function next(cell, way) {
  const [dx, dy] = WAYS[way];
  const [x, y] = [column(cell) + dx, row(cell) + dy];
  return x >= 0 && x < 8 && y >= 0 && y < 8 ? COLUMNS[x] + (y + 1) : null;
}

/** The outline of a set of spaces as an SVG path: every side that has no neighbour of the set. */
export function outline(cells) {
  const inside = new Set(cells);
  const side = { n: [0, 0, CELL, 0], e: [CELL, 0, 0, CELL], s: [CELL, CELL, -CELL, 0], w: [0, CELL, 0, -CELL] };
  return cells
    .flatMap((cell) => {
      const [x, y] = cornerOf(cell);
      return Object.keys(WAYS)
        .filter((way) => !inside.has(next(cell, way)))
        .map((way) => {
          const [fx, fy, dx, dy] = side[way];
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
