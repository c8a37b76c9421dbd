// What IGLU IGLU shows of a turn to those two metres away: what is wanted, the points left, and everybody's score.

import { badge } from "../shell/kit/marks.js";
import { Colour, number, playerName } from "../shell/kit/text.js";
import { say } from "./texts.js";

/** The lines of the table view: {icons, text, kind}. */
export function far(view) {
  const { turn } = view;
  const scores = view.match.players.map((each) => ({
    icons: [badge(each.colour)],
    text: `${playerName(each)} ${number(view.score.players[each.colour].total)}`,
    kind: "score",
  }));
  if (view.how) return scores;
  const wants = say(`wants.${turn.wants}`, { colour: Colour(turn.who || turn.player) });
  const left = turn.wants === "act" ? [{ text: say("points", { n: turn.points }) }] : [];
  return [{ text: wants, kind: "owed" }, ...left, ...scores];
}
