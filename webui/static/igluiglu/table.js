// IGLU IGLU at the table: what the board shows of a view, how it is tapped, what the panel says.

import { turned } from "../shell/table/seat.js";
import { describeCell } from "./drawing/board.js";
import { CELL, CELLS, middleOf } from "./drawing/grid.js";
import { showsIslands } from "./panel.js";
import { say } from "./texts.js";

export { Board } from "./drawing/board.js";
export { onPicture } from "./drawing/onpicture.js";
export { token } from "./drawing/pieces.js";
export { far, showPanel } from "./panel.js";
export { Taps } from "./taps.js";
export { ruleName } from "./texts.js";

/** What can be put right; fetched when somebody asks for it. */
export const openMore = async (...about) => (await import("./more.js")).openMore(...about);

/** What the board shows of a view. */
export const scene = (view) => ({
  state: view.state,
  turn: turned(),
  islands: showsIslands(view) ? view.score.islands : [],
});

/** Every space by name, with what stands there and where it is drawn. */
export const places = ({ state, turn = 0 }) =>
  CELLS.map((cell) => ({
    id: cell,
    at: middleOf(cell, turn),
    size: [CELL - 6, CELL - 6],
    name: describeCell(state, cell),
  }));

/** A side of the board, for whoever has it nearest. */
export const sideText = (side) => say(`seat.${side}`);

/** Nothing is put right later in this game: a wrong word is never played. */
export const putRight = () => false;

/** Why the turn can hardly be over yet, where a camera watches; null where it may be. */
export const unready = ({ match, turn }) =>
  match.source === "camera" && !turn.actions.length ? say("done.unseen") : null;

/** How many Inuit each player has. */
export const tokens = (view) => (view.match.players.length === 2 ? 5 : 3);

/** What is said above a match that plays itself. */
export const simulated = () => say("simulated");
