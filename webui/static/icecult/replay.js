// ICE CULT for the replay: how a step is drawn and told, and what the statistics show.

import { leadPlot, playerTable, timePlot } from "../shell/replay/plots.js";

export { arrows } from "./coach/arrows.js";
export { Board } from "./drawing/board.js";
export { token } from "./drawing/pieces.js";
export { actionText, ruleName } from "./words.js";

/** What the board shows of one step. */
export const sceneOf = (step, replay) => ({ layout: replay.layout, state: step.state, tops: step.tops });

/** The plots and numbers of a match. */
export const figures = (statistics) => [
  leadPlot(statistics),
  timePlot(statistics),
  playerTable(statistics, ["turns", "mean_s", "longest_s", "faults", "wasted", "carried"]),
];

/** The words of a turn that are no choice of the player: every one is. */
export const given = () => [];
