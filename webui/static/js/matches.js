// The list of matches on record.

import { $, clock, h, put } from "./dom.js";
import { setupHead, toast } from "./head.js";
import { ask, send } from "./live.js";
import { badge } from "./pieces.js";
import { Colour, current, load, onChange, t } from "./text.js";

let matches = [];
let onTable = null;

function result(match) {
  if (match.winners) return t("history.win", { colour: [...match.winners].map(Colour).join(", ") });
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
    h("div", {}, h("h2", {}, h("a", { href: link }, match.name)), h("p", { class: "soft" }, `${when} · ${t("match.turns", { n: match.turns })} · ${clock(match.seconds)}${match.simulated ? ` · ${t("match.simulated")}` : ""}`), h("p", { class: "row" }, match.players.map((player) => h("span", { class: "row tight" }, badge(player.colour), player.name)))),
    h("div", { class: "match-result" }, h("strong", {}, result(match)), match.faults ? h("span", { class: "soft" }, t("match.faults", { n: match.faults })) : null, match.how ? null : h("button", { type: "button", class: "main-action", onclick: resume }, t("match.continue"))),
  );
}

function show() {
  const wanted = $("#search").value.trim().toLowerCase();
  const fits = matches.filter((match) => [match.name, match.id, result(match), ...match.players.map((player) => player.name)].join(" ").toLowerCase().includes(wanted));
  put($("#list"), fits.length ? fits.map(card) : h("li", { class: "soft" }, t(matches.length ? "match.none-found" : "match.none")));
}

async function start() {
  await load();
  setupHead();
  ({ matches, on_table: onTable } = await ask("/api/matches"));
  $("#search").addEventListener("input", show);
  onChange(show);
  show();
  document.body.dataset.ready = "yes";
}

start();
