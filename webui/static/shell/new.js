// A new match in three steps: camera, board, players.

import { CameraStep } from "./camerastep.js";
import { $, h, put } from "./dom.js";
import { gamePart } from "./games.js";
import { setupHead, toast } from "./head.js";
import { houseFields, readHouse } from "./house.js";
import { send } from "./live.js";
import { badge, COLOURS } from "./marks.js";
import { Colour, load, onChange, t } from "./text.js";

let step = 0;
let layout = "sides";
const chosen = { source: null };
let rules = {};
let boardStep = null;
const seats = [
  { name: "", colour: "r" },
  { name: "", colour: "y" },
];

function go(to) {
  step = to;
  for (const [i, section] of [...document.querySelectorAll("[data-step]")].entries()) section.hidden = i !== to;
  for (const [i, item] of [...$("#steps").children].entries()) item.toggleAttribute("aria-current", i === to);
  cameraStep.run(to === 0);
  boardStep.run(to === 1);
  if (to === 2) showPlayers();
  $(`[data-step="${to}"] h2`).focus({ preventScroll: true });
}

const cameraStep = new CameraStep($("#cameras"), (source) => {
  chosen.source = source;
  if (source !== "none") boardStep.reset();
  go(source === "none" ? 2 : 1);
});

/** The steps and house rules of a game. */
async function useGame(page) {
  const game = await gamePart(page, "setup");
  rules = game.HOUSE;
  boardStep = new game.BoardStep($("#board-step"), (found) => {
    layout = found.layout;
    go(2);
  });
}

function seatRow(seat, i) {
  const free = COLOURS.filter((c) => c === seat.colour || !seats.some((other) => other.colour === c));
  const move = (by) => () => (seats.splice(i + by, 0, ...seats.splice(i, 1)), showPlayers());
  return h(
    "li",
    { class: "seat row" },
    badge(seat.colour),
    h("label", { class: "visually-hidden", for: `name${i}` }, t("players.name", { n: i + 1 })),
    h("input", {
      type: "text",
      id: `name${i}`,
      maxlength: 60,
      autocomplete: "off",
      placeholder: t("players.name", { n: i + 1 }),
      value: seat.name,
      oninput: (event) => (seat.name = event.target.value),
    }),
    h("label", { class: "visually-hidden", for: `colour${i}` }, t("players.colour", { n: i + 1 })),
    h(
      "select",
      { id: `colour${i}`, onchange: (event) => ((seat.colour = event.target.value), showPlayers()) },
      free.map((c) => h("option", { value: c, selected: c === seat.colour }, Colour(c))),
    ),
    h("button", { type: "button", disabled: i === 0, onclick: move(-1) }, t("players.earlier")),
    seats.length > 2
      ? h("button", { type: "button", onclick: () => (seats.splice(i, 1), showPlayers()) }, t("players.remove"))
      : null,
  );
}

function showPlayers() {
  put($("#seats"), seats.map(seatRow));
  $("#add-seat").disabled = seats.length >= 4;
  $("#layout-row").hidden = chosen.source !== "none";
}

async function begin(event) {
  event.preventDefault();
  const wanted = chosen.source === "none" ? $("input[name=layout]:checked").value : layout;
  try {
    await send("/api/setup/start", {
      name: $("#match-title").value,
      players: seats.map((seat) => ({ ...seat, name: seat.name.trim() })),
      house: readHouse(rules, $("#players-form")),
      layout: wanted,
    });
    location.assign("/table");
  } catch (error) {
    toast(error.message);
  }
}

async function start() {
  await load();
  setupHead();
  await useGame("icecult");
  put($("#house"), houseFields(rules));
  onChange(() => {
    put($("#house"), houseFields(rules, readHouse(rules, $("#players-form"))));
    cameraStep.show();
    boardStep.show();
    showPlayers();
  });
  $("#add-seat").addEventListener(
    "click",
    () => (
      seats.push({ name: "", colour: COLOURS.find((c) => !seats.some((seat) => seat.colour === c)) }), showPlayers()
    ),
  );
  $("#players-form").addEventListener("submit", begin);
  for (const button of document.querySelectorAll("[data-back]"))
    button.addEventListener("click", () => go(chosen.source === "none" ? 0 : step - 1));
  await cameraStep.load();
  go(0);
  document.body.dataset.ready = "yes";
}

start();
