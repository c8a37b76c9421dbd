// Finding the board: by itself, or by dragging four tips on the live picture; the drawn lines are the proof.

import { Camera } from "../shell/camera/camera.js";
import { Waiting } from "../shell/camera/waiting.js";
import { h, put, s } from "../shell/kit/dom.js";
import { send } from "../shell/kit/live.js";
import { t } from "../shell/kit/text.js";
import { PATHS } from "./drawing/plan.js";
import { homography } from "./homography.js";

// The board in its own plane, in millimetres: where strips begin, end and come to their tip.
const MEASURES = { sides: { inner: 46, end: 246, tip: 270 }, corners: { inner: 65, end: 265, tip: 289 } };
const START = { N: [0.5, 0.12], E: [0.85, 0.5], S: [0.5, 0.88], W: [0.15, 0.5] };
const OUT = { N: [0, 1], E: [1, 0], S: [0, -1], W: [-1, 0] };

/** The ideal cross as closed outlines in the board's plane. */
function cross(layout) {
  const { inner, end, tip } = MEASURES[layout];
  return PATHS.flatMap((path) => {
    const [ox, oy] = OUT[path];
    const at = (along, across) => [ox * along + oy * across, oy * along - ox * across];
    const spaces = Array.from({ length: 5 }, (_, i) => [inner + i * 40, inner + (i + 1) * 40]).map(([a, b]) => [
      at(a, -20),
      at(b, -20),
      at(b, 20),
      at(a, 20),
    ]);
    return [...spaces, [at(end, -20), at(tip, 0), at(end, 20)]];
  });
}

