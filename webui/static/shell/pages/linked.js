// The replay behind a link: for whoever has it, on any page that may show it in a frame. Nothing can be changed here.

import { $, put } from "../kit/dom.js";
import { gamePart } from "../kit/games.js";
import { setupHead, toast } from "../kit/head.js";
import { ask } from "../kit/live.js";
import { load, onChange } from "../kit/text.js";
import { aboutText } from "../replay/about.js";
import { Player } from "../replay/player.js";

const base = `/api/shared/${document.body.dataset.share}`;
const pictureUrl = (id) => `${base}/pictures/${encodeURIComponent(id)}`;
let player = null;

function show({ replay, statistics }, game) {
  $("#name").textContent = replay.name;
  $("#about").textContent = aboutText(replay);
  player?.close();
  const at = player?.at;
  player = new Player($("#player"), replay, game, { pictureUrl });
  if (at) player.go(at, false);
  put($("#plots"), game.figures(statistics));
}

async function start() {
  await load();
  setupHead();
  if (document.body.dataset.share) {
    try {
      const data = await ask(base);
      const game = await gamePart(data.replay.page, "replay");
      show(data, game);
      onChange(() => show(data, game));
    } catch (error) {
      toast(error.message);
    }
  }
  document.body.dataset.ready = "yes";
}

start();
