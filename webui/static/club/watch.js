// One table of the club, live and large; its turns can be looked at again.

import { $, h, put } from "../shell/kit/dom.js";
import { follow } from "../shell/kit/live.js";
import { onChange, t } from "../shell/kit/text.js";
import { openReview } from "../shell/replay/review.js";
import { showHistory } from "../shell/table/history.js";
import { begin, drawing, GAMES, gameOf, playersOf, sceneOf, serverSays, turnText, verdictText } from "./common.js";

const id = document.body.dataset.table;
let drawn = null;
let view = null;

/** A match that cannot be read: why, in words. */
function showTrouble(now) {
  drawn = null;
  view = now;
  put($("#stage"), null);
  put($("#side"), h("h1", {}, now.table), h("p", { class: "club-verdict open" }, t(`club.trouble.${now.trouble}`)));
  document.body.dataset.ready = "yes";
}

async function show(now) {
  if (!now?.match) return;
  $("#history").hidden = Boolean(now.trouble);
  if (now.trouble) return showTrouble(now);
  const game = await gameOf(now.page);
  if (drawn?.page !== now.page) {
    drawn = { page: now.page, ...drawing(game) };
    put($("#stage"), drawn.svg);
  }
  drawn.board.show(sceneOf(game, now), view?.match === now.match);
  view = now;
  const { kind, text } = verdictText(game, now);
  put(
    $("#side"),
    h("h1", {}, now.table),
    h("p", { class: "soft" }, `${GAMES[now.game]} · ${now.name}`),
    now.away ? h("p", { class: "chip" }, t("club.table-away")) : null,
    h("p", { class: "club-turn" }, turnText(now)),
    playersOf(now),
    h("p", { class: `club-verdict ${kind}` }, text),
    h("a", { class: "button", href: `/matches/${encodeURIComponent(now.match)}` }, t("club.replay")),
  );
  showHistory($("#history"), now, game.ruleName, (turn) => openReview(now.match, turn));
  document.title = `${now.table} · icekeeper`;
  document.body.dataset.ready = "yes";
}

async function take(news) {
  for (const { key, view: each } of news) {
    if (key === "server") serverSays(each.answers);
    else await show(each);
  }
}

async function start() {
  await begin();
  onChange(() => view && show(view));
  follow(`/api/club/live?table=${encodeURIComponent(id)}`, take, (online) => online || serverSays(false));
}

start();
