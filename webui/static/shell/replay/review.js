// Challenge: one turn again, step by step, with its pictures.

import { openDialog } from "../kit/dialogs.js";
import { h } from "../kit/dom.js";
import { gamePart } from "../kit/games.js";
import { toast } from "../kit/head.js";
import { ask } from "../kit/live.js";
import { t } from "../kit/text.js";

export const pictureUrl = (id) => `/api/pictures/${encodeURIComponent(id)}`;

/** Open the review of a turn. */
export async function openReview(match, turn) {
  if (!turn) return toast(t("history.none"));
  try {
    const [{ Player }, { replay }] = await Promise.all([
      import("./player.js"), // most who open the table never look back
      ask(`/api/matches/${encodeURIComponent(match)}`),
    ]);
    const root = h("div", {});
    const dialog = openDialog(t("review.title", { n: turn }), () => root, "wide");
    const player = new Player(root, replay, await gamePart(replay.page, "replay"), { pictureUrl, only: turn });
    dialog.addEventListener("close", () => player.close());
    return player;
  } catch (error) {
    return toast(error.message);
  }
}
