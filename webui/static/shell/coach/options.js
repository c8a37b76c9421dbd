// The turns that a coach proposes: chance, words, and the turn played out on a board of its own.

import { h, put, s, still } from "../kit/dom.js";
import { t } from "../kit/text.js";

const PACE_MS = 900;

/** A chance as people read it, with what it may be off by. */
export function percent(chance, spread = 0) {
  const off = Math.round(100 * spread);
  return `${Math.round(100 * chance)} %${off ? ` ± ${off}` : ""}`;
}

/** What an option promises the player. */
export const promise = (option, player) =>
  option.wins ? t("coach.wins") : percent(option.chances[player], option.spread);

/** A list of options; `stepsOf(k)` gives the pictures of the one that is to be played out. */
export class Options {
  #timer = 0;

  constructor(game, layout, stepsOf) {
    Object.assign(this, { game, layout, stepsOf });
    this.list = h("ol", { class: "coach-options" });
    this.svg = s("svg", { class: "board", role: "img", "aria-label": t("coach.board") });
    this.board = null;
    this.stage = h("div", { class: "coach-board", hidden: true }, this.svg);
    this.said = h("p", { class: "soft", "aria-live": "polite" });
    this.node = h("div", { class: "stack" }, this.list, this.stage, this.said);
  }

  /** Show these options of a player. */
  show(options, player) {
    this.stop();
    this.stage.hidden = true;
    put(this.said);
    put(
      this.list,
      options.map((option, k) => this.#item(option, k, player)),
    );
  }

  #item(option, k, player) {
    const words = option.words.map((word) => this.game.actionText(word, []));
    return h(
      "li",
      {},
      h(
        "button",
        { type: "button", "data-option": k, "aria-pressed": "false", onclick: () => this.play(k) },
        h("strong", { class: "tabular" }, promise(option, player)),
        h("span", {}, words.join(" · ") || t("replay.nothing")),
        option.open ? h("span", { class: "soft" }, t("coach.open")) : null,
      ),
    );
  }

  /** Play one option out, step by step. */
  async play(k) {
    this.stop();
    const steps = await this.stepsOf(k);
    for (const button of this.list.querySelectorAll("button"))
      button.setAttribute("aria-pressed", String(Number(button.dataset.option) === k));
    this.board ??= new this.game.Board(this.svg);
    this.stage.hidden = false;
    let at = 0;
    const show = () => {
      const step = steps[at];
      this.board.show(this.game.sceneOf(step, { layout: this.layout }), at > 0 && !still());
      this.said.textContent = step.word ? this.game.actionText(step.word, []) : t("replay.begins");
      this.stage.dataset.step = at;
      at += 1;
      if (at >= steps.length) this.stop();
    };
    show();
    if (steps.length > 1) this.#timer = setInterval(show, PACE_MS);
  }

  stop() {
    clearInterval(this.#timer);
    this.#timer = 0;
  }
}
