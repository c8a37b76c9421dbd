// The same people once more: a rematch, or "same as last time" in one tap; only what nobody can know is asked.

import { openDialog } from "../kit/dialogs.js";
import { h, put } from "../kit/dom.js";
import { gamePart } from "../kit/games.js";
import { toast } from "../kit/head.js";
import { send } from "../kit/live.js";
import { badge } from "../kit/marks.js";
import { playerName, t } from "../kit/text.js";

/** Ask how the table stands where that differs from match to match, then `run({ start })`; else `run({})` at once. */
export async function withStart(page, run) {
  const setup = await gamePart(page, "setup");
  if (!setup.showMore) return run({});
  const more = h("div", { class: "house-list" });
  setup.showMore(more);
  const begin = (close) => () => (close(), run({ start: setup.start() }));
  return openDialog(t("again.start"), (close) =>
    h(
      "div",
      { class: "stack" },
      more,
      h(
        "button",
        { type: "button", class: "main-action", id: "begin-again", onclick: begin(close) },
        t("players.begin"),
      ),
    ),
  );
}

async function begin(table, page) {
  await withStart(page, async (start) => {
    try {
      await send("/api/setup/again", { match: table.id, ...start });
      location.assign("/table");
    } catch (error) {
      toast(error.message);
    }
  });
}

/** The last tables, each to begin with one tap. */
export function showTables(node, tables, games) {
  const card = (table, i) => {
    const game = games.find(({ name }) => name === table.game);
    return h(
      "li",
      {},
      h(
        "button",
        { type: "button", class: "card tile", "data-again": table.id, onclick: () => begin(table, game.page) },
        h("strong", {}, t(i ? "again.recent" : "again.last")),
        h("span", {}, `${game.title} · ${t(table.source === "camera" ? "again.camera" : "again.hand")}`),
        h(
          "span",
          { class: "row" },
          table.players.map((player) => h("span", { class: "row tight" }, badge(player.colour), playerName(player))),
        ),
      ),
    );
  };
  node.hidden = !tables.length;
  put(node, tables.filter((table) => games.some(({ name }) => name === table.game)).map(card));
}

/** Who played here lately: a tap seats them with their colour, another one lets their name be forgotten. */
export function showPeople(node, people, seats, { onSeat, onForget }) {
  const free = people.filter(({ name }) => !seats.some((seat) => seat.name === name));
  const chip = (one) =>
    h(
      "li",
      { class: "person" },
      h("button", { type: "button", "data-person": one.name, onclick: () => onSeat(one) }, badge(one.colour), one.name),
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          "aria-label": t("again.forget", one),
          title: t("again.forget", one),
          onclick: () => onForget(one),
        },
        "×",
      ),
    );
  node.hidden = !free.length;
  put(node, free.map(chip));
}
