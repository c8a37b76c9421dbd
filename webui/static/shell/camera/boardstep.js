// The board step of any game: a live picture, the board drawn over it, and what is pulled there; its geometry is the server's.

import { h, put, s } from "../kit/dom.js";
import { send } from "../kit/live.js";
import { t } from "../kit/text.js";
import { Camera } from "./camera.js";
import { Handle, nearest } from "./handle.js";
import { Loupe } from "./loupe.js";
import { StillChoice } from "./stillchoice.js";
import { Waiting } from "./waiting.js";

const points = (line) => line.map((point) => point.join(",")).join(" ");

/** A game says what is pulled: `corners`, by which a board is found, and `sizes`; whether it is `patient` (what is not
 * recognised is drawn as it was pulled); and words(), cornerName(), cornerText(), sizeText(), buttonsFor(), reportFor(). */
export class BoardOnPicture {
  #pulling = false;
  #wanted = null;
  #waiting = null;

  constructor(node, onFound, { corners, sizes = [], patient = false }) {
    Object.assign(this, { onFound, names: corners, sizes, patient, drawn: null, found: null, message: null });
    Object.assign(this, { size: [1280, 720], busy: false, placed: new Set(), shaped: false, looked: null });
    this.image = h("img", { alt: "", hidden: true });
    this.lines = s("g", {});
    this.svg = s("svg", { class: "tips", role: "group", preserveAspectRatio: "xMidYMin meet" }, this.lines);
    this.tips = Object.fromEntries(corners.map((name) => [name, this.#handle(name, "tip")]));
    this.handles = Object.fromEntries(sizes.map((name) => [name, this.#handle(name, "handle")]));
    const every = [...Object.values(this.tips), ...Object.values(this.handles)];
    this.svg.addEventListener("pointerdown", (event) => nearest(every, this.svg, event)?.drag(event));
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
    this.what = h("p", { class: "soft handle-words", "aria-live": "polite" });
    this.buttons = h("div", { class: "row" });
    this.report = h("div", { "aria-live": "polite", class: "report" });
    this.image.addEventListener("load", () => (this.until.came(), this.#sized()));
    this.still = new StillChoice((error) => this.#instead(error));
    put(node, this.how, this.figure, sizes.length ? this.what : null, this.until.report);
    node.append(this.buttons, this.report, this.still.node);
    this.show();
  }

  reset(source = "") {
    Object.assign(this, { drawn: null, found: null, message: null, placed: new Set(), shaped: false });
    this.image.hidden = true;
    this.until.begin(source);
    this.still.reset();
    this.show();
  }

  run(on) {
    this.camera.run(on);
    this.until.run(on);
  }

  /** Words, buttons, lines and report anew; the picture and the handles stay where they are. */
  show() {
    const run = {
      find: (atTips) => this.#find(atTips),
      lay: (layout) => this.#pull({ layout }),
      pull: (what) => this.#pull(what),
    };
    const { how, group } = this.words();
    put(this.buttons, this.buttonsFor(run));
    this.how.textContent = how;
    this.until.show();
    this.still.show();
    this.image.alt = this.camera.caption.textContent = t("boardstep.picture");
    this.svg.setAttribute("aria-label", group);
    for (const name of this.names) this.tips[name].name(this.cornerName(name));
    this.#draw();
    this.#report();
  }

  #handle(name, kind) {
    return new Handle(this.svg, name, kind, {
      move: (at) => this.#move(kind, name, at),
      drop: () => this.#drop(),
      look: (looked) => this.#look(looked),
    });
  }

  #label(kind, name) {
    return kind === "tip" ? this.cornerText(name) : this.sizeText(name);
  }

  get #scale() {
    return this.drawn ? this.size[0] / this.drawn.resolution[0] : 1;
  }

  #sized() {
    const size = [this.image.naturalWidth, this.image.naturalHeight];
    if (this.drawn && size.join() === this.size.join()) return this.#look(this.looked);
    this.size = size;
    return this.drawn ? this.#draw() : this.#pull({});
  }

  #draw() {
    if (!this.drawn) return;
    const scale = this.#scale;
    const real = (at) => at.map((v) => v * scale);
    this.svg.setAttribute("viewBox", `0 0 ${this.size.join(" ")}`);
    this.shown = this.drawn.lines.map((line) => line.map(real));
    const kind = this.found ? "proof" : "guess";
    put(
      this.lines,
      this.shown.map((line) => s("polygon", { class: kind, points: points(line) })),
      (this.found?.behind ?? []).map((space) => s("polygon", { class: "behind", points: points(space.map(real)) })),
    );
    for (const name of this.names)
      this.tips[name].place(real(this.drawn.tips[name]), this.size[0], this.#label("tip", name));
    for (const name of this.sizes)
      this.handles[name].place(real(this.drawn.handles[name]), this.size[0], this.#label("handle", name));
    this.#look(this.looked);
  }

  #look(looked) {
    this.looked = looked;
    if (!looked || !this.drawn) {
      this.loupe.hide();
      this.what.textContent = t("handle.help");
      return;
    }
    this.what.textContent = looked.node.getAttribute("aria-label");
    this.loupe.show(looked.at, this.shown ?? []);
  }

  #move(kind, name, at) {
    if (!this.drawn) return;
    const scale = this.#scale;
    const inside = at.map((v, i) => Math.max(0, Math.min(this.size[i], v)));
    this.found = null;
    this.shaped = kind === "handle"; // the last pull was at a size: what follows is drawn as it was pulled
    if (kind === "tip") {
      this.placed.add(name);
      this.drawn.tips[name] = inside.map((v) => v / scale); // a tip follows the finger at once, the lines as they come
      this.tips[name].place(inside, this.size[0], this.#label(kind, name));
      this.#look(this.tips[name]);
      this.#pull({ tips: this.#tipPixels() });
    } else this.#pull({ handle: name, at: inside });
  }

  #tipPixels() {
    return this.names.map((name) => this.drawn.tips[name].map((v) => Math.round(v * this.#scale * 10) / 10));
  }

  /** Looking takes a while: it is worth it once all four tips were put somewhere. */
  #drop() {
    if (this.placed.size < this.names.length) return this.show();
    if (this.#pulling) this.dropped = true;
    else this.#find(true, this.patient);
    return null;
  }

  /** Ask where lines and handles lie after a pull: one question at a time, only the newest waits. */
  async #pull(body) {
    this.#wanted = body;
    if (this.#pulling) return;
    this.#pulling = true;
    this.figure.dataset.pulling = "yes";
    while (this.#wanted) {
      const next = this.#wanted;
      this.#wanted = null;
      try {
        const drawn = await send("/api/setup/draw", { ...next, width: this.size[0] });
        if (this.#wanted?.tips && next.tips) drawn.tips = this.drawn.tips; // the finger is already further
        const first = !this.drawn;
        this.drawn = drawn;
        if (next.layout) this.found = null;
        if (next.layout || first) this.show();
      } catch (error) {
        if (!next.tips) this.message = error.message; // tips on their way may lie anyhow
      }
      this.#draw();
    }
    this.#pulling = false;
    this.figure.dataset.pulling = "";
    if (this.dropped) {
      this.dropped = false;
      await this.#find(true, this.patient);
    }
  }

  /** Ask the referee; after a drag a board that is not recognised is no complaint: it may well lie as it is drawn. */
  async #find(atTips, quiet = false) {
    if (this.busy) {
      this.#waiting = { atTips, quiet };
      return;
    }
    this.busy = true;
    if (!quiet) put(this.report, h("p", {}, t("boardstep.looking")));
    this.show();
    const before = this.drawn && JSON.stringify([this.drawn?.tips, this.drawn?.handles]);
    try {
      const found = await send("/api/setup/find", {
        tips: atTips && this.drawn ? this.#tipPixels() : null,
        layout: (atTips && this.drawn?.layout) || null, // a game whose board is laid in one way names none
        width: this.size[0],
      });
      const pulled = before && JSON.stringify([this.drawn?.tips, this.drawn?.handles]) !== before;
      if (!pulled) Object.assign(this, { found, drawn: found, message: null, placed: new Set(this.names) });
    } catch (error) {
      this.found = null;
      const drawn = t(this.shaped ? "boardstep.as-pulled" : "boardstep.not-yet");
      this.message = quiet && error.status < 500 ? drawn : error.message;
    }
    this.busy = false;
    this.show();
    if (this.found) this.report.scrollIntoView({ block: "nearest" });
    const next = this.#waiting;
    this.#waiting = null;
    if (next) await this.#find(next.atTips, next.quiet);
  }

  /** Another picture than the camera's, or the camera's own again; or why not. */
  #instead(error) {
    this.message = error;
    if (!error) Object.assign(this, { drawn: null, found: null, placed: new Set(), size: [0, 0] });
    this.show();
  }

  async #north(path) {
    this.found = this.drawn = await send("/api/setup/north", { path });
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
    put(this.report, this.reportFor({ good: () => this.#good(), north: (path) => this.#north(path) }));
  }
}
