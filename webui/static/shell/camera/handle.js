// A point on a picture that fingers drag and arrow keys nudge.

import { s } from "../kit/dom.js";

const STEP = 1;
const FAR = 10;
const SETTLES_MS = 600;

// Drawn for a picture shown 920 wide; on smaller screens handles shrink less than the picture, so that fingers find them.
const USUAL = 920;
const SMALLEST = 0.55;
export class Handle {
  #timer = 0;

  /** `on.move(at)` while it moves, `on.drop()` when it rests, `on.look(at | null)` while someone looks at it. */
  constructor(svg, name, kind, on) {
    Object.assign(this, { svg, on, at: [0, 0] });
    this.letter = s("text", { y: -27, "text-anchor": "middle", "font-size": 26 });
    this.node = s(
      "g",
      { class: `tip ${kind}`, tabindex: "0", role: "slider", [`data-${kind}`]: name },
      s("circle", { class: "hit", r: 40 }),
      kind === "tip"
        ? s("circle", { class: "disc", r: 20 })
        : s("rect", { class: "disc", x: -13, y: -13, width: 26, height: 26, rx: 5 }),
      s("circle", { class: "point", r: 3 }),
      this.letter,
    );
    this.node.addEventListener("keydown", (event) => this.#nudge(event));
    this.node.addEventListener("focus", () => this.on.look(this));
    this.node.addEventListener("blur", () => this.on.look(null));
  }

  /** The letter above it. */
  name(letter) {
    this.letter.textContent = letter;
  }

  /** Put it at a pixel of a picture this wide. */
  place(at, width, label) {
    this.at = at;
    if (!this.node.isConnected) this.svg.append(this.node);
    const shown = this.svg.clientWidth || USUAL;
    const scale = (width / shown) * Math.max(SMALLEST, Math.min(1, shown / USUAL));
    this.node.setAttribute("transform", `translate(${at[0]} ${at[1]}) scale(${scale})`);
    this.node.setAttribute("aria-label", label);
    this.node.setAttribute("aria-valuenow", Math.round(at[0]));
    this.node.setAttribute("aria-valuetext", at.map(Math.round).join(", "));
  }

  /** Follow the finger that came down with this event until it is lifted. */
  drag(event) {
    event.preventDefault();
    this.node.focus({ preventScroll: true });
    const point = (e) => pointIn(this.svg, e);
    const from = point(event);
    const began = this.at;
    const move = (e) => {
      const now = point(e);
      this.svg.dataset.dragging = "yes"; // the others fade: they may lie on what is being aimed at
      this.on.move(began.map((v, i) => v + now[i] - from[i]));
    };
    const up = () => {
      delete this.svg.dataset.dragging;
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", up);
      this.on.drop();
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", up);
  }

  #nudge(event) {
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!by) return;
    event.preventDefault();
    const step = event.shiftKey ? FAR : STEP;
    this.on.move(this.at.map((v, i) => v + by[i] * step));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.on.drop(), SETTLES_MS);
  }
}

/** Where a pointer is, in the picture's pixels. */
export function pointIn(svg, event) {
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  return [x, y];
}

/** The handle nearest to a pointer that came down on one: they may lie so close that they cover each other. */
export function nearest(handles, svg, event) {
  if (!event.target.closest(".tip")) return null;
  const [x, y] = pointIn(svg, event);
  const far = ({ at }) => Math.hypot(at[0] - x, at[1] - y);
  return handles.reduce((best, each) => (far(each) < far(best) ? each : best));
}
