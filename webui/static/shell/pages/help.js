// Help: where to put the camera, what the signs mean, and the rules of every game in the page's language.

import { $, h, put, s } from "../kit/dom.js";
import { setupHead } from "../kit/head.js";
import { ask, send } from "../kit/live.js";
import { current, load, onChange, t } from "../kit/text.js";

const GAMES = { "ice-cult": "ICE CULT", iglu: "IGLU IGLU" };
const CHIPS = ["rest", "hand", "moving", "blind", "differs", "not-set-up", "lost", "paused"];
const STATUSES = ["open", "spent", "lapsed", "unused"];

/** The table from the side: the camera looks at it at a slant. */
function fromTheSide() {
  return s(
    "svg",
    { viewBox: "0 0 400 260", role: "img", "aria-label": t("help.camera.slant") },
    s("path", { class: "sight", d: "M92 52 L150 212 L352 212 Z" }),
    s("path", { class: "line", d: "M20 216 H380 M60 216 V60 H80" }),
    s("rect", { class: "solid", x: 74, y: 38, width: 34, height: 22, rx: 4, transform: "rotate(35 91 49)" }),
    s("rect", { class: "strip", x: 150, y: 208, width: 202, height: 7 }),
    s("rect", { class: "block", x: 228, y: 174, width: 46, height: 36, rx: 4 }),
    s("path", { class: "line", d: "M251 208 L92 52 M186 212 A65 65 0 0 1 205 164" }),
    s("text", { x: 150, y: 196, "text-anchor": "middle" }, "35–75°"),
  );
}

/** The camera's picture: all four tips inside it, with some table around them. */
function inThePicture() {
  const arm = (angle) =>
    s("path", {
      class: "strip",
      d: "M-13 -30 V-92 L0 -108 L13 -92 V-30 Z",
      transform: `translate(200 132) scale(1.25 0.85) rotate(${angle})`,
    });
  return s(
    "svg",
    { viewBox: "0 0 400 260", role: "img", "aria-label": t("help.camera.tips") },
    s("rect", { class: "line", x: 20, y: 14, width: 360, height: 232, rx: 8 }),
    [10, 100, 190, 280].map(arm),
    s("rect", {
      class: "block",
      x: -26,
      y: -26,
      width: 52,
      height: 52,
      rx: 5,
      transform: "translate(200 132) scale(1.25 0.85) rotate(10)",
    }),
  );
}

function signs() {
  const chip = (status) =>
    h("span", { class: "chip", "data-status": status }, h("span", { class: "dot" }), t(`eye.${status}`));
  put(
    $("#chips"),
    CHIPS.map((status) => [h("dt", {}, chip(status)), h("dd", {}, t(`help.chip.${status}`))]),
  );
  put(
    $("#statuses"),
    STATUSES.map((status) => [
      h("dt", {}, h("span", { class: `status ${status}` }, t(`status.${status}`))),
      h("dd", {}, t(`help.status.${status}`)),
    ]),
  );
  put($("#drawings"), h("figure", {}, fromTheSide()), h("figure", {}, inThePicture()));
}

const hosts = document.body.dataset.role === "host";
let found = [];

/** What was found of camera, light, disk and the rest: the sentences of `icekeeper doctor`. */
function showFindings() {
  const sign = { well: "✓", unused: "–", worth: "!", wrong: "✗" };
  const line = ({ name, state, key, said }) => [
    h("dt", { "data-state": state }, sign[state], " ", t(`doctor.name.${name}`)),
    h(
      "dd",
      {},
      h("span", { class: "visually-hidden" }, `${t(`doctor.state.${state}`)}. `),
      t(`doctor.${name}.${key}`, said),
    ),
  ];
  put($("#findings"), found.map(line));
}

async function look() {
  const button = $("#doctor-look");
  button.disabled = true;
  button.textContent = t("doctor.busy");
  try {
    ({ findings: found } = await send("/api/doctor"));
    showFindings();
  } catch (error) {
    put($("#findings"), h("dd", {}, error.message));
  }
  button.textContent = t("doctor.look");
  button.disabled = false;
}

async function rulebook(game) {
  const { introduction, sections } = await ask(`/api/rules/${game}/${current()}`);
  const line = ({ number, text }) => {
    const id = number ? `${game}-${number}` : null;
    return h("li", { class: "rule-line", id }, h("b", { class: "tabular" }, number), h("span", {}, text));
  };
  return h(
    "details",
    { class: "card", "data-game": game, open: location.hash.startsWith(`#${game}`) },
    h("summary", {}, GAMES[game]),
    h("p", {}, introduction),
    sections.map(({ title, rules }) => [h("h3", {}, title), h("ol", {}, rules.map(line))]),
  );
}

async function show() {
  const open = [...document.querySelectorAll("#rulebooks details[open]")].map((node) => node.dataset.game);
  signs();
  showFindings();
  const books = await Promise.all(Object.keys(GAMES).map(rulebook));
  for (const book of books) if (open.includes(book.dataset.game)) book.open = true;
  put($("#rulebooks"), books);
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

await load();
setupHead();
onChange(show);
for (const id of ["#doctor", "#to-doctor"]) $(id).hidden = !hosts;
$("#doctor-look").addEventListener("click", look);
await show();
document.body.dataset.ready = "yes";
