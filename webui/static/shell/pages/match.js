// One match: replay, statistics, export, share, re-judge, delete.

import { houseFields, readHouse } from "../house.js";
import { $, h, put } from "../kit/dom.js";
import { gamePart } from "../kit/games.js";
import { setupHead, toast } from "../kit/head.js";
import { ask, send } from "../kit/live.js";
import { Colour, current, load, onChange, pick, t, winText } from "../kit/text.js";
import { Player } from "../replay/player.js";
import { pictureUrl } from "../replay/review.js";

const id = document.body.dataset.match;
const base = `/api/matches/${encodeURIComponent(id)}`;
let data = null;
let game = null;
let rules = {};
let player = null;

async function remove() {
  if (!confirm(t("match.delete-sure"))) return;
  await send(base, {}, "DELETE");
  location.assign("/matches");
}

function verdictOf(side) {
  return side.winners
    ? winText(side.winners)
    : side.legal
      ? t("history.ok")
      : side.legal === null
        ? t("history.open")
        : game.ruleName(side.rule);
}

async function rejudge(event) {
  event.preventDefault();
  const answer = await send(`${base}/rejudge`, { house: readHouse(rules, $("#rejudge")) });
  const changed = answer.turns.filter(
    (turn) => verdictOf(turn.was) !== verdictOf(turn.now) && !(turn.was.legal && turn.now.legal && !turn.now.winners),
  );
  const line = (turn) =>
    h(
      "li",
      {},
      h(
        "strong",
        {},
        `${t("turn.short", { n: turn.turn })}, ${Colour(turn.player)}: ${verdictOf(turn.was)} → ${verdictOf(turn.now)}`,
      ),
      turn.text ? h("p", { class: "soft" }, pick(turn.text)) : null,
    );
  put($("#rejudged"), changed.length ? h("ul", {}, changed.map(line)) : h("p", {}, t("rejudge.same")));
}

function show() {
  const { replay, statistics } = data;
  const seated = document.body.dataset.role !== "spectator";
  const hosts = document.body.dataset.role === "host";
  const when = new Date(replay.at * 1000).toLocaleString(current(), { dateStyle: "long", timeStyle: "short" });
  const winner = replay.winners ? winText(replay.winners) : replay.how ? t("match.stopped") : t("match.unfinished");
  $("#name").textContent = replay.name;
  $("#about").textContent = `${when} · ${winner}${replay.simulated ? ` · ${t("match.simulated")}` : ""}`;
  player?.stop();
  const at = player?.at ?? 0;
  player = new Player($("#player"), replay, game, { pictureUrl });
  player.go(at, false);
  put($("#plots"), game.figures(statistics));
  put(
    $("#actions"),
    ["log", "sheet", "archive"].map((kind) =>
      h("a", { class: "button", href: `${base}/${kind}`, download: "" }, t(`match.${kind}`)),
    ),
    h("a", { class: "button", href: `${base}/share`, download: "" }, t("match.share")),
    hosts ? h("button", { type: "button", id: "delete", onclick: remove }, t("match.delete")) : null,
  );
  put(
    $("#house"),
    houseFields(rules, replay.house),
    seated ? h("button", { class: "main-action" }, t("rejudge.go")) : null,
  );
}

async function start() {
  await load();
  setupHead();
  try {
    data = await ask(base);
    game = await gamePart(data.replay.page, "replay");
    rules = await gamePart(data.replay.page, "setup");
  } catch (error) {
    return toast(error.message);
  }
  show();
  onChange(show);
  $("#rejudge").addEventListener("submit", rejudge);
  document.body.dataset.ready = "yes";
  return null;
}

start();
