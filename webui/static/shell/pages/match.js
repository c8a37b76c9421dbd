// One match: replay, statistics, export, share, re-judge, delete.

import { houseFields, readHouse } from "../house.js";
import { openDialog } from "../kit/dialogs.js";
import { $, h, put } from "../kit/dom.js";
import { gamePart } from "../kit/games.js";
import { setupHead, toast } from "../kit/head.js";
import { ask, send } from "../kit/live.js";
import { Colour, current, load, onChange, pick, t, winText } from "../kit/text.js";
import { aboutText } from "../replay/about.js";
import { copy, linkTo } from "../replay/link.js";
import { Player } from "../replay/player.js";
import { pictureUrl } from "../replay/review.js";
import { openSharing } from "../replay/sharing.js";

const id = document.body.dataset.match;
const base = `/api/matches/${encodeURIComponent(id)}`;
const AGAIN_MS = 3000;
let data = null;
let game = null;
let rules = {};
let player = null;

async function remove() {
  if (!confirm(t("match.delete-sure"))) return;
  await send(base, {}, "DELETE");
  location.assign("/matches");
}

async function rename() {
  const { openRenaming } = await import("../renaming.js");
  openRenaming(data.replay, async () => {
    data = await ask(base);
    show();
  });
}

/** Hand out the address of the turn that is shown; over http it has to be copied by hand. */
async function link() {
  const address = linkTo(player.frames[player.at].turn?.number);
  if (await copy(address)) return toast(t("replay.copied"));
  openDialog(t("replay.link"), () => h("input", { type: "text", class: "link", readonly: true, value: address }))
    .querySelector("input")
    .select();
  return null;
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

/** That a match can only be read in part, and why. */
const spoilt = (why) => (why ? t(why === "newer" ? "error.newer" : "match.damaged.why") : "");

function show() {
  const { replay, statistics } = data;
  const seated = document.body.dataset.role !== "spectator";
  const hosts = document.body.dataset.role === "host" && document.body.dataset.club !== "yes";
  $("#name").textContent = replay.name;
  $("#about").textContent = [aboutText(replay), spoilt(data.damaged)].filter(Boolean).join(" · ");
  player?.close();
  const at = player?.at;
  player = new Player($("#player"), replay, game, { pictureUrl });
  if (at) player.go(at, false);
  $("#keys").textContent = t("replay.keys");
  put($("#plots"), game.figures(statistics));
  put(
    $("#actions"),
    h("button", { type: "button", id: "link", onclick: link }, t("replay.link")),
    ["log", "sheet", "archive", "bgstats"].map((kind) =>
      h("a", { class: "button", href: `${base}/${kind}?language=${current()}`, download: "" }, t(`match.${kind}`)),
    ),
    h("button", { type: "button", id: "share", onclick: () => openSharing(base, hosts) }, t("share.title")),
    hosts ? h("button", { type: "button", id: "rename", onclick: rename }, t("match.rename")) : null,
    hosts ? h("button", { type: "button", id: "delete", onclick: remove }, t("match.delete")) : null,
  );
  put(
    $("#house"),
    houseFields(rules, replay.house),
    seated ? h("button", { class: "main-action" }, t("rejudge.go")) : null,
  );
}

async function begin() {
  try {
    data = await ask(base);
    game = await gamePart(data.replay.page, "replay");
    rules = await gamePart(data.replay.page, "setup");
  } catch (error) {
    $("#about").textContent = error.message;
    return error.key === "club" ? setTimeout(begin, AGAIN_MS) : toast(error.message);
  }
  show();
  onChange(show);
  $("#rejudge").addEventListener("submit", rejudge);
  document.body.dataset.ready = "yes";
  return null;
}

async function start() {
  await load();
  setupHead();
  await begin();
}

start();
