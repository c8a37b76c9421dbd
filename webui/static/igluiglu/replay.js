// IGLU IGLU for the replay: how a step is drawn and told, and what the statistics show.

import { leadPlot, playerTable, timePlot } from "../shell/replay/plots.js";
import { islandTable } from "./islands.js";

export { arrows } from "./coach/arrows.js";
export { given } from "./coach/given.js";
export { Board } from "./drawing/board.js";
export { token } from "./drawing/pieces.js";
export { actionText, ruleName } from "./texts.js";

/** What the board shows of one step; the last one shows the islands. */
export const sceneOf = (step) => ({ state: step.state, islands: step.islands ?? [] });

/** The plots and numbers of a match. */
export const figures = (statistics) => [
  islandTable(statistics.score),
  leadPlot(statistics),
  timePlot(statistics),
  playerTable(statistics, ["turns", "mean_s", "longest_s", "faults"]),
];
