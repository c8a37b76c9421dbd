// Where everything lies on the schematic board, in drawing units; the block's middle is 0,0 and y grows southwards.

export const PATHS = ["N", "E", "S", "W"];
export const SLOTS = ["NW", "NE", "SE", "SW"];
export const PAIRS = { N: ["NW", "NE"], E: ["NE", "SE"], S: ["SW", "SE"], W: ["NW", "SW"] };
export const OUT = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] };

const SPACE = 41;
const PITCH = 15;
const START = { r: [-1, -1], y: [1, -1], g: [1, 1], b: [-1, 1] };

const quarter = ([x, y]) => [-y, x];

/** A direction after so many degrees clockwise, in whole quarters. */
function round([x, y], degrees) {
  return Array.from({ length: degrees / 90 }).reduce(quarter, [x, y]);
}

/** The measures of one layout: paths leave through the block's sides or its corners; `turn` turns it all, in degrees. */
export function plan(layout, spaces = 5, turn = 0) {
  const corners = layout === "corners";
  const cube = corners ? 68 : 86;
  const half = cube + 1;
  const inner = corners ? Math.round(half * Math.SQRT2) + 6 : half + 8;
  const outer = inner + SPACE * spaces;
  return {
    corners,
    spaces,
    cube,
    half,
    inner,
    outer,
    space: SPACE,
    width: 52,
    tip: outer + 22,
    goal: outer + 42,
    extent: outer + 78,
    rotation: corners ? 45 : 0,
    turn,
    out: Object.fromEntries(PATHS.map((path) => [path, round(OUT[path], turn)])),
    start: Object.fromEntries(Object.entries(START).map(([colour, at]) => [colour, round(at, turn)])),
  };
}

/** The middle of a space, counted from 1. */
export function spaceAt(p, path, number) {
  const far = p.inner + SPACE * (number - 0.5);
  return [p.out[path][0] * far, p.out[path][1] * far];
}

/** The middle of a cube within the block's own frame (not yet rotated). */
export function slotAt(p, slot) {
  const off = p.half / 2 + 0.5;
  return [slot.endsWith("E") ? off : -off, slot.startsWith("S") ? off : -off];
}

/** A point of the block's frame on the board. */
export function turned(p, [x, y]) {
  const a = ((p.rotation + p.turn) * Math.PI) / 180;
  return [x * Math.cos(a) - y * Math.sin(a), x * Math.sin(a) + y * Math.cos(a)];
}

/** Where the k-th pawn of a stack of n stands: upright. On a path that runs up the screen stacks step aside by turns
 * (`aside`), within their spaces, so that none hides the next one. */
export function stackAt(p, path, number, k, n, aside = n > 1) {
  const [x, y] = spaceAt(p, path, number);
  const pitch = n < 2 ? 0 : Math.min(PITCH, 96 / (n - 1));
  const shift = p.out[path][1] && aside ? (number % 2 ? -10 : 10) : 0;
  return { x: x + shift, y: y + 14 - pitch * k, scale: 1 };
}

/** Where the k-th waiting pawn of a colour stands. */
export function startAt(p, colour, k) {
  const [sx, sy] = p.start[colour];
  const mid = p.inner + SPACE * 2.9;
  const row = k < 3 ? 0 : 1;
  const column = row === 0 ? k - 1 : k - 3.5;
  return { x: sx * mid + column * 40, y: sy * mid + (row === 0 ? -6 : 38), scale: 1 };
}

/** Where the k-th pawn of a colour stands beyond a path's tip: one place for each colour that arrived there. */
export function goalAt(p, path, colours, colour, k) {
  const index = colours.indexOf(colour) - (colours.length - 1) / 2;
  const [ox, oy] = p.out[path];
  const along = oy ? [index * 46, 0] : [0, index * 40];
  const far = p.goal + 2;
  return { x: ox * far + along[0] + k * 2.5 - 4, y: oy * far + along[1] + 12 - k * 3.5, scale: 0.8 };
}
