// IGLU IGLU for the replay: how a step is drawn and told, and what the statistics show.

import { s } from "../shell/kit/dom.js";
import { leadPlot, playerTable, timePlot } from "../shell/replay/plots.js";
import { inuit } from "./drawing/pieces.js";
import { islandTable } from "./islands.js";

export { Board } from "./drawing/board.js";
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

/** A piece of a colour, for celebrations. */
export const token = (colour) =>
  s("svg", { class: "iglu", viewBox: "-30 -36 60 72", "aria-hidden": "true" }, inuit(colour));
