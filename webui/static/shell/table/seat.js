// From which side of the table this device is looked at: the drawing turns so that this side is nearest.

import { openDialog } from "../kit/dialogs.js";
import { h } from "../kit/dom.js";
import { ask } from "../kit/live.js";
import { t } from "../kit/text.js";

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

/** Ask where the viewer sits, in the game's own words for its sides; `then` draws anew. */
export function openSeat(withCamera, then, sideText = (side) => t(`seat.${side}`)) {
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
    return h("div", { class: "choice-list" }, sides.map(choice));
  });
}
