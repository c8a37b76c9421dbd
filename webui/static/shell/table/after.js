// After the match: what can be done now. Nobody is left in front of a page that only says who won.

import { h } from "../kit/dom.js";
import { t } from "../kit/text.js";

/** The ways on: again, this match step by step, its numbers, a file for others, home. */
export function afterButtons(view, act) {
  const match = `/matches/${encodeURIComponent(view.match.id)}`;
  const share = async () => (await import("../replay/sharing.js")).openSharing(`/api${match}`, act.role === "host");
  return h(
    "div",
    { class: "row after" },
    act.seated
      ? h("button", { type: "button", class: "main-action", id: "rematch", onclick: act.rematch }, t("after.rematch"))
      : null,
    h("button", { type: "button", onclick: act.review }, t("turn.review")),
    h("a", { class: "button", id: "numbers", href: match }, t("after.numbers")),
    h("button", { type: "button", id: "share", onclick: share }, t("share.title")),
    h("a", { class: "button", id: "home", href: "/home" }, t("menu.home")),
  );
}
