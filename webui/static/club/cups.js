// All tournaments of the club, and where one is made.

import { $, h, put } from "../shell/kit/dom.js";
import { ask, send } from "../shell/kit/live.js";
import { current, onChange, t } from "../shell/kit/text.js";
import { begin, failed, GAMES, serverSays } from "./common.js";

const form = $("#cup-form");
let found = [];

/** A key by which the club knows that it is asked a second time for the same. */
const freshKey = () =>
  [...crypto.getRandomValues(new Uint8Array(6))].map((n) => n.toString(16).padStart(2, "0")).join("");
let key = freshKey();

function line(cup) {
  const when = new Date(cup.at * 1000).toLocaleString(current(), { dateStyle: "medium", timeStyle: "short" });
  const stands = cup.over
    ? t("cup.over")
    : cup.round
      ? t("cup.round", { n: cup.round })
      : t("cup.there", { n: cup.there });
  return h(
    "li",
    { class: "card match-card" },
    h(
      "div",
      {},
      h("h2", {}, h("a", { href: `/tournaments/${encodeURIComponent(cup.id)}` }, cup.title)),
      h("p", { class: "soft" }, `${GAMES[cup.game]} · ${when}`),
    ),
    h("div", { class: "match-result" }, h("strong", {}, stands)),
  );
}

function show() {
  put($("#list"), found.map(line));
  $("#none").hidden = found.length > 0;
  const games = Object.entries(GAMES).map(([value, text]) => h("option", { value }, text));
  if (!$("#games").options.length) put($("#games"), games);
}

async function fetchAll() {
  try {
    ({ tournaments: found } = await ask("/api/club/tournaments"));
    serverSays(true);
    show();
  } catch (error) {
    failed(error, fetchAll);
  }
}

async function make(data) {
  const [least, most] = data.sizes.split(" ").map(Number);
  try {
    const { id } = await send("/api/club/tournaments", { title: data.title, game: data.game, least, most, key });
    key = freshKey();
    location.assign(`/tournaments/${id}`);
  } catch (error) {
    failed(error, () => make(data));
  }
}

async function start() {
  await begin();
  form.hidden = document.body.dataset.role !== "host";
  form.addEventListener("submit", (event) => (event.preventDefault(), make(Object.fromEntries(new FormData(form)))));
  onChange(show);
  await fetchAll();
  show();
  document.body.dataset.ready = "yes";
}

start();
