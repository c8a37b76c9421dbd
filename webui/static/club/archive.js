// The club's archive: matches by player, game, date and kind of fault.

import { $, clock, h, put } from "../shell/kit/dom.js";
import { ask } from "../shell/kit/live.js";
import { badge } from "../shell/kit/marks.js";
import { current, number, onChange, playerName, t, winText } from "../shell/kit/text.js";
import { begin, failed, faultName, GAMES, serverSays } from "./common.js";

const form = $("#search-form");
let found = { matches: [], of: 0, faults: [], late: 0 };
let asked = 0;

const result = (match) =>
  match.damaged
    ? t(match.damaged === "newer" ? "club.newer" : "match.damaged")
    : match.winners
      ? winText(match.winners)
      : t(match.how ? "match.stopped" : "match.unfinished");

function card(match) {
  const when = new Date(match.at * 1000).toLocaleString(current(), { dateStyle: "medium", timeStyle: "short" });
  const length = match.damaged ? [] : [t("match.turns", { n: match.turns }), clock(match.seconds)];
  const about = [GAMES[match.game], match.at ? when : null, ...length];
  const player = (each) =>
    h(
      "span",
      { class: "row tight" },
      badge(each.colour),
      playerName(each),
      match.points[each.colour] !== undefined ? h("b", { class: "tabular" }, number(match.points[each.colour])) : null,
    );
  return h(
    "li",
    { class: "card match-card", "data-match": match.id },
    h(
      "div",
      {},
      h("h2", {}, h("a", { href: `/matches/${encodeURIComponent(match.id)}` }, match.name)),
      h("p", { class: "soft" }, [...about, match.simulated ? t("match.simulated") : null].filter(Boolean).join(" · ")),
      h("p", { class: "row" }, match.players.map(player)),
    ),
    h(
      "div",
      { class: "match-result" },
      h("strong", {}, result(match)),
      match.faults ? h("span", { class: "soft" }, t("match.faults", { n: match.faults })) : null,
    ),
  );
}

async function showFaults() {
  const select = $("#faults");
  const chosen = select.value;
  const names = await Promise.all(
    found.faults.map(async ({ game, rule }) => ({ rule, text: await faultName(game, rule) })),
  );
  const options = names.map(({ rule, text }) => h("option", { value: rule, selected: rule === chosen }, text));
  put(select, h("option", { value: "" }, t("club.any")), options);
}

function show() {
  put($("#list"), found.matches.map(card));
  const count = found.of ? t("club.found", { n: found.of }) : t("match.none-found");
  $("#count").textContent = [count, found.late ? t("club.late", { n: found.late }) : null].filter(Boolean).join(" · ");
}

async function search() {
  const mine = ++asked;
  try {
    const answer = await ask(`/api/matches?${new URLSearchParams(new FormData(form))}`);
    if (mine !== asked) return; // a later question was asked meanwhile
    serverSays(true);
    found = answer;
    show();
    await showFaults();
  } catch (error) {
    if (mine === asked) failed(error, () => mine === asked && search());
  }
}

/** The names that can be asked for. */
async function offerNames() {
  try {
    const { people } = await ask("/api/club/people");
    put(
      $("#names"),
      people.map((each) => h("option", { value: each.name })),
    );
  } catch (error) {
    failed(error, offerNames);
  }
}

function showGames() {
  const chosen = $("#games").value;
  const options = Object.entries(GAMES).map(([value, text]) =>
    h("option", { value, selected: value === chosen }, text),
  );
  put($("#games"), h("option", { value: "" }, t("club.any")), options);
}

async function start() {
  await begin();
  showGames();
  form.addEventListener("input", search);
  form.addEventListener("submit", (event) => event.preventDefault());
  onChange(() => (showGames(), show(), showFaults()));
  await Promise.all([offerNames(), search()]);
  document.body.dataset.ready = "yes";
}

start();
