// ICE CULT at the table: what the board shows of a view, how it is tapped, what the panel says.

import { t } from "../shell/kit/text.js";
import { turned } from "../shell/table/seat.js";
import { reached } from "./tap.js";

export { ahead } from "./away/ahead.js";
export { Board } from "./drawing/board.js";
export { places } from "./drawing/named.js";
export { onPicture } from "./drawing/onpicture.js";
export { token } from "./drawing/pieces.js";
export { far } from "./far.js";
export { showPanel } from "./panel.js";
export { Taps } from "./tap.js";
export { ruleName } from "./words.js";

/** What can be put right; fetched when somebody asks for it. */
export const openMore = async (...about) => (await import("./correct.js")).openMore(...about);

/** What the board shows of a view. */
export const scene = (view) => ({
  layout: view.match.layout,
  turn: turned(),
  state: view.to_put_back?.state ?? view.state,
  tops: Object.fromEntries(view.turn.symbols.map((each) => [each.slot, lying(view, each)])),
  unknown: view.unknown,
  owed: reached(view),
  differs: view.to_put_back?.places ?? (view.eye.status === "differs" ? view.eye.places : []),
});

/** What is on a cube: before the first turn as it lies there until it is put back. */
const lying = (view, each) =>
  view.to_put_back?.state && view.seen?.cubes[each.slot]
    ? { ...each, ...view.seen.cubes[each.slot], status: "none" }
    : each;

/** How many pawns each colour has. */
export const tokens = () => 5;

/** Why the turn can hardly be over yet; null where it may be. */
export function unready(view) {
  const n = view.turn.tilts.length;
  return n > 1 ? null : t(n ? "done.one-tilt" : "done.no-tilt");
}

/** A missed symbol that has been served meanwhile: nothing is owed any more in the turn it was about. */
export function putRight(view) {
  const v = view.verdict;
  return (
    v.kind === "fault" &&
    v.rule?.startsWith("missed-") &&
    v.turn === view.turn.number &&
    view.turn.tilts.length === 2 &&
    !view.turn.owed.length
  );
}

/** Who may be said to sit at a side: where the paths leave the block through its sides. */
export const sitters = (view) => (view.match.layout === "corners" ? [] : view.match.players);