export class BoardStep {
  constructor(node, onFound) {
    Object.assign(this, {
      onFound,
      tips: null,
      found: null,
      message: null,
      layout: "sides",
      size: [1280, 720],
      busy: false,
    });
    this.image = h("img", { alt: "", hidden: true });
    this.lines = s("g", {});
    this.handles = Object.fromEntries(PATHS.map((path) => [path, this.#handle(path)]));
    this.svg = s("svg", { class: "tips", role: "group" }, this.lines);
    this.until = new Waiting();
    const figure = h(
      "figure",
      { class: "live-picture" },
      this.until.node,
      this.image,
      h("figcaption", { class: "visually-hidden" }),
      this.svg,
    );
    this.camera = new Camera(figure, "/api/setup/picture.jpg");
    this.how = h("p", {});
    this.buttons = h("div", { class: "row" });
    this.report = h("div", { "aria-live": "polite", class: "report" });
    this.image.addEventListener("load", () => (this.until.came(), this.#sized()));
    put(node, this.how, figure, this.until.report, this.buttons, this.report);
    this.show();
  }

  reset(source = "") {
    Object.assign(this, { tips: null, found: null, message: null });
    this.image.hidden = true;
    this.until.begin(source);
    this.show();
  }

  run(on) {
    this.camera.run(on);
    this.until.run(on);
  }

  /** Words, buttons, lines and report anew; the picture and the handles stay where they are. */
  show() {
    const choice = (layout) =>
      h(
        "button",
        {
          type: "button",
          "aria-pressed": String(this.layout === layout),
          "data-layout": layout,
          onclick: () => ((this.layout = layout), (this.found = null), this.show()),
        },
        t(`layout.${layout}`),
      );
    put(
      this.buttons,
      h(
        "button",
        { type: "button", class: "main-action", id: "find-auto", disabled: this.busy, onclick: () => this.#find(null) },
        t("boardstep.auto"),
      ),
      h(
        "button",
        { type: "button", id: "find-tips", disabled: this.busy, onclick: () => this.#find(this.tips) },
        t("boardstep.check"),
      ),
      h("span", { class: "segments", role: "group", "aria-label": t("layout") }, choice("sides"), choice("corners")),
    );
    this.how.textContent = t("boardstep.how");
    this.until.show();
    this.image.alt = this.camera.caption.textContent = t("boardstep.picture");
    this.svg.setAttribute("aria-label", t("boardstep.tips"));
    this.#draw();
    this.#report();
  }

  #sized() {
    const size = [this.image.naturalWidth, this.image.naturalHeight];
    if (this.tips && size.join() === this.size.join()) return;
    this.size = size;
    this.tips ??= Object.fromEntries(PATHS.map((path) => [path, [START[path][0] * size[0], START[path][1] * size[1]]]));
    this.#draw();
  }

  #draw() {
    if (!this.tips) return;
    const [w, hgt] = this.size;
    this.svg.setAttribute("viewBox", `0 0 ${w} ${hgt}`);
    const outline = (points, name) => s("polygon", { class: name, points: points.map((p) => p.join(",")).join(" ") });
    const scale = this.found ? w / this.found.resolution[0] : 1;
    const lines = this.found
      ? this.found.lines.map((line) =>
          outline(
            line.map((p) => p.map((v) => v * scale)),
            "proof",
          ),
        )
      : this.#ideal().map((line) => outline(line, "guess"));
    put(this.lines, lines);
    for (const path of PATHS) this.#place(path);
  }

  #ideal() {
    const { tip } = MEASURES[this.layout];
    const map = homography(
      PATHS.map((path) => OUT[path].map((v) => v * tip)),
      PATHS.map((path) => this.tips[path]),
    );
    return map ? cross(this.layout).map((line) => line.map(map)) : [];
  }

  // Handles are drawn for a picture 920 wide and scaled to the real one, so that fingers find them on any.
  #handle(path) {
    const node = s(
      "g",
      { class: "tip", tabindex: "0", role: "slider", "data-tip": path },
      s("circle", { class: "hit", r: 40 }),
      s("circle", { class: "disc", r: 20 }),
      s("circle", { class: "point", r: 3 }),
      s("text", { y: -27, "text-anchor": "middle", "font-size": 26 }, path),
    );
    node.addEventListener("pointerdown", (event) => this.#drag(event, path));
    node.addEventListener("keydown", (event) => this.#nudge(event, path));
    return node;
  }

  #place(path) {
    const node = this.handles[path];
    const [px, py] = this.tips[path];
    if (!node.isConnected) this.svg.append(node);
    node.setAttribute("transform", `translate(${px} ${py}) scale(${this.size[0] / 920})`);
    node.setAttribute("aria-label", t("boardstep.tip", { path: t(`path.${path}`) }));
    node.setAttribute("aria-valuenow", Math.round(px));
    node.setAttribute("aria-valuetext", `${Math.round(px)}, ${Math.round(py)}`);
  }

  #move(path, at) {
    this.tips[path] = at.map((v, i) => Math.max(0, Math.min(this.size[i], v)));
    this.found = null;
    this.#draw();
  }

  #drag(event, path) {
    event.preventDefault();
    const inverse = this.svg.getScreenCTM().inverse();
    const point = (e) => {
      const p = new DOMPoint(e.clientX, e.clientY).matrixTransform(inverse);
      return [p.x, p.y];
    };
    const [sx, sy] = point(event);
    const [tx, ty] = this.tips[path];
    const move = (e) => {
      const [x, y] = point(e);
      this.#move(path, [tx + x - sx, ty + y - sy]);
    };
    const up = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      this.#find(this.tips, true);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
  }

  #nudge(event, path) {
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!by) return;
    event.preventDefault();
    const step = event.shiftKey ? 20 : 3;
    this.#move(
      path,
      this.tips[path].map((v, i) => v + by[i] * step),
    );
  }

  /** Ask the referee; after a drag a board that is not there yet is no complaint. */
  async #find(tips, quiet = false) {
    if (this.busy) {
      this.waiting = { tips, quiet };
      return;
    }
    this.busy = true;
    this.show();
    if (!quiet) this.#say(t("boardstep.looking"));
    try {
      const found = await send("/api/setup/find", {
        tips: tips ? PATHS.map((path) => tips[path].map((v) => Math.round(v * 10) / 10)) : null,
        layout: tips ? this.layout : null,
        width: this.size[0],
      });
      const scale = this.size[0] / found.resolution[0];
      this.found = found;
      this.layout = found.layout;
      this.tips = Object.fromEntries(PATHS.map((path) => [path, found.tips[path].map((v) => v * scale)]));
      this.message = null;
    } catch (error) {
      this.found = null;
      this.message = quiet && error.status === 409 ? t("boardstep.not-yet") : error.message;
    }
    this.busy = false;
    this.show();
    const next = this.waiting;
    this.waiting = null;
    if (next) await this.#find(next.tips && this.tips, next.quiet);
  }

  async #north(path) {
    this.found = await send("/api/setup/north", { path });
    const scale = this.size[0] / this.found.resolution[0];
    this.tips = Object.fromEntries(PATHS.map((each) => [each, this.found.tips[each].map((v) => v * scale)]));
    this.show();
  }

  #say(text) {
    put(this.report, h("p", {}, text));
  }

  #report() {
    if (!this.found) return put(this.report, this.message ? h("p", { class: "notice" }, this.message) : null);
    const { grade, advice } = this.found;
    return put(
      this.report,
      h("p", { class: `grade ${grade}` }, h("strong", {}, t(`grade.${grade}`))),
      advice.length
        ? h(
            "ul",
            { class: "advice" },
            advice.map((key) => h("li", {}, t(`advice.${key}`))),
          )
        : null,
      h(
        "div",
        { class: "row" },
        h("span", {}, t("boardstep.north")),
        PATHS.filter((path) => path !== "N").map((path) =>
          h(
            "button",
            { type: "button", "data-north": path, onclick: () => this.#north(path) },
            t("boardstep.call-north", { path }),
          ),
        ),
      ),
      h(
        "button",
        { type: "button", class: "main-action", id: "board-good", onclick: () => this.onFound(this.found) },
        t("boardstep.good"),
      ),
    );
  }
}
