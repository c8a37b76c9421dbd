// The score island by island: who is strongest where, and what that gives.

import { h } from "../shell/kit/dom.js";
import { badge } from "../shell/kit/marks.js";
import { say } from "./texts.js";

const best = (points) => Object.entries(points).sort((a, b) => b[1] - a[1]);

function share([colour, points], strength) {
  return h(
    "span",
    { class: "share" },
    badge(colour),
    h("span", { class: "visually-hidden" }, say(`Colour.${colour}`)),
    h("strong", { class: "tabular" }, points),
    h("span", { class: "soft small" }, say("strength", { n: strength[colour] })),
  );
}

function row(island) {
  const ranked = best(island.points);
  const names = island.cells.length > 3 ? `${island.cells[0]} … ${island.cells.at(-1)}` : island.cells.join(" ");
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, names),
    h("td", { class: "tabular" }, island.tiles),
    h(
      "td",
      {},
      ranked.length
        ? h(
            "div",
            { class: "shares" },
            ranked.map((each) => share(each, island.strength)),
          )
        : h("span", { class: "soft" }, say("deserted")),
    ),
  );
}

/** A table of all islands, the worthiest first. */
export function islandTable(score) {
  const worth = (island) => Math.max(0, ...Object.values(island.points));
  const sorted = [...score.islands].sort((a, b) => worth(b) - worth(a) || b.tiles - a.tiles);
  const column = (key) => h("th", { scope: "col" }, say(key));
  return h(
    "div",
    { class: "card scroll island-table", tabindex: "0", role: "region", "aria-label": say("final") },
    h(
      "table",
      {},
      h("caption", {}, say("final")),
      h("thead", {}, h("tr", {}, column("island"), column("tiles"), column("score"))),
      h("tbody", {}, sorted.map(row)),
    ),
  );
}
