// The players' clocks: what each has used or has left, limits that all agree on, and a pause for every match.

import { openDialog } from "../kit/dialogs.js";
import { clock, h } from "../kit/dom.js";
import { send } from "../kit/live.js";
import { Colour, playerName, t } from "../kit/text.js";

const SOON_S = 10;
const MINUTE = 60;
const CHOICES = {
  turn_s: [0, 30, MINUTE, 2 * MINUTE, 3 * MINUTE, 5 * MINUTE],
  match_s: [0, 5, 10, 15, 20, 30, 45, 60].map((minutes) => minutes * MINUTE),
  delay_s: [0, 5, 10, 20, 30],
};

/** Seconds of the turn in progress; a pause stops them. */
export function turnSeconds(view, now = Date.now() / 1000) {
  if (view.how || !view.clock) return 0;
  return Math.max(0, view.clock.paused_s ?? now - view.turn.since);
}

/** What a player's clock shows: {seconds, left} where left says that they run down. */
export function clockOf(view, colour, now) {
  const { used, counted, match_s, delay_s } = view.clock;
  const own = !view.how && view.turn.player === colour ? turnSeconds(view, now) : 0;
  if (!match_s) return { seconds: used[colour] + own, left: false };
  return { seconds: match_s - counted[colour] - Math.max(0, own - delay_s), left: true };
}

/** What is left of a turn with a limit, else how long it has lasted. */
export function turnClock(view, now) {
  const spent = turnSeconds(view, now);
  const limit = view.clock?.turn_s;
  return limit ? { seconds: limit - spent, left: true } : { seconds: spent, left: false };
}

/** "01:12", or "-00:05" once it is up. */
export const clockText = ({ seconds, left }) =>
  left && seconds < 0 ? `−${clock(Math.ceil(-seconds))}` : clock(left ? Math.ceil(seconds) : seconds);

const stateOf = ({ seconds, left }) => (!left || seconds > SOON_S ? null : seconds > 0 ? "soon" : "up");

function filled(node, shown) {
  node.textContent = clockText(shown);
  const state = stateOf(shown);
  if (state) node.dataset.state = state;
  else delete node.dataset.state;
}

/** A player's clock, kept up to date by `tick`. */
export function playerClock(view, colour) {
  if (!view.clock) return null;
  const node = h("span", { class: "clock tabular", "data-clock": colour, title: t("clock.of") });
  filled(node, clockOf(view, colour));
  return node;
}

/** The time of the turn, kept up to date by `tick`. */
export function turnTime(view) {
  const node = h("span", { class: "time clock tabular", "data-clock": "turn", "aria-hidden": "true" });
  filled(node, turnClock(view));
  return node;
}

/** Set every clock that is shown. */
export function tick(view, root = document) {
  if (!view?.clock) return;
  for (const node of root.querySelectorAll("[data-clock]"))
    filled(node, node.dataset.clock === "turn" ? turnClock(view) : clockOf(view, node.dataset.clock));
}

/** Whose time has just run out, as [what it is known by, what is said]; null where nobody's has. */
export function timeUp(view) {
  if (!view?.clock || view.how || view.clock.paused_s !== null) return null;
  const { player, number } = view.turn;
  const who = view.match.players.find((each) => each.colour === player);
  const up = (key, shown) =>
    shown.left && shown.seconds <= 0
      ? [`${key}${view.match.id}/${number}`, t("clock.up", { player: who ? playerName(who) : Colour(player) })]
      : null;
  return up("turn", turnClock(view)) ?? up("match", clockOf(view, player));
}

/** That a match by hand pauses, and the way on; a camera's chip says so itself. */
export function pauseNote(view, act) {
  if (view.eye.status !== "paused") return null;
  return h(
    "div",
    { class: "notice row", id: "paused" },
    h("span", {}, t("clock.paused")),
    act.seated ? h("button", { type: "button", id: "go-on", onclick: act.goOn }, t("menu.go-on")) : null,
  );
}

const long = (seconds) =>
  !seconds
    ? t("clock.none")
    : seconds < MINUTE
      ? t("clock.seconds", { n: seconds })
      : t("clock.minutes", { n: seconds / MINUTE });

/** The dialog in which the players agree on limits. */
export function openLimits(view, tell = (body) => send("/api/table/clock", body)) {
  const now = view.clock;
  const selects = Object.entries(CHOICES).map(([key, every]) => {
    const values = every.includes(now[key]) ? every : [...every, now[key]].sort((a, b) => a - b);
    const options = values.map((each) => h("option", { value: each, selected: each === now[key] }, long(each)));
    return h("label", { class: "stack tight" }, t(`clock.${key}`), h("select", { name: key }, options));
  });
  openDialog(t("clock.title"), (close) => {
    const agree = (event) => {
      event.preventDefault();
      const body = Object.fromEntries(
        selects.map((each) => each.querySelector("select")).map((s) => [s.name, +s.value]),
      );
      close();
      return tell(body);
    };
    return h(
      "form",
      { class: "stack", onsubmit: agree },
      h("p", { class: "soft" }, t("clock.why")),
      selects,
      h("button", { class: "main-action", id: "clock-agree" }, t("clock.agree")),
    );
  });
}
