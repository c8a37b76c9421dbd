// The board for those who do not see it: every place has a name and is reached with the arrow keys; one key reads the
// whole table, another what is owed. The game says where its places are and what stands there.

import { put, s } from "./dom.js";
import { t } from "./text.js";

const WAYS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** The place that lies next in a direction: near, and rather straight ahead than aside. */
export function nextOf(places, from, [dx, dy]) {
  const cost = ({ at }) => {
    const [x, y] = [at[0] - from.at[0], at[1] - from.at[1]];
    const ahead = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    return ahead > 1 && aside <= 2 * ahead ? ahead + 2 * aside : Number.POSITIVE_INFINITY;
  };
  const best = places.reduce((a, b) => (cost(b) < cost(a) ? b : a), from === places[0] ? places[1] : places[0]);
  return Number.isFinite(cost(best)) ? best : from;
}

export class Places {
  #here = null;
  #all = [];

  constructor(svg) {
    this.svg = svg;
    this.layer = s("g", { class: "layer-named" });
    this.layer.addEventListener("keydown", (event) => this.#walk(event));
    this.layer.addEventListener("focusin", (event) => this.#at(event.target.dataset.place));
  }

  /** Name the places as they are now: [{id, name, at: [x, y], size: [w, h]}]; the first one is where the tab key leads. */
  show(all) {
    this.#all = all;
    if (!all.some((each) => each.id === this.#here)) this.#here = all[0]?.id ?? null;
    if (this.layer.parentNode !== this.svg || this.svg.lastElementChild !== this.layer) this.svg.append(this.layer);
    const known = new Map([...this.layer.children].map((node) => [node.dataset.place, node]));
    if (known.size !== all.length || all.some((each) => !known.has(each.id))) put(this.layer, all.map(node));
    for (const each of this.layer.children) this.#fit(each);
  }

  #fit(node) {
    const { name, at, size } = this.#all.find((each) => each.id === node.dataset.place);
    const now = { x: at[0] - size[0] / 2, y: at[1] - size[1] / 2, width: size[0], height: size[1], "aria-label": name };
    for (const [key, value] of Object.entries(now)) node.setAttribute(key, value);
    node.setAttribute("tabindex", node.dataset.place === this.#here ? "0" : "-1");
  }

  #at(id) {
    this.#here = id;
    for (const each of this.layer.children) each.setAttribute("tabindex", each.dataset.place === id ? "0" : "-1");
  }

  #walk(event) {
    const way = WAYS[event.key];
    if (!way || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const to = nextOf(
      this.#all,
      this.#all.find((each) => each.id === this.#here),
      way,
    );
    [...this.layer.children].find((each) => each.dataset.place === to.id)?.focus({ preventScroll: true });
  }
}

const node = ({ id }) => s("rect", { class: "place", role: "img", rx: 8, "data-place": id });

/** R reads the table, O what is owed (`lines()`); only while nothing is typed and no dialog is open. */
export function listenToReaders(board, lines, announce) {
  const heading = () => document.querySelector("#panel h1")?.textContent ?? "";
  const texts = {
    r: () => `${heading()}. ${board.getAttribute("aria-label") ?? ""}`,
    o: () =>
      lines()
        .map(({ text }) => text)
        .join(". "),
  };
  board.setAttribute("aria-description", t("place.keys"));
  document.addEventListener("keydown", (event) => {
    const read = texts[event.key.toLowerCase()];
    if (!read || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target.closest?.("input, select, textarea, dialog") || document.querySelector("dialog[open]")) return;
    announce(read());
  });
}
