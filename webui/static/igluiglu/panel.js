// The turn of IGLU IGLU: whose it is, what is wanted, points left, kept tiles, what was hunted, and the score.

import { openDialog } from "../shell/kit/dialogs.js";
import { h, put } from "../shell/kit/dom.js";
import { badge } from "../shell/kit/marks.js";
import { Colour, namesOf, number, playerName, t, winText } from "../shell/kit/text.js";
import { afterButtons } from "../shell/table/after.js";
import { pauseNote, playerClock, turnTime } from "../shell/table/clock.js";
import { islandTable } from "./islands.js";
import { actionText, animalText, say, tileText, wantsText } from "./texts.js";

const FACES = ["energy1", "energy2", "energy3", "harpoon", "melt", "animals"];

let islands = false;

/** Whether the islands are outlined: when somebody asked for it, and always at the end. */
export const showsIslands = (view) => islands || Boolean(view.how);

function head(view) {
  const { turn } = view;
  const who = turn.who || turn.player;
  const name = view.how && !view.winners ? "" : namesOf(view.match.players, view.winners || who);
  const title = view.winners
    ? winText(view.winners)
    : view.how
      ? t("turn.over")
      : t("turn.of", { colour: Colour(who) });
  return h(
    "div",
    { class: "turn-head" },
    h("h1", {}, view.winners ? [...view.winners].map(badge) : badge(who), h("span", {}, name, title)),
    view.how ? null : turnTime(view),
  );
}

function wanted(view) {
  const { turn } = view;
  const dots = Array.from({ length: turn.points }, () => h("i", { class: "point" }));
  return [
    h(
      "p",
      { class: "owed-line" },
      turn.mine === false ? say("elsewhere", { colour: Colour(turn.who) }) : wantsText(view),
    ),
    turn.wants === "act"
      ? h(
          "p",
          { class: "points", "aria-label": say("points", { n: turn.points }) },
          dots,
          say("points", { n: turn.points }),
        )
      : null,
  ];
}

function entered(view) {
  if (!view.turn.actions.length) return null;
  return h(
    "details",
    { class: "entered" },
    h("summary", {}, t("turn.seen", { n: view.turn.actions.length })),
    h(
      "ol",
      {},
      view.turn.actions.map((word) => h("li", {}, actionText(word))),
    ),
  );
}

const sum = (animals) => animals.reduce((total, name) => total + Number(name.at(-1)), 0);

const shown = (tile) => h("span", { class: `tile ${tile === "?" ? "secret" : ""}` }, tileText(tile));

/** One's own tile that lies face down: it can be named at any time, on this device alone. */
const own = (act) =>
  h(
    "button",
    { type: "button", class: "tile secret", "data-name-tile": "", onclick: () => nameTile(act) },
    say("name.title"),
  );

function nameTile(act) {
  const choice = (close) => (face) =>
    h(
      "button",
      { type: "button", "data-face": face, onclick: () => (close(), act.confide(`keep ${face}`)) },
      tileText(face),
    );
  openDialog(say("name.title"), (close) =>
    h(
      "div",
      { class: "stack" },
      h("p", { class: "soft" }, say("name.why")),
      h("div", { class: "choice-list" }, FACES.map(choice(close))),
    ),
  );
}

function player(view, each, act) {
  const { colour } = each;
  const hand = view.state.hands[colour] ?? [];
  const caught = view.state.caught[colour] ?? [];
  const points = view.score.players[colour];
  return h(
    "li",
    { "aria-current": !view.how && colour === view.turn.player ? "true" : null },
    badge(colour),
    h("span", { class: "name" }, playerName(each)),
    playerClock(view, colour),
    h(
      "span",
      { class: "soft small parts" },
      `${say("islands")} ${number(points.islands)} · ${say("animals")} ${sum(caught)}`,
      caught.length ? h("span", { class: "visually-hidden" }, ` (${caught.map(animalText).join(", ")})`) : null,
    ),
    h("strong", { class: "tabular total", title: say("total") }, number(points.total)),
    hand.length
      ? h(
          "span",
          { class: "hand", "aria-label": say("hand") },
          hand.map((tile) => (tile === "?" && view.you === colour ? own(act) : shown(tile))),
        )
      : null,
  );
}

function showIslands(view, act) {
  const pressed = { "aria-pressed": String(showsIslands(view)), onclick: () => ((islands = !islands), act.redraw()) };
  return h("button", { type: "button", id: "islands", ...pressed }, say(islands ? "hide" : "show"));
}

