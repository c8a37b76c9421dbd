// Finding the board: by itself, or by dragging its four corners on the live picture; the drawn grid is the proof.
// Where its lines are is the server's to say.

import { Camera } from "../shell/camera/camera.js";
import { Handle, nearest } from "../shell/camera/handle.js";
import { Loupe } from "../shell/camera/loupe.js";
import { Waiting } from "../shell/camera/waiting.js";
import { h, put, s } from "../shell/kit/dom.js";
import { send } from "../shell/kit/live.js";
import { t } from "../shell/kit/text.js";

const CORNERS = ["a1", "h1", "h8", "a8"];

export class BoardStep {
  #pulling = false;
  #wanted = null;

  constructor(node, onFound) {
    Object.assign(this, { onFound, drawn: null, found: null, message: null, size: [1280, 720], busy: false });
    this.placed = new Set();
    this.image = h("img", { alt: "", hidden: true });
    this.lines = s("g", {});
    this.svg = s("svg", { class: "tips", role: "group", preserveAspectRatio: "xMidYMin meet" }, this.lines);
    this.corners = Object.fromEntries(CORNERS.map((name) => [name, this.#handle(name)]));
    this.svg.addEventListener("pointerdown", (event) =>
      nearest(Object.values(this.corners), this.svg, event)?.drag(event),
    );
    this.loupe = new Loupe(this.image);
    this.until = new Waiting();
    this.figure = h(
      "figure",
      { class: "live-picture" },
      this.until.node,
      this.image,
      h("figcaption", { class: "visually-hidden" }),
      this.svg,
      this.loupe.node,
    );
    this.camera = new Camera(this.figure, "/api/setup/picture.jpg");
    this.how = h("p", {});
    this.buttons = h("div", { class: "row" });
    this.report = h("div", { "aria-live": "polite", class: "report" });
    this.image.addEventListener("load", () => (this.until.came(), this.#sized()));
    put(node, this.how, this.figure, this.until.report, this.buttons, this.report);
    this.show();
  }

  reset(source = "") {
    Object.assign(this, { drawn: null, found: null, message: null, placed: new Set() });
    this.image.hidden = true;
    this.until.begin(source);
    this.show();
  }

  run(on) {
    this.camera.run(on);
    this.until.run(on);
  }

  /** Words, buttons, lines and report anew; the picture and the corners stay where they are. */
  show() {
    const press = (id, text, action, main = false) =>
      h(
        "button",
        { type: "button", id, class: main ? "main-action" : null, disabled: this.busy, onclick: action },
        text,
      );
    put(
      this.buttons,
      press("find-auto", t("boardstep.auto"), () => this.#find(false), true),
      press("find-corners", t("corners.check"), () => this.#find(true)),
    );
    this.how.textContent = t("corners.how");
    this.until.show();
    this.image.alt = this.camera.caption.textContent = t("boardstep.picture");
    this.svg.setAttribute("aria-label", t("corners.four"));
    for (const name of CORNERS) this.corners[name].name(name);
    this.#draw();
    this.#report();
  }

  #handle(name) {
    return new Handle(this.svg, name, "tip", {
      move: (at) => this.#move(name, at),
      drop: () => this.placed.size === CORNERS.length && this.#find(true),
      look: (handle) => this.#look(handle),
    });
  }

  get #scale() {
    return this.drawn ? this.size[0] / this.drawn.resolution[0] : 1;
  }

  #sized() {
    const size = [this.image.naturalWidth, this.image.naturalHeight];
    if (this.drawn && size.join() === this.size.join()) return null;
    this.size = size;
    return this.drawn ? this.#draw() : this.#pull({});
  }

  #draw() {
    if (!this.drawn) return;
    const real = (at) => at.map((v) => v * this.#scale);
    this.svg.setAttribute("viewBox", `0 0 ${this.size.join(" ")}`);
    this.shown = this.drawn.lines.map((line) => line.map(real));
    const kind = this.found ? "proof" : "guess";
    put(
      this.lines,
      this.shown.map((line) => s("polygon", { class: kind, points: line.map((p) => p.join(",")).join(" ") })),
    );
    for (const name of CORNERS)
      this.corners[name].place(real(this.drawn.tips[name]), this.size[0], t("corners.one", { corner: name }));
  }

  #look(handle) {
    if (handle && this.drawn) this.loupe.show(handle.at, this.shown ?? []);
    else this.loupe.hide();
  }

  #move(name, at) {
    if (!this.drawn) return;
    const inside = at.map((v, i) => Math.max(0, Math.min(this.size[i], v)));
    this.found = null;
    this.placed.add(name);
    this.drawn.tips[name] = inside.map((v) => v / this.#scale); // a corner follows the finger at once
    this.corners[name].place(inside, this.size[0], t("corners.one", { corner: name }));
    this.#look(this.corners[name]);
    this.#pull({ tips: this.#pixels() });
  }

  #pixels() {
    return CORNERS.map((name) => this.drawn.tips[name].map((v) => Math.round(v * this.#scale * 10) / 10));
  }

  /** Ask where the lines lie after a pull: one question at a time, only the newest waits. */
  async #pull(body) {
    this.#wanted = body;
    if (this.#pulling) return;
    this.#pulling = true;
    while (this.#wanted) {
      const next = this.#wanted;
      this.#wanted = null;
      try {
        const drawn = await send("/api/setup/draw", { ...next, width: this.size[0] });
        if (this.#wanted?.tips && next.tips) drawn.tips = this.drawn.tips; // the finger is already further
        this.drawn = drawn;
      } catch (error) {
        if (!next.tips) this.message = error.message; // corners on their way may lie anyhow
      }
      this.#draw();
    }
    this.#pulling = false;
  }

  async #find(atCorners) {
    if (this.busy) return;
    this.busy = true;
    put(this.report, h("p", {}, t("boardstep.looking")));
    this.show();
    try {
      const tips = atCorners && this.drawn ? this.#pixels() : null;
      const found = await send("/api/setup/find", { tips, layout: null, width: this.size[0] });
      Object.assign(this, { found, drawn: found, message: null, placed: new Set(CORNERS) });
    } catch (error) {
      Object.assign(this, { found: null, message: error.message });
    }
    this.busy = false;
    this.show();
  }

  async #first(corner) {
    this.found = this.drawn = await send("/api/setup/north", { path: corner });
    this.show();
  }

  async #good() {
    try {
      this.onFound(await send("/api/setup/nod"));
    } catch (error) {
      this.message = error.message;
      this.show();
    }
  }

  #report() {
    const words = this.message ? h("p", { class: "notice" }, this.message) : null;
    if (!this.found) return put(this.report, words);
    const { grade, advice } = this.found;
    const first = (corner) =>
      h(
        "button",
        { type: "button", "data-first": corner, onclick: () => this.#first(corner) },
        t("corners.call-first", { corner }),
      );
    return put(
      this.report,
      h("p", { class: `grade ${grade}` }, h("strong", {}, t(`grade.${grade}`))),
      h(
        "ul",
        { class: "advice" },
        advice.map((key) => h("li", {}, t(`advice.${key}`))),
      ),
      h("div", { class: "row" }, h("span", {}, t("corners.first")), CORNERS.slice(1).map(first)),
      h(
        "button",
        { type: "button", class: "main-action", id: "board-good", disabled: this.busy, onclick: () => this.#good() },
        t("boardstep.good"),
      ),
    );
  }
}
