// A turn of ICE CULT as arrows on the drawn board: pairs that tilt, pawns that move, cubes that are turned.

import { arrow, bent } from "../../shell/coach/arrow.js";
import { goalAt, OUT, PATHS, slotAt, spaceAt, stackAt, turned } from "../drawing/plan.js";
import { parse } from "../words.js";

const UNIT = 15;
const BODY = 16; // from a pawn's foot to its middle
const ROLL = { n: [0, -1], e: [1, 0], s: [0, 1], w: [-1, 0] };

/** A tilt; one of a pair that has tilted already stands beside the first. */
function tilt(n, { pair, roll }, p, again) {
  const [[px, py], [rx, ry]] = [OUT[pair], ROLL[roll]];
  const aside = again * 26;
  const [x, y] = [(px * p.half) / 2 + ry * aside, (py * p.half) / 2 + rx * aside];
  const end = (far) => turned(p, [x + rx * far, y + ry * far]);
  return arrow(n, end(-p.cube * 0.5), end(p.cube * 0.5), UNIT);
}

/** From where a step goes: the pawn, the topmost of its colour where no height is said; or the cube that lets it enter. */
function from(p, { colour, path, space, height, arrow, circle }, state) {
  if (!space) return turned(p, slotAt(p, circle ?? arrow));
  const stack = state.paths[path][space - 1];
  const aside = state.paths[path].some((each) => each.length > 1);
  const { x, y } = stackAt(p, path, space, height ?? stack.lastIndexOf(colour), stack.length, aside);
  return [x, y - BODY];
}

function step(n, a, p, state) {
  const home = goalAt(p, a.path, [a.colour], a.colour, 0);
  const to = a.space < p.spaces ? spaceAt(p, a.path, a.space + 1) : [home.x, home.y];
  return arrow(n, from(p, a, state), to, UNIT, a.colour);
}

/** The arrows of the steps from the `first` to before the `last` on a board that shows a scene of this layout. */
export function arrows(steps, board, first = 1, last = steps.length) {
  const p = board.plan;
  const tilted = [];
  return steps.slice(first, last).flatMap(({ word }, i) => {
    const a = parse(word ?? "");
    const n = first + i;
    if (a?.kind === "tilt") {
      const again = tilted.filter((each) => each === a.pair).length;
      tilted.push(a.pair);
      return [tilt(n, a, p, again)];
    }
    if (a?.kind === "turn") return [bent(n, turned(p, slotAt(p, a.cube)), p.cube * 0.36, a.way === "+", UNIT)];
    return a && PATHS.includes(a.path) ? [step(n, a, p, steps[n - 1].state)] : [];
  });
}
