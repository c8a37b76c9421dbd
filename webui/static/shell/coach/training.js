// Training at the table: every player agrees, then one tap shows which turn the coach would play. It is written down.

import { openDialog } from "../kit/dialogs.js";
import { $, h, put } from "../kit/dom.js";
import { gamePart } from "../kit/games.js";
import { toast } from "../kit/head.js";
import { send } from "../kit/live.js";
import { badge } from "../kit/marks.js";
import { onChange, playerName, t } from "../kit/text.js";

const bar = $("#coach-bar");
let view = null;

async function tell(path, body) {
  try {
    return await send(`/api/table/${path}`, body);
  } catch (error) {
    toast(error.message);
    return null;
  }
}

/** Whether this device may speak for the player of this colour: the referee's own screen may for all. */
const speaksFor = (colour) => document.body.dataset.role !== "seat" || view.you === colour;

/** One switch for each player; on another device only that of the player whose it is can be moved. */
function switches() {
  return view.match.players.map((player) =>
    h(
      "label",
      { class: "row training-switch" },
      h("input", {
        type: "checkbox",
        "data-player": player.colour,
        checked: view.training.on.includes(player.colour),
        disabled: !speaksFor(player.colour),
        onchange: (event) => tell("training", { player: player.colour, on: event.target.checked }),
      }),
      badge(player.colour),
      playerName(player),
    ),
  );
}

/** The dialog in which the players agree. */
export function openTraining() {
  openDialog(t("training.title"), () =>
    h(
      "div",
      { class: "stack" },
      h("p", {}, t("training.why")),
      view.match.players.every(({ colour }) => speaksFor(colour)) ? null : h("p", { class: "soft" }, t("training.own")),
      h("div", { class: "stack" }, switches()),
    ),
  );
}

async function advise() {
  const button = $("#advise");
  button.disabled = true;
  button.textContent = t("training.thinking");
  const found = await tell("advice", {});
  draw();
  if (!found) return;
  if (!found.best.length) {
    toast(t("coach.silent"));
    return;
  }
  const [game, { Options }] = await Promise.all([gamePart(found.page, "replay"), import("./options.js")]);
  const options = new Options(game, view.match.layout, async (k) => found.best[k].steps);
  options.show(found.best, found.player);
  openDialog(t("training.best"), () => options.node, "wide coach-dialog");
}

function draw() {
  if (!bar || !view) return;
  const seated = document.body.dataset.role !== "spectator";
  bar.hidden = !(seated && view.training.agreed && !view.winners && !view.how);
  put(
    bar,
    h("button", { type: "button", id: "advise", onclick: advise }, t("training.ask")),
    h("span", { class: "soft" }, t("training.noted")),
  );
}

document.addEventListener("icekeeper:view", ({ detail }) => {
  const before = JSON.stringify(view?.training);
  view = detail;
  if (before !== JSON.stringify(view.training) || bar?.hidden) draw();
});
document.addEventListener("icekeeper:training", openTraining);
onChange(draw);
