// Where the table does not fit, or is not set up yet: what was expected there, and what is seen.

import { h } from "../shell/kit/dom.js";
import { Colour, t } from "../shell/kit/text.js";
import { placeText, symbolText } from "./words.js";

const stack = (pawns) =>
  pawns === null || pawns === undefined
    ? t("unknown")
    : pawns === ""
      ? t("correct.empty")
      : [...pawns].map((c) => (c === "?" ? "?" : Colour(c))).join(", ");

function expected(view, place) {
  const top = view.turn.symbols.find((each) => each.slot === place);
  if (top) return symbolText(top.symbol, top.facing);
  if (place === "start") return stack(view.state.start);
  if (place.startsWith("goal")) return stack(view.state.goal[place[4]]);
  return stack(view.state.paths[place[0]]?.[Number(place[1]) - 1]);
}

function seen(view, place) {
  if (!view.seen) return t("unknown");
  if (place in view.seen.cubes) return symbolText(view.seen.cubes[place]?.symbol, view.seen.cubes[place]?.facing);
  if (place === "start") return stack(view.seen.start);
  if (place.startsWith("goal")) return stack(view.seen.goal[place[4]]);
  return stack(view.seen.paths[place[0]]?.[Number(place[1]) - 1]);
}

/** The places that differ, each with what was expected and what is seen; with the way out. */
export function differences(view, act) {
  if (view.eye.status !== "differs" || !view.eye.places.length) return null;
  const line = (place) =>
    h(
      "li",
      {},
      h("b", {}, placeText(place)),
      ` ${t("differs.line", { expected: expected(view, place), seen: seen(view, place) })}`,
    );
  return h(
    "section",
    { class: "notice differs" },
    h("p", {}, t("differs.why")),
    h("ul", {}, view.eye.places.map(line)),
    act.seated ? h("button", { type: "button", id: "adopt", onclick: () => act.adopt() }, t("menu.adopt")) : null,
  );
}

/** The pawns that lie at a place before the first turn. */
function lying(view, place) {
  const state = view.to_put_back.state ?? view.seen;
  return place.startsWith("goal") ? state?.goal[place[4]] : state?.paths[place[0]]?.[Number(place[1]) - 1];
}

/** What has to be done at a place so that it is as before the first turn. */
export function putBack(view, place) {
  const cube = view.turn.symbols.some((each) => each.slot === place);
  const pawns = cube || expected(view, place) !== t("correct.empty") ? "" : lying(view, place);
  if (pawns) return t("set-up.pawns", { pawns: stack(pawns) });
  return t("differs.line", { expected: expected(view, place), seen: seen(view, place) });
}

/** What still has to be put back before the first turn, with the ways to begin without it. */
export function toPutBack(view, act) {
  if (!view.to_put_back) return null;
  const line = (place) => h("li", {}, h("b", {}, placeText(place)), ` ${putBack(view, place)}`);
  const begin = (id, key, set_up) => h("button", { type: "button", id, onclick: () => act.adopt({ set_up }) }, t(key));
  return h(
    "section",
    { class: "notice differs", id: "set-up" },
    h("p", {}, t("set-up.why")),
    h("ul", {}, view.to_put_back.places.map(line)),
    act.seated
      ? h("div", { class: "row" }, begin("adopt", "set-up.adopt", false), begin("is-set-up", "set-up.ready", true))
      : null,
  );
}
