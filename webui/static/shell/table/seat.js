// From which side of the table this device is looked at: the drawing turns so that this side is nearest.

import { openDialog } from "../kit/dialogs.js";
import { h, put } from "../kit/dom.js";
import { ask } from "../kit/live.js";
import { seat as sitAt, sitting } from "../kit/sitting.js";
import { playerName, t } from "../kit/text.js";

const KEPT = "icekeeper.seat";
const QUARTERS = { S: 0, E: 1, N: 2, W: 3 };
let seen = "S"; // the side that is nearest in the camera's picture

const chosen = () => localStorage.getItem(KEPT) ?? "S";

/** By how many degrees the drawing is turned, clockwise. */
export const turned = () => 90 * (QUARTERS[chosen() === "camera" ? seen : chosen()] ?? 0);

/** Find out how the camera looks at the table, where the drawing shall follow it. */
export async function setupSeat() {
  if (chosen() !== "camera") return;
  seen = (await ask("/api/table/side").catch(() => null))?.side ?? "S";
}

const SIDES = ["S", "W", "N", "E"];

/** Who sits at which side, one choice for each. */
function whoSits(players, then) {
  const line = (side) => {
    const taken = sitting()[side] ?? "";
    const one = (value, text) => h("option", { value, selected: taken === value }, text);
    const change = (event) => (sitAt(side, event.target.value), then(), fresh());
    return h(
      "label",
      { class: "row" },
      h("b", {}, t(`side.${side}`)),
      h(
        "select",
        { "data-sits": side, onchange: change },
        one("", t("sitting.nobody")),
        players.map((player) => one(player.colour, playerName(player))),
      ),
    );
  };
  const lines = h("div", { class: "choice-list" });
  const fresh = () => put(lines, SIDES.map(line));
  fresh();
  return h("fieldset", {}, h("legend", {}, t("sitting.title")), h("p", { class: "soft" }, t("sitting.why")), lines);
}

/** Ask where the viewer sits, in the game's own words for its sides; `then` draws anew. */
export function openSeat(withCamera, then, sideText = (side) => t(`seat.${side}`), players = []) {
  const sides = ["S", "E", "N", "W", ...(withCamera ? ["camera"] : [])];
  openDialog(t("seat.title"), (close) => {
    const take = async (side) => {
      localStorage.setItem(KEPT, side);
      close();
      await setupSeat();
      then();
    };
    const choice = (side) =>
      h(
        "button",
        { type: "button", "data-seat": side, "aria-pressed": String(chosen() === side), onclick: () => take(side) },
        sideText(side),
      );
    const seats = h("div", { class: "choice-list" }, sides.map(choice));
    return h("div", { class: "stack" }, seats, players.length ? whoSits(players, then) : null);
  });
}
