// The head of every page: language, sound and voice, theme, menu; and the short notices at the foot.

import { $, h, put } from "./dom.js";
import { appItems, keepShell } from "./install.js";
import { change, current, LANGUAGES, onChange, sign, t } from "./text.js";
import { wants } from "./voice.js";

let gone = 0;

/** Say something short at the foot of the page. */
export function toast(text) {
  $(".toast")?.remove();
  clearTimeout(gone);
  if (!text) return;
  document.body.append(h("div", { class: "toast", role: "status" }, text));
  gone = setTimeout(() => $(".toast")?.remove(), 7000);
}

function theme(value) {
  if (value === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = value;
  localStorage.setItem("icekeeper.theme", value);
}

function soundWords() {
  return wants.voice ? t("sound.voice") : wants.sound ? t("sound.sound") : t("sound.off");
}

function cycleSound() {
  if (wants.voice) wants.voice = false;
  else if (wants.sound) wants.sound = false;
  else wants.voice = wants.sound = true;
  $("#sound").textContent = soundWords();
}

function themeItem() {
  const order = ["auto", "light", "dark"];
  const now = localStorage.getItem("icekeeper.theme") ?? "auto";
  return h(
    "button",
    { type: "button", onclick: () => (theme(order[(order.indexOf(now) + 1) % 3]), openMenu(null)) },
    `${t("menu.theme")}${sign(":")} ${t(`theme.${now}`)}`,
  );
}

const pauseKey = (paused, { match }) =>
  !paused ? "menu.pause" : match.source === "camera" ? "menu.resume" : "menu.go-on";

function tableItems({ tell, setHand, hand, view }) {
  const seated = document.body.dataset.role !== "spectator";
  if (!seated || !view()) return [];
  const paused = view().eye.status === "paused";
  const item = (key, onclick) =>
    h("button", { type: "button", "data-item": key, onclick: () => (openMenu(null), onclick()) }, t(key));
  return [
    view().match.source === "camera" ? item(hand() ? "menu.hand-off" : "menu.hand-on", () => setHand(!hand())) : null,
    view().how ? null : item(pauseKey(paused, view()), () => tell("pause", { on: !paused })),
    view().winners || view().how
      ? null
      : item("training.menu", () => document.dispatchEvent(new CustomEvent("icekeeper:training"))),
    view().eye.status === "differs" ? item("menu.adopt", () => tell("adopt")) : null,
    document.body.dataset.role === "host"
      ? item("menu.stop", () => confirm(t("menu.stop-sure")) && tell("stop").then(() => location.assign("/matches")))
      : null,
  ];
}

const appItem = (key, text, run) =>
  h("button", { type: "button", "data-item": key, onclick: () => (openMenu(null), run()) }, text);
const ownItem = ([key, run]) => appItem(key, t(key), run);
const link = (path, key) => h("a", { class: "button", href: path }, t(key));

/** The pages of a table. */
function links() {
  const hosts = document.body.dataset.role === "host";
  return [
    link("/home", "menu.home"),
    link("/matches", "menu.matches"),
    link("/help", "menu.help"),
    hosts ? link("/learn", "menu.learn") : null,
    hosts ? link("/club", "belong.title") : null,
    document.body.dataset.lan === "yes" && hosts ? link("/invite", "menu.invite") : null,
  ];
}

const inClub = () => document.body.dataset.club === "yes";

/** The pages of a club, which has no table and nothing to say aloud. */
const clubLinks = () => [link("/", "club.tables"), link("/matches", "club.archive"), link("/people", "club.standings")];

function openMenu(parts) {
  const node = $("#menu-list");
  node.hidden = !parts;
  $("#menu").setAttribute("aria-expanded", String(Boolean(parts)));
  if (!parts) return;
  put(
    node,
    parts.table ? [tableItems(parts.table), parts.table.items().map(ownItem)] : [],
    inClub() ? clubLinks() : links(),
    themeItem(),
    inClub() ? [] : appItems(appItem),
  );
  node.querySelector("button, a").focus();
}

/** Wire up the head; `parts.table` adds what only the table page can do. */
export function setupHead(parts = {}) {
  if (!inClub()) keepShell();
  const stored = localStorage.getItem("icekeeper.theme");
  if (stored) theme(stored);
  const select = $("#language");
  put(
    select,
    LANGUAGES.map((code) =>
      h(
        "option",
        { value: code, selected: code === current(), lang: code },
        { en: "English", de: "Deutsch", fr: "Français", it: "Italiano" }[code],
      ),
    ),
  );
  select.value = current();
  select.addEventListener("change", () => change(select.value));
  $("#sound").hidden = inClub();
  $("#sound").textContent = soundWords();
  $("#sound").addEventListener("click", cycleSound);
  onChange(() => {
    $("#sound").textContent = soundWords();
    if (!$("#menu-list").hidden) openMenu(parts);
  });
  $("#menu").addEventListener("click", () => openMenu($("#menu-list").hidden ? parts : null));
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || $("#menu-list").hidden) return;
    openMenu(null);
    $("#menu").focus();
  });
  document.addEventListener("click", (event) => {
    if (!event.target.closest("#menu-list, #menu")) openMenu(null);
  });
}
