// Where the table does not fit: what was expected there, and what is seen.

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
    act.seated ? h("button", { type: "button", id: "adopt", onclick: act.adopt }, t("menu.adopt")) : null,
  );
}
