// All tables of the club, live: a tile each, drawn anew when its table has gone on.

import { $, h, put } from "../shell/kit/dom.js";
import { follow } from "../shell/kit/live.js";
import { onChange, t } from "../shell/kit/text.js";
import { begin, drawing, gameOf, playersOf, sceneOf, serverSays, turnText, verdictText } from "./common.js";

const tiles = new Map();

/** The parts of one tile; made once for a table and a game. A match that cannot be read has words and no board. */
function made(key, game) {
  const { svg, board } = game ? drawing(game) : {};
  const tile = {
    board,
    name: h("h2", {}),
    away: h("span", { class: "chip" }),
    turn: h("p", { class: "club-turn" }),
    players: h("div", {}),
    verdict: h("p", {}),
  };
  const link = h("a", { class: "card club-tile", href: `/tables/${encodeURIComponent(key)}`, "data-key": key });
  link.append(
    h("div", { class: "club-tile-head" }, tile.name, tile.away),
    h("div", { class: "club-tile-board" }, svg ?? null),
    h("div", { class: "club-tile-words" }, tile.turn, tile.players, tile.verdict),
  );
  tile.node = h("li", {}, link);
  tile.link = link;
  return tile;
}

async function show(key, view) {
  const known = tiles.get(key);
  if (!view?.match) {
    known?.tile.node.remove();
    tiles.delete(key);
    return;
  }
  const game = view.trouble ? null : await gameOf(view.page);
  const tile = known?.page === view.page ? known.tile : made(key, game);
  if (known && known.tile !== tile) known.tile.node.replaceWith(tile.node);
  tiles.set(key, { tile, page: view.page, view });
  tile.name.textContent = view.table;
  tile.away.hidden = !view.away;
  tile.away.textContent = t("club.table-away");
  tile.link.dataset.events = view.events ?? "";
  tile.link.classList.toggle("away", view.away);
  if (view.trouble) {
    tile.verdict.className = "club-verdict open";
    tile.verdict.textContent = t(`club.trouble.${view.trouble}`);
    return;
  }
  tile.board.show(sceneOf(game, view), known?.view.match === view.match);
  tile.turn.textContent = turnText(view);
  put(tile.players, playersOf(view));
  const { kind, text } = verdictText(game, view);
  tile.verdict.className = `club-verdict ${kind}`;
  tile.verdict.textContent = text;
}

/** Tiles in the order of the tables' names. */
function arrange() {
  const order = [...tiles.values()].sort((a, b) =>
    a.view.table.localeCompare(b.view.table, document.documentElement.lang, { numeric: true }),
  );
  const list = $("#tables");
  order.forEach(({ tile }, i) => {
    if (list.children[i] !== tile.node) list.insertBefore(tile.node, list.children[i] ?? null);
  });
  list.dataset.count = Math.min(order.length, 12);
  $("#none").hidden = order.length > 0;
}

let queue = Promise.resolve();

async function take(news) {
  for (const { key, view } of news) {
    if (key === "server") serverSays(view.answers);
    else await show(key, view);
  }
  arrange();
  document.body.dataset.ready = "yes";
}

async function start() {
  await begin();
  onChange(() => take([...tiles].map(([key, { view }]) => ({ key, view }))));
  follow(
    "/api/club/live",
    (news) => (queue = queue.then(() => take(news))),
    (online) => online || serverSays(false),
  );
}

start();
