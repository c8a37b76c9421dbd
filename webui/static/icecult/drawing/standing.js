// Where every pawn of a state is drawn, and which pawn of the last drawing it was.

import { COLOURS } from "../../shell/kit/marks.js";
import { goalAt, PATHS, stackAt, startAt } from "./plan.js";

/** Every pawn of a state with its place: {colour, place, path, space, k, at}. */
export function pawnsOf(p, state) {
  const out = [];
  for (const path of PATHS) {
    const aside = state.paths[path].some((stack) => stack.length > 1);
    for (const i of state.paths[path].keys()) {
      const stack = [...state.paths[path][i].replaceAll("?", "")];
      stack.forEach((colour, k) =>
        out.push({
          colour,
          path,
          space: i + 1,
          k,
          alone: stack.length === 1,
          foot: stackAt(p, path, i + 1, 0, stack.length).y,
          at: stackAt(p, path, i + 1, k, stack.length, aside),
        }),
      );
    }
  }
  for (const colour of COLOURS) {
    [...(state.start ?? "")]
      .filter((c) => c === colour)
      .forEach((_, k) => out.push(standing(colour, "", 0, k, startAt(p, colour, k))));
    for (const path of PATHS) {
      const home = state.goal[path] ?? "";
      const arrived = COLOURS.filter((c) => home.includes(c));
      [...home]
        .filter((c) => c === colour)
        .forEach((_, k) => out.push(standing(colour, path, p.spaces + 1, k, goalAt(p, path, arrived, colour, k))));
    }
  }
  return out.sort((a, b) => depth(a) - depth(b));
}

// Nearer columns are drawn later: by the row their foot stands on, then by height.
const depth = (piece) => Math.round(piece.foot) * 100 + piece.k;

const standing = (colour, path, space, k, at) => ({ colour, path, space, k, alone: true, foot: at.y, at });
const gap = (a, b) =>
  (a.path === b.path ? 0 : a.path && b.path ? 40 : 10) + Math.abs(a.space - b.space) + Math.abs(a.k - b.k) / 100;

/** Give each new pawn the node of the old one it most likely is: pawns of a colour look alike, the nearest moved. */
export function match(old, now) {
  const free = [...old];
  const pairs = now.flatMap((piece, i) =>
    old.filter((o) => o.colour === piece.colour).map((o) => [gap(o, piece), i, o]),
  );
  pairs.sort((a, b) => a[0] - b[0]);
  for (const [, i, o] of pairs) {
    if (now[i].node || !free.includes(o)) continue;
    now[i].node = o.node;
    now[i].from = o.at;
    free.splice(free.indexOf(o), 1);
  }
  return free;
}
