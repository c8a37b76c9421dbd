// What is drawn over a picture of the table, and how close it is shown: where its places lie comes from the server,
// what to draw from the game.

import { h, put, s } from "../kit/dom.js";
import { ask } from "../kit/live.js";
import { t } from "../kit/text.js";

const WIDE = 1000;
const LEAST_PX = 12;
const AGAIN_MS = 4000;
const MARGIN = 0.14;
const CLOSEST = 5;
const WORTH = 1.25;

/** How a picture has to be moved and enlarged so that these points fill a frame; all in the frame's pixels. */
export function closer(points, [wide, high]) {
  const [xs, ys] = [0, 1].map((k) => points.map((each) => each[k]));
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const pad = MARGIN * Math.max(x1 - x0, y1 - y0);
  const scale = Math.min(CLOSEST, wide / (x1 - x0 + 2 * pad), high / (y1 - y0 + 2 * pad));
  if (!(scale > WORTH)) return { scale: 1, x: 0, y: 0 };
  const inside = (middle, size) => Math.min(0, Math.max(size - size * scale, size / 2 - middle * scale));
  return { scale, x: inside((x0 + x1) / 2, wide), y: inside((y0 + y1) / 2, high) };
}

/** Draws over the picture in a figure; `draw(places, unit)` gives SVG, with places in a picture 1000 wide. */
export class PictureMarks {
  #timer = 0;
  #places = {};
  #whole = false;

  constructor(figure, path, draw) {
    Object.assign(this, { figure, path, draw });
    this.image = figure.querySelector("img");
    this.svg = s("svg", { class: "picture-marks", "aria-hidden": "true" });
    this.button = h("button", { type: "button", class: "picture-whole", hidden: true, onclick: () => this.#toggle() });
    this.image.after(this.svg);
    figure.append(this.button);
    this.image.addEventListener("load", () => this.show());
    new ResizeObserver(() => this.show()).observe(figure);
  }

  /** Start or stop to ask where the places lie: a camera may be knocked at any time. */
  run(on) {
    clearTimeout(this.#timer);
    this.#timer = 0;
    if (on) this.#ask();
  }

  async #ask() {
    const told = await ask(this.path).catch(() => null);
    this.#places = told?.places ?? this.#places;
    this.show();
    this.#timer = setTimeout(() => this.#ask(), AGAIN_MS);
  }

  #toggle() {
    this.#whole = !this.#whole;
    this.show();
  }

  /** Draw anew, in the size of the picture as it is shown. */
  show() {
    const { naturalWidth, naturalHeight } = this.image;
    const [wide, high] = [this.figure.clientWidth, this.figure.clientHeight];
    const names = Object.keys(this.#places);
    if (!naturalWidth || !wide || !high || !names.length) return this.#plain();
    const across = Math.min(wide, (high * naturalWidth) / naturalHeight);
    const tall = (across * naturalHeight) / naturalWidth;
    const [left, top] = [(wide - across) / 2, (high - tall) / 2];
    const shown = closer(
      Object.values(this.#places).map(([x, y]) => [left + x * across, top + y * tall]),
      [wide, high],
    );
    this.button.hidden = shown.scale === 1;
    this.button.textContent = t(this.#whole ? "stage.closer" : "stage.whole");
    const { scale, x, y } = this.#whole ? { scale: 1, x: 0, y: 0 } : shown;
    for (const node of [this.image, this.svg]) node.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
    const ratio = WIDE / across;
    const at = ([px, py]) => [px * WIDE, py * tall * ratio];
    const places = Object.fromEntries(names.map((name) => [name, at(this.#places[name])]));
    this.svg.setAttribute("viewBox", `0 0 ${WIDE} ${tall * ratio}`);
    return put(this.svg, this.draw(places, (Math.max(LEAST_PX, Math.min(wide, high) / 28) * ratio) / scale));
  }

  #plain() {
    put(this.svg);
    this.button.hidden = true;
    for (const node of [this.image, this.svg]) node.style.transform = "";
  }
}
