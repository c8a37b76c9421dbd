// A match and its players called otherwise, afterwards or while it goes on.

import { openDialog } from "./kit/dialogs.js";
import { h } from "./kit/dom.js";
import { toast } from "./kit/head.js";
import { send } from "./kit/live.js";
import { badge } from "./kit/marks.js";
import { Colour, playerName, t } from "./kit/text.js";

/** Ask for the names; `then` runs once they are written. */
export function openRenaming({ id, name, players }, then) {
  const title = h("input", { type: "text", id: "rename-match", maxlength: 60, autocomplete: "off", value: name });
  const fields = players.map((player) => {
    const own = playerName(player);
    const value = own === Colour(player.colour) ? "" : own;
    const input = { type: "text", maxlength: 60, autocomplete: "off", placeholder: Colour(player.colour), value };
    return h("input", { ...input, "aria-label": Colour(player.colour), "data-rename": player.colour });
  });
  openDialog(t("match.rename"), (close) => {
    const write = async (event) => {
      event.preventDefault();
      try {
        const names = fields.map((field) => field.value.trim());
        await send(`/api/matches/${encodeURIComponent(id)}/rename`, { name: title.value.trim(), names });
        close();
        await then();
      } catch (error) {
        toast(error.message);
      }
    };
    return h(
      "form",
      { class: "stack", onsubmit: write },
      h("label", { class: "stack tight", for: "rename-match" }, t("players.match")),
      title,
      players.map((player, i) => h("div", { class: "row" }, badge(player.colour), fields[i])),
      h("p", { class: "soft" }, t("match.rename-why")),
      h("button", { class: "main-action", id: "rename-go" }, t("save")),
    );
  });
}
