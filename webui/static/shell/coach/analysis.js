// The coach beside a replay: asks for an analysis, shows how far it has come, then chances, better turns and marks.

import { $, h, put } from "../kit/dom.js";
import { gamePart } from "../kit/games.js";
import { toast } from "../kit/head.js";
import { ask, send } from "../kit/live.js";
import { badge } from "../kit/marks.js";
import { Colour, onChange, pick, sign, t } from "../kit/text.js";
import { graph } from "./graph.js";
import { Lesson } from "./lesson.js";
import { mistakesOf } from "./marked.js";
import { Options, percent } from "./options.js";

const POLL_MS = 700;
const slot = $("#analysis");
const base = `/api/matches/${encodeURIComponent(document.body.dataset.match ?? "")}/analysis`;
const mayAsk = document.body.dataset.role !== "spectator";
let now = null;
let game = null;
let shown = null; // the parts of a finished analysis

const run = (key, method) =>
  h(
    "button",
    { type: "button", class: key === "coach.analyse" ? "main-action" : "", "data-do": key, onclick: () => act(method) },
    t(key),
  );

async function act(method) {
  try {
    await send(base, {}, method);
    await look();
  } catch (error) {
    toast(error.message);
  }
}

/** Ask how things stand; again in a moment while the coach is thinking. */
async function look() {
  now = await ask(base);
  game ??= await gamePart(now.page, "replay");
  draw();
  if (now.state === "running") setTimeout(() => look().catch((error) => toast(error.message)), POLL_MS);
}

function draw() {
  slot.hidden = !(now.state === "done" || (mayAsk && now.turns));
  slot.dataset.state = now.state;
  put(slot, h("h2", {}, t("coach.title")), parts());
  if (now.state === "done") showTurn(Number(slot.dataset.turn ?? 0));
}

function parts() {
  shown = null;
  if (now.state === "done") return done();
  if (!now.allowed) return h("p", {}, t("coach.later"));
  if (now.state === "running")
    return h(
      "div",
      { class: "stack" },
      h("progress", { max: Math.max(1, now.of), value: now.done, "aria-label": t("coach.progress") }),
      h("p", { class: "tabular" }, t("coach.turn-of", { n: now.done, of: now.of || now.turns })),
      run("coach.cancel", "DELETE"),
    );
  const said = { failed: t("coach.failed"), cancelled: t("coach.cancelled") }[now.state] ?? t("coach.why");
  return h("div", { class: "stack" }, h("p", {}, said), run("coach.analyse", "POST"));
}

const stepsOf = (turn, k) => ask(`${base}/${turn}/${k}`).then(({ steps }) => steps);

function done() {
  const go = (turn) => document.dispatchEvent(new CustomEvent("icekeeper:go", { detail: { turn } }));
  const chart = graph(now.analysis, go);
  const options = new Options(game, now.layout, (k) => stepsOf(shown.turn, shown.numbers[k]));
  const head = h("div", { class: "coach-head" });
  shown = { chart, options, head, turn: 0, numbers: [] };
  const told = h("ul", { class: "coach-summary" }, Object.entries(now.summary).map(summaryLine));
  const thorough = h("p", { class: "soft coach-thorough" }, pick(now.thorough));
  const whole = h("div", { class: "coach-whole stack" }, chart.node, told, thorough);
  return h("div", { class: "coach-found" }, whole, head, options.stage, options.list);
}

/** What is said of a player, and the way to learn from it. */
function summaryLine([player, text]) {
  const n = mistakesOf(now.analysis, player).length;
  const learn = { type: "button", "data-learn": player, onclick: () => learnFrom(player) };
  return h("li", {}, h("span", {}, pick(text)), n && mayAsk ? h("button", learn, t("lesson.go", { n })) : null);
}

async function learnFrom(player) {
  const table = await gamePart(now.page, "table");
  const view = { match: { id: document.body.dataset.match, layout: now.layout, players: [] }, eye: {} };
  const end = () => (draw(), slot.scrollIntoView({ block: "nearest" }));
  shown = null;
  const lesson = new Lesson(now, { game, table, base, view, player, stepsOf, end });
  put(slot, h("h2", {}, t("lesson.title", { colour: Colour(player) })), lesson.node);
  slot.scrollIntoView({ block: "nearest" });
}

/** What there is to say about one turn. */
function showTurn(number) {
  if (!shown) return;
  markTurns();
  shown.chart.show(number);
  const turn = now.analysis.turns.find((each) => each.turn === number);
  if (turn?.turn === shown.turn) return;
  shown.turn = number;
  if (!turn) {
    put(shown.head, h("p", { class: "soft" }, t("coach.tap")));
    return shown.options.show([], "");
  }
  put(shown.head, headOf(turn));
  return showOptions(turn);
}

/** The best turns, and the one that was played where it is none of them. */
function showOptions(turn) {
  const same = ({ words }) => words.join() === turn.played?.words.join();
  const was = turn.played && !turn.best.some(same) ? [{ ...turn.played, label: t("lesson.was") }] : [];
  shown.numbers = [...turn.best.keys(), turn.best.length];
  return shown.options.show([...turn.best, ...(turn.best.length ? was : [])], turn.player);
}

function headOf(turn) {
  const name = h("h3", { class: "row" }, `${t("turn.short", { n: turn.turn })}, ${Colour(turn.player)}`);
  if (!turn.best.length) return h("div", {}, name, h("p", { class: "soft" }, t("coach.silent")));
  const chances = Object.entries(turn.chances).map(([player, chance]) =>
    h("span", { class: "row" }, badge(player), percent(chance)),
  );
  return h(
    "div",
    {},
    name,
    h("p", { class: "row tabular" }, chances),
    turn.mark ? h("p", { class: `coach-mark ${turn.mark}` }, markText(turn)) : null,
    h("p", { class: "soft" }, t("coach.best")),
  );
}

function markText(turn) {
  const [best, played] = [turn.best[0], turn.played].map((o) => percent(o.chances[turn.player], o.spread));
  const missed = turn.missed_win ? ` ${t("coach.missed")}` : "";
  return `${t(`coach.${turn.mark}`)}${sign(":")} ${best} → ${played}.${missed}`;
}

/** Marks in the list of turns; drawn again whenever the list was. */
function markTurns() {
  for (const turn of now.analysis.turns.filter((each) => each.mark)) {
    const button = $(`#player [data-turn="${turn.turn}"]`);
    if (!button || button.querySelector(".coach-mark")) continue;
    button.append(h("span", { class: `coach-mark ${turn.mark}` }, t(`coach.${turn.mark}`)));
  }
}

function begin() {
  look().catch(() => (slot.hidden = true)); // a page without a coach is a page without this part
  document.addEventListener("icekeeper:turn", ({ detail }) => showTurn(detail.turn));
  onChange(() => now && draw());
}

if (slot && document.body.dataset.match) {
  if (slot.dataset.turn === undefined) document.addEventListener("icekeeper:turn", begin, { once: true });
  else begin();
}
