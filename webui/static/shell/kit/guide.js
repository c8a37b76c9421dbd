// "Play your first game with me": each step is explained when it first becomes due, on whatever table; left at any time.

import { h, put } from "./dom.js";
import { gamePart } from "./games.js";
import { current, t } from "./text.js";

const KEPT = "icekeeper.guide";

const seen = () => new Set(JSON.parse(localStorage.getItem(`${KEPT}.seen`) ?? "[]"));

/** Whether somebody is being guided on this device. */
export const isGuided = () => localStorage.getItem(KEPT) === "on";

/** Begin with the first step again, or leave. */
export function setGuided(on) {
  localStorage.setItem(KEPT, on ? "on" : "off");
  localStorage.removeItem(`${KEPT}.seen`);
}

/** What the guide says of a view: `steps.due(view)` names the step; one that was explained once is silent. */
export function lesson(steps, due, known, words = "en") {
  if (!due || known.has(due)) return null;
  return steps.TEXTS[due]?.[words] ?? null;
}

export class Guide {
  #steps = null;
  #page = "";
  #due = "";

  constructor(redraw) {
    this.redraw = redraw;
  }

  /** Get to know the game of a view; draws anew once its words are there. */
  async #load(page) {
    this.#page = page;
    this.#steps = await gamePart(page, "guide/steps").catch(() => null); // a game may have no guide
    if (this.#steps) this.redraw();
  }

  #know(step) {
    const known = seen().add(`${this.#page}.${step}`);
    localStorage.setItem(`${KEPT}.seen`, JSON.stringify([...known]));
  }

  /** The card for a view; nothing where nobody is guided, or where the step was explained before. */
  card(view) {
    if (!isGuided()) return null;
    if (this.#page !== view.match.page) {
      this.#load(view.match.page);
      return null;
    }
    if (!this.#steps) return null;
    const due = this.#steps.due(view);
    if (this.#due && this.#due !== due) this.#know(this.#due); // it was done: next time it needs no words
    this.#due = due;
    const known = new Set([...seen()].map((each) => each.replace(`${this.#page}.`, "")));
    const text = lesson(this.#steps, due, known, current());
    return text ? this.#card(text, due) : null;
  }

  #card(text, due) {
    const hide = () => (this.#know(due), this.redraw());
    const leave = () => (setGuided(false), this.redraw());
    const node = h("section", { class: "guide", "data-step": due, "aria-label": t("guide.title") });
    put(
      node,
      h("p", {}, text),
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", "data-guide": "know", onclick: hide }, t("guide.know")),
        h("button", { type: "button", class: "quiet", "data-guide": "leave", onclick: leave }, t("guide.leave")),
      ),
    );
    return node;
  }
}
