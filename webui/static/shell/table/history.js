// The strip of turns: tap one to review it with its pictures.

import { h, put } from "../kit/dom.js";
import { badge } from "../kit/marks.js";
import { Colour, t } from "../kit/text.js";

/** What a past turn is called: ok, the fault's name, or open. */
export function turnLabel(turn, ruleName) {
  if (turn.legal === null || turn.legal === undefined) return t("history.open");
  return turn.legal ? t("history.ok") : ruleName(turn.rule);
}

/** Draw the strip; the newest turn is in sight. */
export function showHistory(node, view, ruleName, onReview) {
  const list = node.querySelector("ol");
  const key = JSON.stringify([view.history, document.documentElement.lang]);
  if (list.dataset.key === key) return;
  list.dataset.key = key;
  const chip = (turn) =>
    h(
      "li",
      {},
      h(
        "button",
        {
          type: "button",
          class: turn.legal === false ? "fault" : turn.legal ? "ok" : "open",
          "data-turn": turn.turn,
          title: t("turn.review"),
          onclick: () => onReview(turn.turn),
        },
        h("span", { class: "tabular" }, turn.turn),
        badge(turn.player),
        h("span", { class: "visually-hidden" }, `${Colour(turn.player)}: `),
        h("span", {}, turnLabel(turn, ruleName)),
        turn.human ? h("span", { class: "soft" }, t("history.human")) : null,
      ),
    );
  put(list, view.history.length ? view.history.map(chip) : h("li", { class: "soft" }, t("history.none")));
  list.scrollLeft = list.scrollWidth;
}
