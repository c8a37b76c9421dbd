// Standings of an evening or a series, with ratings; and the people: rename, merge, remove a name.

import { openDialog } from "../shell/kit/dialogs.js";
import { $, h, put } from "../shell/kit/dom.js";
import { toast } from "../shell/kit/head.js";
import { ask, send } from "../shell/kit/live.js";
import { current, onChange, sign, t } from "../shell/kit/text.js";
import { begin, failed, GAMES, serverSays } from "./common.js";

const hosts = document.body.dataset.role === "host";
let known = { people: [], series: [], evenings: [] };
let rows = [];
let late = 0;

const COLUMNS = [
  ["matches", () => t("people.matches")],
  ["wins", () => t("people.wins")],
  ["points", () => t("club.points")],
  ["mean_points", () => t("club.mean")],
];

const day = (text) => new Date(`${text}T12:00`).toLocaleDateString(current(), { dateStyle: "medium" });

/** What is asked for: an evening, a series, or everything. */
function query() {
  const [first, last, game] = ($("#spans").value || "||").split("|");
  return new URLSearchParams({ from: first, to: last, game: game || $("#games").value });
}

function showSpans() {
  const chosen = $("#spans").value;
  const option = (value, text) => h("option", { value, selected: value === chosen }, text);
  put(
    $("#spans"),
    option("||", t("club.all")),
    known.series.map((each) => option(`${each.from}|${each.to}|${each.game}`, each.name)),
    known.evenings.map((each) => option(`${each}|${each}|`, day(each))),
  );
  const game = $("#games").value;
  const games = Object.entries(GAMES).map(([value, text]) => h("option", { value, selected: value === game }, text));
  put($("#games"), h("option", { value: "" }, t("club.any")), games);
}

const rating = (row) => (row.rating === null ? "–" : `${row.rating.toFixed(1)} ± ${row.uncertainty.toFixed(1)}`);

function showStandings() {
  const head = [t("players"), ...COLUMNS.map(([, name]) => name()), t("club.rating")];
  const line = (row) =>
    h(
      "tr",
      {},
      h("td", { class: "tabular" }, row.place),
      h("th", { scope: "row" }, row.name),
      COLUMNS.map(([key]) => h("td", { class: "tabular" }, row[key] ?? "–")),
      h("td", { class: "tabular" }, rating(row)),
    );
  const table = h(
    "table",
    {},
    h("caption", { class: "visually-hidden" }, t("club.standings")),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("td", {}),
        head.map((text) => h("th", { scope: "col" }, text)),
      ),
    ),
    h("tbody", {}, rows.map(line)),
  );
  $("#late").textContent = late ? t("club.late", { n: late }) : "";
  put($("#standings"), rows.length ? table : h("p", { class: "soft" }, t("club.nobody")));
  const file = (kind, key) =>
    h("a", { class: "button", href: `/api/club/standings?as=${kind}&${query()}`, download: "" }, t(key));
  put($("#files"), file("csv", "club.csv"), file("json", "club.json"));
}

async function fetchStandings() {
  ({ standings: rows, late } = await ask(`/api/club/standings?${query()}`));
  showStandings();
}

/** Do something to the people, then show everything anew; a refusal is said. */
async function doing(path, body, method) {
  try {
    await send(`/api/club/${path}`, body, method);
    await fetchAll();
  } catch (error) {
    toast(error.message);
  }
}

function renaming(person) {
  openDialog(t("club.rename"), (close) => {
    const input = h("input", { type: "text", maxlength: 60, value: person.name, "aria-label": t("club.player") });
    const go = (event) => (event.preventDefault(), close(), doing(`people/${person.id}/rename`, { name: input.value }));
    return h("form", { class: "row", onsubmit: go }, input, h("button", { class: "main-action" }, t("club.rename")));
  });
}

function merging(person) {
  openDialog(t("club.merge.into", { name: person.name }), (close) =>
    h(
      "div",
      { class: "choice-list" },
      known.people
        .filter((each) => each.id !== person.id)
        .map((each) => {
          const go = () => (close(), sureToMerge(person, each));
          return h("button", { type: "button", onclick: go }, each.name);
        }),
    ),
  );
}

/** Ask before something is done; `words` say what it means. */
function sure(title, words, deed) {
  openDialog(title, (close) =>
    h(
      "div",
      { class: "stack" },
      h("p", {}, words),
      h(
        "div",
        { class: "choice-list" },
        h("button", { type: "button", "data-sure": "", onclick: () => (close(), deed()) }, title),
        h("button", { type: "button", class: "main-action", onclick: close }, t("cancel")),
      ),
    ),
  );
}

function sureToMerge(person, into) {
  const words = t("club.merge.sure", { name: person.name, other: into.name });
  sure(t("club.merge.do"), words, () => doing(`people/${person.id}/merge`, { into: into.id }));
}

function removing(person) {
  const words = t("club.remove.sure", { name: person.name, other: `Player ${person.id}` });
  sure(t("club.remove"), words, () => doing(`people/${person.id}`, {}, "DELETE"));
}

function showPeople() {
  const button = (key, go, said) => h("button", { type: "button", "data-do": key, onclick: go }, t(key, said));
  const apart = (each) => button("club.separate", () => doing(`people/${each.id}/separate`), each);
  const line = (person) =>
    h(
      "li",
      { class: "card row club-person", "data-person": person.id },
      h("strong", {}, person.name),
      person.also.length ? h("span", { class: "soft" }, t("club.also", { names: person.also.join(", ") })) : null,
      hosts
        ? h(
            "span",
            { class: "row push" },
            button("club.rename", () => renaming(person)),
            button("club.merge", () => merging(person)),
            person.merged.map(apart),
            button("club.remove", () => removing(person)),
          )
        : null,
    );
  put($("#people"), known.people.map(line));
  const drop = (each) =>
    h(
      "button",
      { type: "button", onclick: () => doing(`series/${each.id}`, {}, "DELETE") },
      t("club.series.drop", { name: each.name }),
    );
  put(
    $("#series"),
    known.series.map((each) =>
      h(
        "li",
        { class: "row" },
        h("span", {}, `${each.name}${sign(":")} ${day(each.from)} – ${day(each.to)}`),
        drop(each),
      ),
    ),
  );
}

async function fetchAll() {
  known = await ask("/api/club/people");
  showSpans();
  showPeople();
  await fetchStandings();
}

/** Everything, as soon as the club's server answers. */
const load = () =>
  fetchAll().then(
    () => serverSays(true),
    (error) => failed(error, load),
  );

function addSeries(event) {
  event.preventDefault();
  const form = event.target;
  doing("series", { game: $("#games").value, ...Object.fromEntries(new FormData(form)) }).then(() => form.reset());
}

async function start() {
  await begin();
  $("#series-part").hidden = !hosts;
  onChange(() => (showSpans(), showPeople(), showStandings()));
  $("#span-form").addEventListener("input", () => fetchStandings().catch((error) => failed(error, load)));
  $("#series-form").addEventListener("submit", addSeries);
  await load();
  document.body.dataset.ready = "yes";
}

start();
