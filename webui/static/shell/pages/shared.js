// A shared match: one file with everything inside.

import { h, put } from "../kit/dom.js";
import { LANGUAGES, t, use, winText } from "../kit/text.js";
import { Player } from "../replay/player.js";

const { replay, statistics, words, pictures } = JSON.parse(document.getElementById("data").textContent);
const game = await import("game");
const NAMES = { en: "English", de: "Deutsch", fr: "Français", it: "Italiano" };

let player = null;

function show(code) {
  use(code, words[code]);
  const root = h("div", {});
  const select = h(
    "select",
    { id: "language", "aria-label": t("language"), onchange: (event) => show(event.target.value) },
    LANGUAGES.map((each) => h("option", { value: each, selected: each === code }, NAMES[each])),
  );
  const winner = replay.winners ? winText(replay.winners) : t("match.no-winner");
  const when = new Date(replay.at * 1000).toLocaleString(code);
  put(
    document.getElementById("shared"),
    h("header", { class: "row" }, h("h1", {}, replay.name), select),
    h("p", { class: "soft" }, `${when} · ${winner}`),
    replay.simulated ? h("p", { class: "notice" }, t("simulated")) : null,
    root,
    game.figures(statistics),
  );
  player?.close();
  const at = player?.at;
  player = new Player(root, replay, game, { pictureUrl: (id) => pictures[id] ?? "" });
  if (at) player.go(at, false);
}

show(LANGUAGES.find((code) => (navigator.language ?? "en").startsWith(code)) ?? "en");
