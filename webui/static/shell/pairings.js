// What the club's tournament wants played at this table: one tap seats these people in their colours.

import { h, put } from "./kit/dom.js";
import { ask } from "./kit/live.js";
import { badge } from "./kit/marks.js";
import { t } from "./kit/text.js";

const AGAIN_MS = 3000;
let told = [];

function card(pairing, games, onTake) {
  const { title, round, table, own, players } = pairing;
  const game = games.find(({ name }) => name === pairing.game);
  return h(
    "li",
    {},
    h(
      "button",
      { type: "button", class: "card tile", "data-pairing": table, onclick: () => onTake(pairing) },
      h("strong", {}, own ? t("pairing.own", { n: table }) : t("cup.table", { n: table })),
      h("span", {}, `${title} · ${t("cup.round", { n: round })} · ${game?.title ?? pairing.game}`),
      h(
        "span",
        { class: "row" },
        players.map(({ name, colour }) => h("span", { class: "row tight" }, badge(colour), name)),
      ),
    ),
  );
}

/** The pairings there are now, each to be taken with one tap. */
export function showPairings(node, games, onTake) {
  node.hidden = !told.length;
  put(
    node,
    told.map((pairing) => card(pairing, games, onTake)),
  );
}

/** Ask what is to be played, now and again; `onNews` where that has changed. */
export function followPairings(onNews) {
  const look = async () => {
    const { pairings } = await ask("/api/setup/pairings").catch(() => ({ pairings: told }));
    const news = JSON.stringify(pairings) !== JSON.stringify(told);
    told = pairings;
    if (news) onNews();
    setTimeout(look, AGAIN_MS);
  };
  return look();
}
