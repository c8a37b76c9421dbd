// A new match: which game, then its own steps: camera and board, or how the table is laid; and who plays.

import { CameraStep } from "../camera/camerastep.js";
import { houseFields, readHouse } from "../house.js";
import { $, h, put } from "../kit/dom.js";
import { gamePart } from "../kit/games.js";
import { setupHead, toast } from "../kit/head.js";
import { ask, send } from "../kit/live.js";
import { COLOURS } from "../kit/marks.js";
import { load, onChange, t } from "../kit/text.js";
import { followPairings, showPairings } from "../pairings.js";
import { seatRow } from "../seatrow.js";
import { showPeople, showTables } from "../table/again.js";
import { chosenSet, showSets } from "../table/sets.js";

let step = "game";
let layout = "sides";
let games = [];
let game = null;
let parts = null;
let boardStep = null;
let known = { players: [], tables: [], sets: { saved: false, matches: [] } };
const chosen = { source: null };
const seats = [
  { name: "", colour: "r" },
  { name: "", colour: "y" },
];

/** The steps of this match: without a camera there is no board to find, and which way it goes is seen once chosen. */
const steps = () => [
  "game",
  ...(parts?.STEPS ?? []).filter((each) => each !== "board" || (chosen.source && chosen.source !== "none")),
];

function go(to) {
  step = to;
  for (const section of document.querySelectorAll("[data-step]")) section.hidden = section.dataset.step !== to;
  showSteps();
  cameraStep.run(to === "camera");
  boardStep?.run(to === "board");
  if (to === "lay") parts.showLay($("#lay-step"), () => go(next()));
  if (to === "players") showPlayers();
  $(`[data-step="${to}"] h2`).focus({ preventScroll: true });
}

/** The step after this one. */
const next = () => steps()[steps().indexOf(step) + 1];

/** The step before this one. */
const before = () => steps()[steps().indexOf(step) - 1];

function showSteps() {
  put(
    $("#steps"),
    steps().map((each) => h("li", { "aria-current": each === step ? "step" : null }, t(`step.${each}`))),
  );
}

const cameraStep = new CameraStep($("#cameras"), (source) => {
  chosen.source = source;
  if (source !== "none") boardStep.reset(source);
  go(source === "none" ? "players" : "board");
});

function showGames() {
  const card = ({ name, title }) =>
    h(
      "li",
      {},
      h(
        "button",
        { type: "button", class: "card tile", "data-game": name, onclick: () => choose(name) },
        h("strong", {}, title),
        h("span", { class: "soft" }, t(`game.${name}`)),
      ),
    );
  put($("#games"), games.map(card));
}

/** The house rules, folded away: most people play by the rulebook. */
function showHouse(now) {
  const fields = houseFields(parts, now);
  const open = $("#house details")?.open ?? false;
  put($("#house"), h("details", { class: "house-fold", open }, h("summary", {}, parts.houseText("all")), fields));
}

/** Whether a camera sees how the table is laid. */
const watched = () => Boolean(chosen.source) && chosen.source !== "none";

/** The steps and house rules of a game. */
async function choose(name) {
  game = games.find((each) => each.name === name);
  parts = await gamePart(game.page, "setup");
  chosen.source = null;
  boardStep = parts.BoardStep
    ? new parts.BoardStep($("#board-step"), (found) => {
        layout = found.layout;
        go("players");
      })
    : null;
  showHouse({});
  cameraStep.game = name;
  if (parts.STEPS.includes("camera")) await cameraStep.load();
  go(parts.STEPS[0]);
}