/** By what the match was won: everybody's points, the most first; or that it was stopped. */
function howItEnded(view) {
  if (!view.winners) return t("won.stopped");
  const total = ({ colour }) => view.score.players[colour].total;
  const order = [...view.match.players].sort((a, b) => total(b) - total(a));
  return order.map((each) => `${playerName(each)} ${total(each)}`).join(" · ");
}

function buttons(view, act) {
  if (view.how) return [h("p", { class: "owed-line" }, howItEnded(view)), afterButtons(view, act)];
  if (!act.seated) return h("p", { class: "soft" }, t("spectator"));
  // At a camera it is the players' word, once the table is set up.
  const early = view.match.source === "hand" ? !view.turn.may_end : Boolean(view.to_put_back);
  const done = { type: "button", class: "main-action", id: "done", disabled: early, onclick: act.done };
  const back = {
    type: "button",
    id: "take-back",
    disabled: !view.turn.actions.length && !view.history.length,
    onclick: act.takeBack,
  };
  return h(
    "div",
    { class: "row turn-buttons" },
    h("button", done, t("turn.done")),
    h("button", back, t("turn.take-back")),
    view.turn.undone?.length ? h("button", { type: "button", id: "redo", onclick: act.redo }, t("turn.redo")) : null,
  );
}

function otherButtons(view, act) {
  if (view.how) return null;
  const more = { type: "button", id: "more", "aria-haspopup": "dialog", onclick: act.more };
  return h("div", { class: "row" }, showIslands(view, act), act.seated ? h("button", more, t("turn.more")) : null);
}

/** Whose device this is: asked once on a joined one; the host's screen can free a device that was lost. */
function whose(view, act) {
  if (view.how || !act.seated) return null;
  if (view.you)
    return h("p", { class: "soft small", "data-you": view.you }, say("whose.here", { colour: Colour(view.you) }));
  const pick = (colour, text, enabled = true) =>
    h(
      "button",
      { type: "button", "data-colour": colour, disabled: !enabled, onclick: () => act.whose(colour) },
      badge(colour),
      text,
    );
  if (act.role !== "seat")
    return view.phones
      ? h(
          "div",
          { class: "row" },
          [...view.phones].map((c) => pick(c, say("whose.free", { colour: Colour(c) }))),
        )
      : null;
  return h(
    "fieldset",
    { class: "whose" },
    h("legend", {}, say("whose")),
    h("p", { class: "soft small" }, say("whose.why")),
    h(
      "div",
      { class: "row" },
      view.match.players.map(({ colour }) =>
        view.phones.includes(colour)
          ? pick(colour, say("whose.taken", { colour: Colour(colour) }), false)
          : pick(colour, Colour(colour)),
      ),
    ),
  );
}

/** Draw the panel; keeps the keyboard where it was. */
export function showPanel(node, view, act) {
  const focused = node.contains(document.activeElement) ? document.activeElement.id : "";
  const open = node.querySelector("details.entered")?.open;
  const players = view.match.players.map((each) => player(view, each, act));
  put(
    node,
    h(
      "div",
      { class: "panel-now" },
      head(view),
      act.guide?.(view),
      act.role === "seat" && !view.you ? whose(view, act) : null,
      view.store?.problem ? h("p", { class: "notice" }, t("store.problem")) : null,
      pauseNote(view, act),
      view.how ? null : wanted(view),
      buttons(view, act),
    ),
    h(
      "div",
      { class: "panel-more" },
      h("ul", { class: "players iglu-players", "aria-label": t("players") }, players),
      otherButtons(view, act),
      act.role === "seat" && !view.you ? null : whose(view, act),
      view.how
        ? islandTable(view.score)
        : [entered(view), view.you ? null : h("p", { class: "soft small" }, say("secret"))],
    ),
  );
  if (open && node.querySelector("details.entered")) node.querySelector("details.entered").open = true;
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

/** What is shown two metres away: what is wanted, the points left, and everybody's score; lines of {icons, text, kind}. */
export function far(view) {
  const { turn } = view;
  const scores = view.match.players.map((each) => ({
    icons: [badge(each.colour)],
    text: `${playerName(each)} ${number(view.score.players[each.colour].total)}`,
    kind: "score",
  }));
  if (view.how) return scores;
  const left = turn.wants === "act" ? [{ text: say("points", { n: turn.points }) }] : [];
  return [{ text: wantsText(view), kind: "owed" }, ...left, ...scores];
}
