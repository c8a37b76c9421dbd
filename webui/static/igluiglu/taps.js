// Play by hand: only what is legal is offered; a word is made by tapping spaces and, where that is not enough, choices.

import { h, put, s } from "../shell/kit/dom.js";
import { describeCell } from "./drawing/board.js";
import { CELL, CELLS, cornerOf } from "./drawing/grid.js";
import { offered, tapped } from "./steps.js";
import { choiceText, say } from "./texts.js";

const MOST_KEPT = 2; // where nobody has said which tiles were kept it may be any: so many names would hide the board

/** The word a player seems to wish by tapping a space that is not offered, so that the referee can say why not. */
function wish(view, taps, cell) {
  const wants = view.turn.wants;
  if (wants === "place" || wants === "melt") return `${wants} ${cell}`;
  if (wants === "act" && taps[0]?.cell) return `walk ${taps[0].cell} ${cell}`;
  if (wants === "flee") return `flee ${view.turn.legal[0]?.split(" ")[1] ?? view.turn.player} ${cell}`;
  return null;
}

export class Taps {
  /** `act(word)` plays a word; `explain(text)` says why a tap does nothing. */
  constructor(board, help, act, explain) {
    Object.assign(this, { board, help, send: act, explain, taps: [], waiting: false });
    board.svg.addEventListener("keydown", (event) => event.key === "Escape" && this.clear());
  }

  /** Offer what is legal now; with `active` false nothing can be tapped. */
  update(view, active) {
    const key = view.turn.legal.join() + view.turn.number;
    if (key !== this.key) this.taps = [];
    Object.assign(this, { key, view, active: active && !view.how && view.turn.mine !== false });
    this.#draw();
  }

  clear() {
    this.taps = [];
    if (this.view) this.#draw();
  }

  async #tap(tap) {
    const { taps, word } = tapped(this.view.turn.legal, this.taps, tap);
    this.taps = word ? [] : taps;
    if (word) await this.#play(word);
    else this.#draw();
  }

  /** Send one word; a second tap before the answer is not a second wish. */
  async #play(word) {
    if (this.waiting) return;
    this.waiting = true;
    this.board.svg.setAttribute("aria-busy", "true");
    try {
      await this.send(word);
    } finally {
      this.waiting = false;
      this.board.svg.removeAttribute("aria-busy");
      this.#draw();
    }
  }

  #pressed(cell, can) {
    if (can) return this.#tap({ cell });
    if (offered(this.view.turn.legal, []).cells.includes(cell)) {
      this.taps = [];
      return this.#tap({ cell });
    }
    const word = wish(this.view, this.taps, cell);
    this.taps = [];
    return word ? this.#play(word) : (this.#draw(), this.explain(say(`wants.${this.view.turn.wants}`)));
  }

  #draw() {
    const had = this.board.svg.contains(document.activeElement) ? document.activeElement.dataset.cell : null;
    const { cells, choices } = this.active ? offered(this.view.turn.legal, this.taps) : { cells: [], choices: [] };
    const can = new Set(cells);
    const chosen = new Set(this.taps.map((tap) => tap.cell));
    put(
      this.board.layers.taps,
      this.active ? CELLS.map((cell) => this.#space(cell, can.has(cell), chosen.has(cell))) : [],
    );
    put(this.help, this.active ? this.#choices(choices) : []);
    if (had) this.board.svg.querySelector(`[data-cell="${had}"]`)?.focus({ preventScroll: true });
  }

  #space(cell, can, chosen) {
    const [x, y] = cornerOf(cell, this.board.turn);
    const node = s("rect", {
      class: `space ${can ? "can" : ""} ${chosen ? "chosen" : ""}`,
      "data-cell": cell,
      x: x + 4,
      y: y + 4,
      width: CELL - 8,
      height: CELL - 8,
      rx: 9,
      role: "button",
      tabindex: can ? "0" : "-1",
      "aria-label": describeCell(this.view.state, cell),
      onclick: () => this.#pressed(cell, can),
      onkeydown: (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        this.#pressed(cell, can);
      },
    });
    return node;
  }

  /** The choices in words below the board, and what to do next. */
  #choices(choices) {
    const shown = choices.filter((each) => each !== "done");
    if (!shown.length && !this.taps.length) return [];
    const kept = shown.filter((each) => each.startsWith("play "));
    const folded = kept.length > MOST_KEPT ? kept : [];
    const button = (each) =>
      h(
        "button",
        { type: "button", "data-choice": each, onclick: () => this.#tap({ choice: each }) },
        choiceText(each),
      );
    return h(
      "div",
      { class: "card", role: "group", "aria-label": say("choices") },
      h("span", {}, say(this.taps.length ? "go-on" : `wants.${this.view.turn.wants}`)),
      shown.filter((each) => !folded.includes(each)).map(button),
      folded.length ? h("details", {}, h("summary", { class: "button" }, say("kept")), folded.map(button)) : null,
      this.taps.length
        ? h("button", { type: "button", class: "quiet", onclick: () => this.clear() }, say("other"))
        : null,
    );
  }
}
