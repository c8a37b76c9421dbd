// The pictures that prove a verdict: before and after over each other, with a line between them that is drawn aside.

import { openDialog } from "../kit/dialogs.js";
import { h } from "../kit/dom.js";
import { ask } from "../kit/live.js";
import { t } from "../kit/text.js";

const FIRST = 20; // what is shown is mostly how it is now, and that there is something to draw aside

/** The letters of the board's sides, where a picture tells where they are; a page without a server has none. */
async function lettered(figure, src) {
  if (!src.startsWith("/api/")) return;
  const { places = {} } = await ask(`${src}/places`).catch(() => ({}));
  for (const [name, [x, y]] of Object.entries(places)) {
    const text = name.length === 1 ? t(`side.${name}`) : name; // corners of a grid are called alike everywhere
    const mark = h("span", { class: "side-letter", "aria-hidden": "true" }, text);
    mark.style.left = `${100 * x}%`;
    mark.style.top = `${100 * y}%`;
    figure.append(mark);
  }
}

/** One picture, or two over each other: the first left of the line, the second right of it. */
export function compared(ids, address) {
  const names = ids.length > 1 ? [t("evidence.before"), t("evidence.after")] : [t("evidence.picture", { n: 1 })];
  const image = (id, i) => h("img", { src: address(id), alt: names[i], draggable: "false" });
  if (ids.length < 2) {
    const one = h("figure", { class: "swipe" }, image(ids[0], 0));
    lettered(one, address(ids[0]));
    return one;
  }
  const node = h(
    "figure",
    { class: "swipe two" },
    image(ids[1], 1),
    h("div", { class: "first" }, image(ids[0], 0)),
    h("i", { class: "line" }),
    h("input", {
      type: "range",
      min: 0,
      max: 100,
      value: FIRST,
      "aria-label": t("evidence.swipe"),
      oninput: (event) => node.style.setProperty("--at", `${event.target.value}%`),
    }),
    h("figcaption", {}, names[0]),
    h("figcaption", {}, names[1]),
  );
  lettered(node, address(ids[1]));
  return node;
}

/** The pictures of a verdict or a question, with a way to see them large; nothing where there are none. */
export function evidence(ids, address) {
  if (!ids?.length) return null;
  const pair = ids.slice(0, 2);
  const large = () => openDialog(t("evidence.title"), () => compared(pair, address), "wide");
  return h(
    "div",
    { class: "evidence" },
    compared(pair, address),
    h("button", { type: "button", class: "quiet", "data-large": "", onclick: large }, t("evidence.large")),
  );
}
