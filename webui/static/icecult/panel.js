// The turn: whose it is, the tilts, the four symbols, what is owed, and the buttons.

import { h, put } from "../shell/kit/dom.js";
import { badge } from "../shell/kit/marks.js";
import { Colour, namesOf, pick, playerName, t, winText } from "../shell/kit/text.js";
import { afterButtons } from "../shell/table/after.js";
import { pauseNote, playerClock, turnTime } from "../shell/table/clock.js";
import { turned } from "../shell/table/seat.js";
import { differences, toPutBack } from "./differs.js";
import { icon } from "./drawing/pieces.js";
import { tiltMark } from "./drawing/tiltmark.js";
import { actionText, parse, symbolText } from "./words.js";

const STATUS = { open: "open", spent: "spent", lapsed: "lapsed", unused: "unused", none: "none" };

function head(view) {
  const { turn } = view;
  const who = view.how && !view.winners ? "" : namesOf(view.match.players, view.winners || turn.player);
  const title = view.winners
    ? winText(view.winners)
    : view.how
      ? t("turn.over")
      : t("turn.of", { colour: Colour(turn.player) });
  return h(
    "div",
    { class: "turn-head" },
    h("h1", {}, view.winners ? [...view.winners].map(badge) : badge(turn.player), h("span", {}, who, title)),
    view.how ? null : turnTime(view),
  );
}

function tilts({ turn, match }) {
  const rotation = match.layout === "corners" ? 45 : 0;
  const seen = (word) =>
    parse(word)
      ? [tiltMark(word, rotation + turned()), h("span", { class: "visually-hidden" }, actionText(word))]
      : h("b", {}, t("turn.tilt-odd"));
  const dot = (i) =>
    h(
      "span",
      { class: `tilt-dot ${turn.tilts[i] ? "seen" : ""}` },
      h("i", {}, i + 1),
      turn.tilts[i]
        ? h("span", { class: "tilt-seen", title: actionText(turn.tilts[i]) }, seen(turn.tilts[i]))
        : h("span", { class: "visually-hidden" }, t("turn.tilt-missing")),
    );
  return h("div", { class: "tilts" }, h("span", {}, t("turn.tilts")), dot(0), dot(1));
}

function symbols(view) {
  const rotation = view.match.layout === "corners" ? 45 : 0;
  const line = (each) =>
    h(
      "li",
      {},
      h("b", {}, t(`slot.${each.slot}`)),
      icon(each, rotation, turned()),
      h("span", {}, symbolText(each.symbol, each.facing)),
      h("span", { class: `status ${each.status}` }, t(`status.${STATUS[each.status] ?? "none"}`)),
      each.why && view.turn.tilts.length > 1 ? h("span", { class: "why" }, pick(each.why)) : null,
    );
  return h("ul", { class: "symbols", "aria-label": t("turn.symbols") }, view.turn.symbols.map(line));
}

/** One thing that is owed, in words: "red arrow on NW". */
export function owedOne(view, { slot, kind }) {
  const top = view.turn.symbols.find((one) => one.slot === slot);
  return t("owed.on", { symbol: t(`symbol.${top?.symbol ?? kind}`), slot: t(`slot.${slot}`) });
}

/** What is still owed, in words: "red arrow on NW, circle on NE". */
export function owedText(view) {
  return view.turn.owed.map((each) => owedOne(view, each)).join(", ");
}

function owed(view) {
  if (view.turn.tilts.length < 2)
    return h("p", { class: "owed-line" }, t(view.turn.tilts.length ? "owed.tilt1" : "owed.tilt2"));
  if (!view.turn.owed.length) return h("p", { class: "owed-line" }, t("owed.nothing"));
  return h("p", { class: "owed-line" }, `${t("owed.still")} `, h("strong", {}, owedText(view)));
}

function players(view) {
  const home = (colour) => Object.values(view.state.goal).join("").split(colour).length - 1;
  const line = (each) =>
    h(
      "li",
      { "aria-current": !view.how && each.colour === view.turn.player ? "true" : null },
      badge(each.colour),
      h("span", { class: "name" }, playerName(each)),
      playerClock(view, each.colour),
      h(
        "span",
        { class: "soft tabular", title: t("player.home", { n: home(each.colour) }) },
        `${home(each.colour)}/5`,
        h("span", { class: "visually-hidden" }, ` ${t("player.home", { n: home(each.colour) })}`),
      ),
    );
  return h("ul", { class: "players", "aria-label": t("players") }, view.match.players.map(line));
}

function entered(view) {
  const words = view.turn.actions.filter((word) => parse(word)?.kind !== "tilt");
  if (!words.length) return null;
  return h(
    "details",
    { class: "entered" },
    h("summary", {}, t("turn.seen", { n: words.length })),
    h(
      "ol",
      {},
      words.map((word) => h("li", {}, actionText(word, view.turn.several))),
    ),
  );
}

function buttons(view, act) {
  if (view.how) return [h("p", { class: "owed-line" }, t(`won.${view.how}`)), afterButtons(view, act)];
  if (!act.seated) return h("p", { class: "soft" }, t("spectator"));
  return h(
    "div",
    { class: "row turn-buttons" },
    view.to_put_back
      ? null
      : h("button", { type: "button", class: "main-action", id: "done", onclick: act.done }, t("turn.done")),
    h(
      "button",
      {
        type: "button",
        id: "take-back",
        disabled: !view.turn.actions.length && !view.history.length,
        onclick: act.takeBack,
      },
      t("turn.take-back"),
    ),
    view.turn.undone?.length ? h("button", { type: "button", id: "redo", onclick: act.redo }, t("turn.redo")) : null,
    h("button", { type: "button", id: "more", "aria-haspopup": "dialog", onclick: act.more }, t("turn.more")),
  );
}

const inTurn = (view, act) => [differences(view, act), tilts(view), symbols(view), owed(view), entered(view)];

/** Draw the panel; keeps the keyboard where it was. */
export function showPanel(node, view, act) {
  const focused = node.contains(document.activeElement) ? document.activeElement.id : "";
  const open = node.querySelector("details.entered")?.open;
  const over = Boolean(view.how);
  put(
    node,
    head(view),
    act.guide?.(view),
    view.store?.problem ? h("p", { class: "notice" }, t("store.problem")) : null,
    pauseNote(view, act),
    view.eye.gone && !over ? h("p", { class: "notice" }, t("camera.gone")) : null,
    over ? null : (toPutBack(view, act) ?? inTurn(view, act)),
    buttons(view, act),
    players(view),
  );
  if (open && node.querySelector("details.entered")) node.querySelector("details.entered").open = true;
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}
