// The end of a match as a moment: who has won and how, what it took, and the last move once more.

import { clock, h, still } from "../kit/dom.js";
import { gamePart } from "../kit/games.js";
import { toast } from "../kit/head.js";
import { ask } from "../kit/live.js";
import { badge } from "../kit/marks.js";
import { playerName, t } from "../kit/text.js";
import { title } from "./far.js";

const HOLD_MS = 900;

function pieces(view, act) {
  const one = (colour, i) => {
    const svg = act.game.token(colour);
    svg.style.animationDelay = `${i * 90}ms`;
    return svg;
  };
  const each = view.winners.length > 1 ? 3 : act.game.tokens(view);
  const all = [...view.winners].flatMap((colour) => Array.from({ length: each }, () => colour));
  return h("div", { class: "celebrate" }, h("div", { class: "pawns" }, all.map(one)));
}

/** What everybody's match was: turns, faults and time. */
function facts(view) {
  const line = (player) => {
    const own = view.history.filter((turn) => turn.player === player.colour);
    const cells = [
      own.length,
      own.filter((turn) => turn.legal === false).length,
      clock(view.clock.used[player.colour]),
    ];
    return h(
      "tr",
      { class: view.winners.includes(player.colour) ? "winner" : null },
      h("th", { scope: "row" }, h("span", { class: "row tight" }, badge(player.colour), playerName(player))),
      cells.map((each) => h("td", { class: "tabular" }, each)),
    );
  };
  const names = ["stats.turns", "stats.faults", "clock.of"].map((key) => h("th", { scope: "col" }, t(key)));
  return h(
    "table",
    { class: "facts" },
    h("thead", {}, h("tr", {}, h("td", {}), names)),
    h("tbody", {}, view.match.players.map(line)),
  );
}

/** The table as it was before the last move, and then that move. */
async function lastMove(view, act, button) {
  button.disabled = true;
  try {
    const [{ replay }, game] = await Promise.all([
      ask(`/api/matches/${encodeURIComponent(view.match.id)}`),
      gamePart(view.match.page, "replay"),
    ]);
    for (const step of replay.turns.at(-1).steps.slice(-2)) {
      act.showScene(game.sceneOf(step, replay), !still());
      await new Promise((done) => setTimeout(done, HOLD_MS));
    }
  } catch (error) {
    toast(error.message);
  }
  button.disabled = false;
  act.redraw();
}

/** What stands above the sentence of a win, and below it. */
export function moment(view, act) {
  const again = h(
    "button",
    { type: "button", id: "last-move", onclick: () => lastMove(view, act, again) },
    t("won.last"),
  );
  const above = [pieces(view, act), h("h2", { class: "who" }, title(view, view.winners))];
  return { above, below: h("div", { class: "won-more" }, facts(view), h("div", { class: "row" }, again)) };
}
