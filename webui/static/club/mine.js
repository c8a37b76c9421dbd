// A player's phone in a tournament: which table, which colour, with whom.

import { $, h, put } from "../shell/kit/dom.js";
import { follow } from "../shell/kit/live.js";
import { badge } from "../shell/kit/marks.js";
import { colour, onChange, t } from "../shell/kit/text.js";
import { begin, serverSays } from "./common.js";
import { why } from "./standing.js";

const id = document.body.dataset.cup;
const KEPT = `icekeeper.cup.${id}`;
let view = null;

const chosen = () => Number(localStorage.getItem(KEPT));

function choose(person) {
  localStorage.setItem(KEPT, person);
  show();
}

function askWho() {
  const people = view.people.filter((each) => each.there).sort((a, b) => a.name.localeCompare(b.name));
  put(
    $("#mine"),
    h("h2", {}, t("cup.who")),
    h(
      "div",
      { class: "cup-choose" },
      people.map((each) =>
        h("button", { type: "button", "data-person": each.id, onclick: () => choose(each.id) }, each.name),
      ),
    ),
  );
}

/** What somebody has to know now: the table and the colour, or why there is none. */
function place(me) {
  const last = view.rounds.at(-1);
  if (!last) return h("p", { class: "cup-more" }, t("cup.you.wait"));
  const table = last.tables.find((each) => each.seats.some((seat) => seat.id === me.id));
  if (!table) {
    const out = last.byes.some((each) => each.id === me.id);
    return h("p", { class: "cup-more" }, t(out ? "cup.you.bye" : "cup.you.later"));
  }
  const mine = table.seats.find((seat) => seat.id === me.id);
  const others = table.seats.filter((seat) => seat.id !== me.id).map((seat) => `${seat.name} (${colour(seat.colour)})`);
  return [
    h(
      "p",
      { class: "cup-you" },
      badge(mine.colour),
      " ",
      t("cup.you", { n: table.table, colour: colour(mine.colour) }),
    ),
    h("p", { class: "cup-more" }, t("cup.with", { names: others.join(", ") })),
    h("p", { class: "soft" }, t(`cup.state.${table.state}`)),
  ];
}

function show() {
  $("#title").textContent = view.title;
  const me = view.people.find((each) => each.id === chosen());
  if (!me) return askWho();
  const at = view.standings.findIndex((row) => row.person === me.id);
  const row = view.standings[at];
  put(
    $("#mine"),
    h("h2", {}, view.rounds.length ? `${me.name} · ${t("cup.round", { n: view.rounds.length })}` : me.name),
    view.over ? h("p", { class: "cup-more" }, t("cup.over")) : place(me),
    h(
      "p",
      { class: "cup-more" },
      [`${row.place}. · ${t("people.wins")}: ${row.wins}`, why(view, at)].filter(Boolean).join(" · "),
    ),
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", "data-other": "", onclick: () => choose(0) }, t("cup.other")),
    ),
  );
  return null;
}

function take(news) {
  for (const { key, view: each } of news) {
    if (key === "server") serverSays(each.answers);
    else if (each) {
      view = each;
      show();
      document.body.dataset.ready = "yes";
    }
  }
}

async function start() {
  await begin();
  onChange(() => view && show());
  follow(`/api/club/tournaments/${encodeURIComponent(id)}/live`, take, (online) => online || serverSays(false));
}

start();