function showPlayers() {
  parts.seating?.(seats);
  $("#players-order").textContent = parts.orderText();
  const every = parts.coloursFor?.(seats.length) ?? COLOURS;
  const row = (each, i) => seatRow(each, i, { seats, every, onChange: showPlayers });
  put($("#seats"), seats.map(row));
  showPeople($("#people"), known.players, seats, { onSeat: seat, onForget: forget });
  $("#add-seat").disabled = seats.length >= 4;
  $("#layout-row").hidden = chosen.source !== "none" || !parts.LEARNS;
  if (parts.LEARNS && chosen.source !== "demo") showSets($("#sets"), known.sets, chosen.source !== "none");
  else put($("#sets"), []);
  put($("#more-setup"), []);
  if (!watched()) parts.showMore?.($("#more-setup"));
}

/** Seat somebody who played here before, with the usual colour where that is free. */
function seat(one) {
  const place = seats.find((each) => !each.name.trim());
  if (!place && seats.length >= 4) return;
  const who = place ?? addSeat();
  const taken = seats.find((other) => other !== who && other.colour === one.colour);
  if (taken && !taken.name.trim()) taken.colour = who.colour;
  if (!taken?.name.trim()) who.colour = one.colour;
  who.name = one.name;
  showPlayers();
}

async function forget({ name }) {
  if (!confirm(t("again.forget-sure", { name }))) return;
  known = await send("/api/setup/forget", { name }).catch(() => known);
  showKnown();
}

function showKnown() {
  showTables($("#again"), known.tables, games);
  if (parts) showPlayers();
}

function addSeat() {
  const added = { name: "", colour: COLOURS.find((c) => !seats.some((each) => each.colour === c)) };
  seats.push(added);
  return added;
}

async function begin(event) {
  event.preventDefault();
  const wanted = chosen.source === "none" ? $("input[name=layout]:checked").value : layout;
  try {
    await send("/api/setup/start", {
      game: game.name,
      name: $("#match-title").value,
      players: seats.map((seat) => ({ ...seat, name: seat.name.trim() })),
      house: readHouse(parts, $("#players-form")),
      layout: wanted,
      set: chosenSet($("#sets")),
      ...(parts.start && !watched() ? { start: parts.start() } : {}),
    });
    location.assign("/table");
  } catch (error) {
    toast(error.message);
  }
}

/** Seat the people of a pairing in their colours; all of it can still be changed. */
function take({ title, round, game: wanted, players }) {
  seats.splice(0, seats.length, ...players.map((player) => ({ ...player })));
  $("#match-title").value = `${title}, ${t("cup.round", { n: round })}`.slice(0, 60);
  return choose(wanted);
}

const showNext = () => showPairings($("#pairings"), games, take);

/** Everything again in another language; what was chosen stays. */
function retell() {
  showGames();
  showNext();
  showTables($("#again"), known.tables, games);
  showSteps();
  if (!parts) return;
  showHouse(readHouse(parts, $("#players-form")));
  if (parts.STEPS.includes("camera")) cameraStep.show();
  boardStep?.show();
  if (step === "lay") parts.showLay($("#lay-step"), () => go(next()));
  showPlayers();
}

/** Where the command gave a film or camera, its board is what is asked first. */
async function beginAsGiven() {
  const { given } = await ask("/api/setup/cameras");
  if (!given || !games.some(({ name }) => name === given.game)) return;
  await choose(given.game);
  if (parts.STEPS[0] === "camera") await cameraStep.choose("given");
}

async function start() {
  await load();
  setupHead();
  ({ games } = await ask("/api/setup/games"));
  known = await ask("/api/setup/remembered").catch(() => known);
  const { names } = await ask("/api/setup/names").catch(() => ({ names: [] }));
  put(
    $("#club-names"),
    names.map((name) => h("option", { value: name })),
  );
  onChange(retell);
  $("#add-seat").addEventListener("click", () => (addSeat(), showPlayers()));
  $("#players-form").addEventListener("submit", begin);
  for (const button of document.querySelectorAll("[data-back]")) button.addEventListener("click", () => go(before()));
  showGames();
  showKnown();
  followPairings(showNext);
  go("game");
  await beginAsGiven();
  document.body.dataset.ready = "yes";
}

start();
