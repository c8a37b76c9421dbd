// Turns that a coach speaks of: chance, words, arrows on a board of its own, and the turn played out there step by step.

import { h, put, s, still } from "../kit/dom.js";
import { t } from "../kit/text.js";

const PACE_MS = 1100;

/** A chance as people read it, with what it may be off by. */
export function percent(chance, spread = 0) {
  const off = Math.round(100 * spread);
  return `${Math.round(100 * chance)} %${off ? ` ± ${off}` : ""}`;
}

/** What an option promises the player. */
export const promise = (option, player) =>
  option.wins ? t("coach.wins") : percent(option.chances[player], option.spread);

/** The words of an option as one line. */
export const inWords = (game, words) => words.map((word) => game.actionText(word, [])).join(" · ");

/** A list of options; `stepsOf(k)` gives the pictures of one of them. */
export class Options {
  #timer = 0;
  #asked = null;

  constructor(game, layout, stepsOf) {
    Object.assign(this, { game, layout, stepsOf, steps: [], at: 0 });
    this.list = h("ol", { class: "coach-options" });
    this.svg = s("svg", { class: "board", role: "img", "aria-label": t("coach.board") });
    this.board = null;
    this.said = h("p", { class: "coach-said", "aria-live": "polite" });
    const control = (key, run) =>
      h("button", { type: "button", "data-step-to": key, onclick: run }, t(`replay.${key}`));
    this.playButton = control("play", () => (this.#timer ? this.stop() : this.play()));
    this.backButton = control("back", () => this.step(-1));
    this.forwardButton = control("forward", () => this.step(1));
    const bar = h("div", { class: "row coach-steps" }, this.backButton, this.playButton, this.forwardButton);
    this.stage = h("div", { class: "coach-board stack", hidden: true }, this.svg, this.said, bar);
    this.node = h("div", { class: "stack" }, this.list, this.stage);
  }

  /** Show these options of a player, each with its `label` where it has one; the first one's arrows stand on the board. */
  show(options, player) {
    this.stop();
    this.options = options;
    this.stage.hidden = !options.length;
    put(
      this.list,
      options.map((option, k) => this.#item(option, k, player)),
    );
    return options.length ? this.choose(0) : null;
  }

  #item(option, k, player) {
    return h(
      "li",
      {},
      h(
        "button",
        { type: "button", "data-option": k, "aria-pressed": "false", onclick: () => this.choose(k) },
        option.label ? h("span", { class: "soft" }, option.label) : null,
        h("strong", { class: "tabular" }, promise(option, player)),
        h("span", { class: "what" }, inWords(this.game, option.words) || t("replay.nothing")),
        option.open ? h("span", { class: "soft" }, t("coach.open")) : null,
      ),
    );
  }

  /** The arrows of one option on the board as it stood. */
  async choose(k) {
    this.stop();
    this.#asked = k;
    for (const button of this.list.querySelectorAll("button"))
      button.setAttribute("aria-pressed", String(Number(button.dataset.option) === k));
    const steps = await this.stepsOf(k);
    if (this.#asked !== k) return;
    this.steps = steps;
    this.board ??= new this.game.Board(this.svg);
    this.stage.dataset.option = k;
    this.#draw(0, false);
  }

  #draw(at, animate = true) {
    this.at = Math.max(0, Math.min(this.steps.length - 1, at));
    const step = this.steps[this.at];
    this.board.show(this.game.sceneOf(step, { layout: this.layout }), animate && !still());
    const to = this.at ? this.at + 2 : this.steps.length;
    this.board.point(this.game.arrows(this.steps, this.board, this.at + 1, to));
    this.said.textContent = step.word ? this.game.actionText(step.word, []) : t("coach.arrows");
    this.stage.dataset.step = this.at;
    this.backButton.disabled = !this.at;
    this.forwardButton.disabled = this.at === this.steps.length - 1;
  }

  step(by) {
    this.stop();
    this.#draw(this.at + by);
  }

  /** Play the option that is shown, step by step, from its beginning where it is over. */
  play() {
    const go = () => {
      this.#draw(this.at + 1);
      if (this.at >= this.steps.length - 1) this.stop();
    };
    if (this.at >= this.steps.length - 1) this.#draw(0, false);
    this.#timer = setInterval(go, PACE_MS);
    this.playButton.textContent = t("replay.hold");
    go();
  }

  stop() {
    clearInterval(this.#timer);
    this.#timer = 0;
    this.playButton.textContent = t("coach.play");
  }
}
