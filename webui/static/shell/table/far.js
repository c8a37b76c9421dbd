// The table view for tablets and TVs: whose turn it is, what is owed and the last verdict, readable at two metres.

import { $, h, put } from "../kit/dom.js";
import { badge } from "../kit/marks.js";
import { Colour, playerName, t, winText } from "../kit/text.js";
import { turnLabel } from "./history.js";
import { stayAwake } from "./wakelock.js";

const KEPT = "icekeeper.far";
let redraw = () => {};

/** Whether the table view is on. */
export const isFar = () => document.body.classList.contains("far");

/** Switch the table view; the screen stays on meanwhile. */
export function setFar(on, remember = true) {
  document.body.classList.toggle("far", on);
  $("#far").hidden = !on;
  $("#far-switch").setAttribute("aria-pressed", String(on));
  $("#far-switch").dataset.t = on ? "far.off" : "far.on";
  $("#far-switch").textContent = t(on ? "far.off" : "far.on");
  if (remember) localStorage.setItem(KEPT, on ? "on" : "off");
  if (!on && document.fullscreenElement) document.exitFullscreen();
  stayAwake(on);
  redraw();
}

/** Wire up the switch; an address may ask for the table view, else it is as this device had it last. */
export function setupFar(then) {
  redraw = then;
  const asked = new URLSearchParams(location.search).get("view");
  setFar(asked ? asked === "far" : localStorage.getItem(KEPT) === "on", false);
  $("#far-switch").addEventListener("click", () => setFar(!isFar()));
  const full = $("#far-full");
  full.classList.toggle("cannot", !document.fullscreenEnabled);
  full.addEventListener("click", () =>
    document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen(),
  );
  document.addEventListener("fullscreenchange", () => {
    full.dataset.t = document.fullscreenElement ? "far.unfull" : "far.full";
    full.textContent = t(full.dataset.t);
  });
}

/** Whose turn it is, or who has won. */
export function title(view, colours) {
  const named = view.match.players.filter((each) => colours.includes(each.colour));
  if (view.winners)
    return `${named
      .map(playerName)
      .filter((name, i) => name !== Colour(named[i].colour))
      .map((name) => `${name} · `)
      .join("")}${winText(view.winners)}`;
  if (view.how) return t("turn.over");
  return t("turn.of", { colour: named.map(playerName).join(", ") || Colour(colours) });
}

function line({ icons = [], text, kind = "" }) {
  return h("li", { class: kind }, icons, h("span", {}, text));
}

/** The last turn that is over, and what was said of it. */
function last(view, game) {
  const turn = view.history.at(-1);
  if (!turn || view.how) return null;
  return h(
    "p",
    { class: `far-last ${turn.legal === false ? "fault" : ""}` },
    badge(turn.player),
    h("span", {}, `${t("turn.short", { n: turn.turn })}: ${turnLabel(turn, game.ruleName)}`),
  );
}

/** Draw the table view where it is on; `game.far(view)` gives its lines. */
export function showFar(node, view, game, act) {
  if (!isFar()) return put(node);
  const colours = view.winners || view.turn.who || view.turn.player;
  const done = { type: "button", class: "main-action", "data-far-done": "", onclick: act.done };
  const again = { type: "button", class: "main-action", "data-far-rematch": "", onclick: act.rematch };
  return put(
    node,
    h("h1", { class: "far-turn" }, view.how && !view.winners ? null : [...colours].map(badge), title(view, colours)),
    h("ul", { class: "far-lines" }, game.far(view).map(line)),
    h(
      "div",
      { class: "far-foot" },
      act.seated && !view.how ? h("button", done, t("turn.done")) : null,
      act.seated && view.how ? h("button", again, t("after.rematch")) : null,
      last(view, game),
    ),
  );
}
