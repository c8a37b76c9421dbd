// The list of matches on record.

import { $, clock, h, put } from "../kit/dom.js";
import { setupHead, toast } from "../kit/head.js";
import { ask, send } from "../kit/live.js";
import { badge } from "../kit/marks.js";
import { current, load, number, onChange, playerName, t, winText } from "../kit/text.js";
import { setupImport } from "../replay/importing.js";

const hosts = document.body.dataset.role === "host";
let matches = [];
let onTable = null;
let people = [];

const SHOWN = 200;
const AGAIN_MS = 2000;

let summedUp = { done: 0, of: 0 };

function result(match) {
  if (match.damaged) return t("match.damaged");
  if (match.pending) return "…";
  if (match.winners) return winText(match.winners);
  return match.how ? t("match.stopped") : t("match.unfinished");
}

function card(match) {
  const link = `/matches/${encodeURIComponent(match.id)}`;
  const when = new Date(match.at * 1000).toLocaleString(current(), { dateStyle: "medium", timeStyle: "short" });
  const resume = async () => {
    try {
      if (match.id !== onTable) await send(`/api${link}/continue`);
      location.assign("/table");
    } catch (error) {
      toast(error.message);
    }
  };
  return h(
    "li",
    { class: "card match-card", "data-match": match.id },
    h(
      "div",
      {},
      h("h2", {}, h("a", { href: link }, match.name)),
      h(
        "p",
        { class: "soft" },
        `${when} · ${t("match.turns", { n: match.turns })} · ${clock(match.seconds)}${match.simulated ? ` · ${t("match.simulated")}` : ""}`,
      ),
      h(
        "p",
        { class: "row" },
        match.players.map((player) => h("span", { class: "row tight" }, badge(player.colour), playerName(player))),
      ),
    ),
    h(
      "div",
      { class: "match-result" },
      h("strong", {}, result(match)),
      match.faults ? h("span", { class: "soft" }, t("match.faults", { n: match.faults })) : null,
      match.how || match.damaged || !(hosts || match.id === onTable)
        ? null
        : h("button", { type: "button", class: "main-action", onclick: resume }, t("match.continue")),
    ),
  );
}

/** A match that cannot be read to its end: what is left of it can be saved, or it can be deleted. */
function damagedCard(match) {
  const base = `/api/matches/${encodeURIComponent(match.id)}`;
  const remove = async () => {
    if (!confirm(t("match.delete-sure"))) return;
    await send(base, {}, "DELETE");
    location.reload();
  };
  return h(
    "li",
    { class: "card match-card", "data-match": match.id, "data-damaged": "" },
    h("div", {}, h("h2", {}, match.name), h("p", { class: "soft" }, t("match.damaged.why"))),
    h(
      "div",
      { class: "match-result" },
      h("strong", {}, t("match.damaged")),
      h("a", { class: "button", href: `${base}/log`, download: "" }, t("match.log")),
      document.body.dataset.role === "spectator"
        ? null
        : h("button", { type: "button", onclick: remove }, t("match.delete")),
    ),
  );
}

/** What is not shown: too many to draw at once, or not summed up yet. */
function rest(more) {
  const waiting = summedUp.done < summedUp.of ? h("p", { role: "status" }, t("match.summing", summedUp)) : null;
  const others = more > 0 ? h("p", {}, t("match.more", { n: more })) : null;
  return waiting || others ? h("li", { class: "soft" }, others, waiting) : null;
}

function show() {
  const wanted = $("#search").value.trim().toLowerCase();
  const fits = matches.filter((match) =>
    [match.name, match.id, result(match), ...match.players.map((player) => player.name)]
      .join(" ")
      .toLowerCase()
      .includes(wanted),
  );
  put(
    $("#list"),
    fits.length
      ? [...fits.slice(0, SHOWN).map((match) => (match.damaged ? damagedCard : card)(match)), rest(fits.length - SHOWN)]
      : h("li", { class: "soft" }, t(matches.length ? "match.none-found" : "match.none")),
  );
}

function showPeople() {
  const columns = [
    "people.matches",
    "people.wins",
    "stats.turns",
    "stats.mean_s",
    "stats.faults",
    ...["stats.wasted", "stats.carried"].filter((key) => people.some((one) => one[key.split(".")[1]])),
  ];
  const cell = (one, key) => (key === "stats.mean_s" ? `${number(one.mean_s)} s` : one[key.split(".")[1]]);
  const rows = people.map((one) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, one.name),
      columns.map((key) => h("td", { class: "tabular" }, cell(one, key))),
    ),
  );
  put(
    $("#people"),
    people.length
      ? h(
          "table",
          {},
          h("caption", {}, t("people.title")),
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              h("th", { scope: "col" }, t("players")),
              columns.map((key) => h("th", { scope: "col" }, t(key))),
            ),
          ),
          h("tbody", {}, rows),
        )
      : null,
  );
  $("#people").hidden = !people.length;
}

async function fetchAll() {
  ({ matches, on_table: onTable, summed_up: summedUp } = await ask("/api/matches"));
  ({ people } = await ask("/api/matches/people"));
  if (summedUp.done < summedUp.of) setTimeout(() => fetchAll().then(show).then(showPeople), AGAIN_MS);
}

async function start() {
  await load();
  setupHead();
  await fetchAll();
  $("#search").addEventListener("input", show);
  onChange(() => (show(), showPeople()));
  show();
  showPeople();
  if (hosts) setupImport($("#import"));
  document.body.dataset.ready = "yes";
}

start();
