// The match for a stream or a projector: /overlay?show=board,turn,owed,verdict,clock&bg=none&scale=1.
// Only what is asked for, on any ground or none; no buttons, nothing to close, no sound.

import { $, h, put } from "../kit/dom.js";
import { gamePart } from "../kit/games.js";
import { follow } from "../kit/live.js";
import { badge } from "../kit/marks.js";
import { load, pick, playerName } from "../kit/text.js";
import { whose } from "../table/banner.js";
import { playerClock, tick } from "../table/clock.js";
import { title } from "../table/far.js";

const PARTS = ["board", "turn", "owed", "verdict", "clock"];
const GROUNDS = { none: "transparent", green: "#00b140", black: "#000", light: "", dark: "" };

const asked = new URLSearchParams(location.search);
const wanted = (asked.get("show") ?? PARTS.join()).split(",").filter((each) => PARTS.includes(each));
const ground = asked.get("bg") ?? "none";

let board = null;
let game = null;
let page = "";
let view = null;

/** The ground and size that the address asks for; a colour is written like bg=203040. */
function setUp() {
  const colour = GROUNDS[ground] ?? (/^[0-9a-f]{6}$/i.test(ground) ? `#${ground}` : GROUNDS.none);
  document.documentElement.dataset.theme = ground === "light" ? "light" : "dark";
  document.documentElement.dataset.ground = colour === "transparent" ? "none" : "full";
  document.body.style.background = colour;
  const scale = Number(asked.get("scale") ?? 1);
  document.documentElement.style.fontSize = `${16 * (scale >= 0.3 && scale <= 6 ? scale : 1)}px`;
}

const shown = (id, ...content) => {
  const node = $(`#${id}`);
  node.hidden = !wanted.includes(id) || !content.flat(3).some(Boolean);
  if (!node.hidden) put(node, content);
};

function owed(now) {
  const line = ({ icons = [], text, kind = "" }) => h("li", { class: kind }, icons, h("span", {}, text));
  return now.winners ? null : h("ul", {}, game.far(now).map(line));
}

function clocks(now) {
  const line = (each) =>
    h(
      "li",
      { "aria-current": !now.how && each.colour === now.turn.player ? "true" : null },
      badge(each.colour),
      h("span", { class: "name" }, playerName(each)),
      playerClock(now, each.colour),
    );
  return h("ul", {}, now.match.players.map(line));
}

/** What the referee said last and nobody has taken yet; a question asks nobody who only watches. */
function verdict(now) {
  const said = (now.waiting ?? []).find((each) => each.kind === "fault" || each.kind === "win");
  if (!said) return null;
  const about = whose(now, said);
  return h("p", { class: said.kind }, about ? h("b", {}, about) : null, pick(said.text));
}

function show(now) {
  view = now;
  $("#board").toggleAttribute("hidden", !wanted.includes("board"));
  if (wanted.includes("board")) board.show(game.scene(now));
  const colours = now.winners || now.turn.who || now.turn.player;
  shown("turn", h("h1", {}, now.how && !now.winners ? null : [...colours].map(badge), title(now, colours)));
  shown("owed", owed(now));
  shown("clock", clocks(now));
  shown("verdict", verdict(now));
  document.body.dataset.ready = "yes";
}

async function next(now) {
  if (!now) return;
  if (page !== now.match.page) {
    game = await gamePart(now.match.page, "table");
    board = new game.Board($("#board"));
    page = now.match.page;
    document.body.dataset.page = page;
  }
  show(now);
}

setUp();
await load();
follow("/api/table/events", next, () => {});
setInterval(() => tick(view), 1000);
