// What can be done in the board step, and what it says once the board was looked for.

import { h } from "../../shell/kit/dom.js";
import { t } from "../../shell/kit/text.js";
import { higher } from "../higher.js";
import { PATHS } from "./plan.js";

/** Let the board be found, say how it is laid, take hold of another path. */
export function boardButtons({ busy, drawn }, { find, lay, otherPath }) {
  const press = (id, text, onclick, main = false) =>
    h("button", { type: "button", id, class: main ? "main-action" : null, disabled: busy, onclick }, text);
  const choice = (layout) => {
    const pressed = String((drawn?.layout ?? "sides") === layout);
    const button = { type: "button", "aria-pressed": pressed, "data-layout": layout, onclick: () => lay(layout) };
    return h("button", button, t(`layout.${layout}`));
  };
  return [
    press("find-auto", t("boardstep.auto"), () => find(false), true),
    press("find-tips", t("boardstep.check"), () => find(true)),
    h("span", { class: "segments", role: "group", "aria-label": t("layout") }, choice("sides"), choice("corners")),
    press("other-path", t("boardstep.other-path"), otherPath),
  ];
}

/** What was found, how good it is, and the way on. */
export function boardReport({ busy, found, message, placed, drawn }, { good: go, north }) {
  const good = h(
    "button",
    { type: "button", class: "main-action", id: "board-good", disabled: busy, onclick: go },
    t("boardstep.good"),
  );
  if (!found) {
    const words = message ? h("p", { class: "notice" }, message) : null;
    if (placed.size === PATHS.length && drawn) return [words, h("p", {}, t("boardstep.by-hand")), good];
    return [words];
  }
  const { grade, advice } = found;
  return [
    h("p", { class: `grade ${grade}` }, h("strong", {}, t(`grade.${grade}`))),
    advice.length
      ? h(
          "ul",
          { class: "advice" },
          advice.map((key) => h("li", {}, t(`advice.${key}`, found), key === "behind" ? higher() : null)),
        )
      : null,
    h(
      "div",
      { class: "row" },
      h("span", {}, t("boardstep.north")),
      PATHS.filter((path) => path !== "N").map((path) =>
        h(
          "button",
          { type: "button", "data-north": path, onclick: () => north(path) },
          t("boardstep.call-north", { path: t(`side.${path}`) }),
        ),
      ),
    ),
    good,
  ];
}
