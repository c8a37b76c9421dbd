// One tournament: its rounds as they go, its standings, and on the club's machine what organisers decide.

import { openDialog } from "../shell/kit/dialogs.js";
import { $, h, put } from "../shell/kit/dom.js";
import { ask, follow, send } from "../shell/kit/live.js";
import { badge } from "../shell/kit/marks.js";
import { onChange, t } from "../shell/kit/text.js";
import { begin, failed, GAMES, serverSays } from "./common.js";
import { standings } from "./standing.js";

const id = document.body.dataset.cup;
const hosts = document.body.dataset.role === "host";
const path = `/api/club/tournaments/${encodeURIComponent(id)}`;
let view = null;

/** Decide something, again and again until the server answers: asked a second time, nothing more is decided. */
async function decide(rest, body, method) {
  try {
    show(await send(`${path}/${rest}`, body, method));
    serverSays(true);
  } catch (error) {
    failed(error, () => decide(rest, body, method));
  }
}

const button = (key, said, go, more = {}) =>
  h("button", { type: "button", "data-do": key, onclick: go, ...more }, t(key, said));

function showDeeds() {
  const last = view.rounds.at(-1);
  const open = last?.tables.some((each) => each.state === "waiting");
  put(
    $("#deeds"),
    view.waiting ? h("p", { class: "soft" }, t("cup.waiting", { n: view.waiting })) : null,
    view.over ? h("p", {}, t("cup.over")) : null,
    !hosts
      ? null
      : view.over
        ? button("cup.go-on", {}, () => decide("over", { over: false }))
        : [
            button("cup.draw", { n: view.round + 1 }, () => decide(`rounds/${view.round + 1}`), {
              class: "main-action",
              disabled: view.waiting > 0,
            }),
            open || view.astray ? button("cup.again", {}, askAgain) : null,
            button("cup.end", {}, () => decide("over", { over: true })),
          ],
  );
}

function askAgain() {
  openDialog(t("cup.again"), (close) =>
    h(
      "div",
      { class: "stack" },
      h("p", {}, t("cup.again.sure")),
      button("cup.again", {}, () => (close(), decide("again", { again: view.again })), { "data-sure": "" }),
    ),
  );
}

function seat(table, each) {
  const won = table.winners.includes(each.id);
  const points = table.points[each.id];
  return h(
    "li",
    { class: won ? "won" : "" },
    badge(each.colour),
    h("span", {}, each.name),
    won ? h("span", { "aria-label": t("people.wins") }, "★") : null,
    points === undefined ? null : h("b", { class: "tabular" }, points),
  );
}

function tableCard(one, table) {
  const said = [t(`cup.state.${table.state}`), table.place].filter(Boolean).join(" · ");
  return h(
    "li",
    { class: `card cup-table ${table.state}`, "data-table": table.table },
    h("h3", {}, t("cup.table", { n: table.table })),
    h(
      "ul",
      { class: "cup-seats" },
      table.seats.map((each) => seat(table, each)),
    ),
    h(
      "p",
      { class: "soft" },
      table.match ? h("a", { href: `/matches/${encodeURIComponent(table.match)}` }, said) : said,
    ),
    hosts && !view.over
      ? h(
          "div",
          { class: "row" },
          button("cup.enter", {}, () => enter(one.number, table)),
        )
      : null,
  );
}

function enter(number, table) {
  const at = `rounds/${number}/${table.table}`;
  openDialog(t("cup.enter.who", { n: table.table }), (close) => {
    const line = (each) => [
      h(
        "label",
        { class: "row" },
        h("input", { type: "checkbox", name: "winners", value: each.id, checked: table.winners.includes(each.id) }),
        badge(each.colour),
        h("span", {}, each.name),
      ),
      view.game === "iglu"
        ? h("input", {
            type: "number",
            step: "any",
            name: `points-${each.id}`,
            value: table.points[each.id] ?? "",
            "aria-label": t("cup.points-of", { name: each.name }),
          })
        : null,
    ];
    const go = (event) => {
      event.preventDefault();
      const data = new FormData(event.target);
      const winners = data.getAll("winners").map(Number);
      const given = table.seats.filter((each) => data.get(`points-${each.id}`));
      const points = Object.fromEntries(given.map((each) => [each.id, Number(data.get(`points-${each.id}`))]));
      close();
      decide(at, { winners, points });
    };
    return h(
      "form",
      { class: "stack", onsubmit: go },
      table.seats.map((each) => h("div", { class: "row" }, line(each))),
      h("button", { class: "main-action" }, t("cup.enter.go")),
      h(
        "div",
        { class: "row" },
        button("cup.void", {}, () => (close(), decide(at, { winners: [] }))),
        table.state === "ruled" || table.state === "void"
          ? button("cup.unrule", {}, () => (close(), decide(at, {}, "DELETE")))
          : null,
      ),
    );
  });
}

function showRounds() {
  const names = (each) => each.byes.map((one) => one.name).join(", ");
  const round = (one) =>
    h(
      "section",
      { class: "stack", "data-round": one.number },
      h("h2", {}, t("cup.round", { n: one.number })),
      h(
        "ul",
        { class: "cup-tables" },
        one.tables.map((table) => tableCard(one, table)),
      ),
      one.byes.length ? h("p", { class: "soft" }, t("cup.byes", { names: names(one) })) : null,
    );
  put($("#rounds"), view.rounds.map(round).reverse());
}

function showPeople() {
  $("#there").textContent = t("cup.there", { n: view.there });
  const line = (one) => {
    const go = one.there
      ? button("cup.leave", one, () => decide(`people/${one.id}`, {}, "DELETE"))
      : button("cup.back", one, () => decide("people", { names: [one.name] }));
    return h("li", { class: one.there ? "" : "gone" }, hosts && !view.over ? go : one.name);
  };
  put($("#people"), [...view.people].sort((a, b) => a.name.localeCompare(b.name)).map(line));
}

function show(now) {
  if (!now || (view && now.decisions < view.decisions)) return; // what came late is older than what is shown
  view = now;
  $("#title").textContent = view.title;
  document.title = `${view.title} · icekeeper`;
  $("#about").textContent = GAMES[view.game];
  $("#astray").hidden = !view.astray;
  $("#come-form").hidden = !hosts || view.over;
  showDeeds();
  showRounds();
  put($("#standings"), standings(view));
  const file = (kind, key) =>
    h(
      "a",
      { class: "button", href: `${path}?as=${kind}&language=${document.documentElement.lang}`, download: "" },
      t(key),
    );
  put($("#files"), file("csv", "club.csv"), file("json", "club.json"));
  showPeople();
  document.body.dataset.ready = "yes";
}

async function take(news) {
  for (const { key, view: each } of news) {
    if (key === "server") serverSays(each.answers);
    else show(each);
  }
}

/** Names that the club knows, to be entered. */
async function offerNames() {
  const { people } = await ask("/api/club/people");
  put(
    $("#names"),
    people.map((each) => h("option", { value: each.name })),
  );
}

async function start() {
  await begin();
  onChange(() => view && show(view));
  $("#come-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const names = new FormData(event.target).get("names").split(",");
    decide("people", { names: names.map((each) => each.trim()).filter(Boolean) });
    event.target.reset();
  });
  follow(`${path}/live`, take, (online) => online || serverSays(false));
  if (hosts) offerNames().catch(() => null);
}

start();
