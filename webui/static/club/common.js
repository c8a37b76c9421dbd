// What the club's pages share: the head, the games, and how a table is drawn and told.

import { $, h, s } from "../shell/kit/dom.js";
import { gamePart } from "../shell/kit/games.js";
import { setupHead, toast } from "../shell/kit/head.js";
import { badge } from "../shell/kit/marks.js";
import { Colour, load, number, pick, playerName, sign, t, winText } from "../shell/kit/text.js";

export const GAMES = { "ice-cult": "ICE CULT", iglu: "IGLU IGLU" };
const AGAIN_MS = 3000;
const PAGES = { "ice-cult": "icecult", iglu: "igluiglu" };

/** Words and head of a club page. */
export async function begin() {
  await load();
  setupHead();
}

/** Show whether the club's server answers. */
export function serverSays(answers) {
  $("#server").hidden = answers;
}

/** Say a refusal in words. While the server does not answer, the head of the page says so, and `again` is tried. */
export function failed(error, again) {
  if (error.status && error.key !== "club") return toast(error.message);
  serverSays(false);
  return setTimeout(again, AGAIN_MS);
}

const parts = new Map();

/** The part of a game that draws and words a match. */
export async function gameOf(page) {
  if (!parts.has(page)) parts.set(page, await gamePart(page, "replay"));
  return parts.get(page);
}

/** The name of a fault, in the words of its game. */
export async function faultName(game, rule) {
  return (await gameOf(PAGES[game] ?? "icecult")).ruleName(rule);
}

/** A drawing that stays, to show one scene after the other. */
export function drawing(game) {
  const svg = s("svg", { class: "board", role: "img" });
  return { svg, board: new game.Board(svg) };
}

export const sceneOf = (game, view) => game.sceneOf(view.scene, view);

/** Whose turn it is, or who has won. */
export function turnText(view) {
  if (view.winners) return winText(view.winners);
  if (view.over) return t("match.stopped");
  if (view.paused) return t("eye.paused");
  const whose = view.players.find((each) => each.colour === view.player);
  return t("club.turn", { name: whose ? playerName(whose) : Colour(view.player), n: view.turn });
}

/** The last verdict in words; its kind is the class. */
export function verdictText(game, view) {
  const last = view.last;
  if (!last) return { kind: "ok", text: t("history.none") };
  if (last.text) return { kind: last.kind, text: pick(last.text) };
  const name =
    last.kind === "ok" ? t("history.ok") : last.kind === "open" ? t("history.open") : game.ruleName(last.rule);
  return { kind: last.kind, text: `${t("turn.short", { n: last.turn })}, ${Colour(last.player)}${sign(":")} ${name}` };
}

/** The players with their marks; whoever is to move is marked. */
export const playersOf = (view) =>
  h(
    "ul",
    { class: "club-players" },
    view.players.map((each) =>
      h(
        "li",
        { class: each.colour === view.player && !view.over ? "to-move" : "" },
        badge(each.colour),
        h("span", {}, playerName(each)),
        view.points?.[each.colour] !== undefined
          ? h("b", { class: "tabular", title: t("club.points") }, number(view.points[each.colour]))
          : null,
      ),
    ),
  );
