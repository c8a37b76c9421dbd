// The evening on one wall, to be read at five metres: pairings, standings, running tables, faults; page after page.

import { $, h, put } from "../shell/kit/dom.js";
import { ask, follow } from "../shell/kit/live.js";
import { badge } from "../shell/kit/marks.js";
import { onChange, playerName, t } from "../shell/kit/text.js";
import { begin, faultName, gameOf, serverSays, turnText, verdictText } from "./common.js";

const LINES = 7;
const TURN_MS = 9000;
const FAULTS_MS = 20000;
const tables = new Map();
let cup = null;
let faults = { count: 0, lines: [] };
let shown = 0;
let begun = 0;

const first = (text) => h("span", { class: "wall-first" }, text);
const cell = (...what) => h("span", { class: "wall-cell" }, what.slice(0, -1), h("span", {}, what.at(-1)));
const last = (text, kind = "") => h("span", { class: `wall-last ${kind}` }, text);

/** Lines under one heading, as many pages as they need. */
function pagesOf(heading, lines) {
  const count = Math.ceil(lines.length / LINES);
  return Array.from({ length: count }, (_, k) => ({ heading, lines: lines.slice(k * LINES, (k + 1) * LINES) }));
}

function pairings() {
  const round = cup?.rounds.at(-1);
  if (!round || cup.over) return [];
  const seat = (table, each) => cell(badge(each.colour), each.name + (table.winners.includes(each.id) ? " ★" : ""));
  const lines = round.tables.map((table) => [
    first(t("cup.table", { n: table.table })),
    table.seats.map((s) => seat(table, s)),
  ]);
  const out = round.byes.map((each) => each.name).join(", ");
  if (out) lines.push([cell(t("cup.byes", { names: out }))]);
  return pagesOf(`${cup.title} · ${t("cup.round", { n: round.number })}`, lines);
}

function standings() {
  if (!cup?.rounds.length) return [];
  const wins = (row) =>
    [row.wins, cup.game === "iglu" ? `${t("club.points")} ${row.points}` : null].filter((x) => x !== null);
  const lines = cup.standings.map((row) => [
    first(`${row.place}.`),
    cell(row.name),
    last(`${t("people.wins")} ${wins(row).join(" · ")}`),
  ]);
  return pagesOf(`${cup.title} · ${t("club.standings")}`, lines);
}

async function running() {
  const order = [...tables.values()].filter((view) => view?.match && !view.trouble);
  order.sort((a, b) => a.table.localeCompare(b.table, document.documentElement.lang, { numeric: true }));
  const lines = await Promise.all(
    order.map(async (view) => {
      const { kind, text } = verdictText(await gameOf(view.page), view);
      const said = kind === "fault" || kind === "win" ? text : turnText(view);
      const names = view.players.map(playerName).join(", ");
      return [first(view.table), cell(names), h("span", { class: `wall-cell ${kind}` }, h("span", {}, said))];
    }),
  );
  return pagesOf(t("club.tables"), lines);
}

async function pages() {
  const all = [
    ...pairings(),
    ...standings(),
    ...(await running()),
    ...pagesOf(t("wall.faults", { n: faults.count }), faults.lines),
  ];
  return all.length ? all : [{ heading: cup?.title ?? t("club.title"), lines: [[cell(t("wall.quiet"))]] }];
}

/** As it is now; what was begun before something newer was known shows nothing any more. */
async function show() {
  const own = ++begun;
  const all = await pages();
  if (own !== begun) return;
  shown %= all.length;
  const { heading, lines } = all[shown];
  $("#heading").textContent = heading;
  put(
    $("#lines"),
    lines.map((line) => h("li", {}, line)),
  );
  $("#foot").textContent = cup?.waiting ? t("cup.waiting", { n: cup.waiting }) : t("wall.faults", { n: faults.count });
  $("#pages").textContent = all.length > 1 ? t("wall.page", { n: shown + 1, of: all.length }) : "";
  document.body.dataset.ready = "yes";
}

/** One page on, or back; all that is shown anew in between stays where it is. */
async function turn(by) {
  const count = (await pages()).length;
  shown = (shown + by + count) % count;
  await show();
}

/** What was broken since six in the morning, match by match. */
async function fetchFaults() {
  const day = new Date(Date.now() - 6 * 3600e3);
  const from = `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, "0")}-${String(day.getDate()).padStart(2, "0")}`;
  const { matches } = await ask(`/api/matches?from=${from}`);
  const wrong = matches.filter((match) => match.faults && !match.simulated);
  const line = async (match) => {
    const names = await Promise.all(match.rules.map((rule) => faultName(match.game, rule)));
    return [
      first(String(match.faults)),
      cell(match.players.map(playerName).join(", ")),
      h("span", { class: "wall-cell fault" }, h("span", {}, names.join(", "))),
    ];
  };
  faults = { count: wrong.reduce((sum, match) => sum + match.faults, 0), lines: await Promise.all(wrong.map(line)) };
  await show();
}

function takeTables(news) {
  for (const { key, view } of news) {
    if (key === "server") serverSays(view.answers);
    else if (view) tables.set(key, view);
    else tables.delete(key);
  }
  show();
}

function takeCup(news) {
  for (const { key, view } of news) if (key !== "server" && view) cup = view;
  show();
}

/** The tournament that is asked for, else the newest that is not over. */
async function whichCup() {
  const wanted = new URLSearchParams(location.search).get("tournament");
  if (wanted) return wanted;
  const { tournaments } = await ask("/api/club/tournaments");
  return tournaments.find((each) => !each.over)?.id;
}

async function start() {
  await begin();
  onChange(show);
  follow("/api/club/live", takeTables, (online) => online || serverSays(false));
  const quiet = () => serverSays(false);
  const again = () => fetchFaults().catch(quiet);
  setInterval(again, FAULTS_MS);
  setInterval(() => turn(1), TURN_MS);
  addEventListener("keydown", (event) => {
    if (event.key === "ArrowRight") turn(1);
    if (event.key === "ArrowLeft") turn(-1);
  });
  again();
  const id = await whichCup().catch(quiet);
  if (id) follow(`/api/club/tournaments/${encodeURIComponent(id)}/live`, takeCup, () => null);
}

start();
