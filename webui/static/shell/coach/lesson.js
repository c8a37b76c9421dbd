// "Learn from my mistakes": stop where a turn cost much, try another one on the board, compare, go on.

import { h, put } from "../kit/dom.js";
import { toast } from "../kit/head.js";
import { send } from "../kit/live.js";
import { Colour, t } from "../kit/text.js";
import { judged, mistakesOf } from "./marked.js";
import { inWords, Options, promise } from "./options.js";
import { END, TryBoard } from "./tryboard.js";

const button = (key, onclick, more = {}) => h("button", { type: "button", "data-do": key, onclick, ...more }, t(key));

export class Lesson {
  #board = null;
  #options = null;

  /** `now`: a finished analysis as the server tells it; `game` and `table`: the game's parts; `stepsOf(turn, k)`; `end()`. */
  constructor(now, { game, table, base, view, player, stepsOf, end }) {
    Object.assign(this, { now, game, table, base, view, player, stepsOf, end, at: 0, found: 0 });
    this.turns = mistakesOf(now.analysis, player);
    this.side = h("div", { class: "stack" });
    this.stage = h("div", { class: "stack" });
    this.node = h("div", { class: "coach-found lesson" }, this.side, this.stage);
    this.begin();
  }

  get turn() {
    return this.turns[this.at];
  }

  /** The words that nobody chose, and are on the board from the beginning. */
  get #given() {
    return this.turn.best[0].open ? [] : this.game.given(this.turn.played.words);
  }

  begin() {
    const { turn } = this.turn;
    this.close();
    document.dispatchEvent(new CustomEvent("icekeeper:go", { detail: { turn, step: 0 } }));
    const mover = { number: turn, player: this.player };
    this.#board = new TryBoard(this.table, this.view, mover, this.#given, () => this.#changed());
    put(this.stage, this.#board.svg, this.#board.help);
    this.#board.draw().catch((error) => toast(error.message));
  }

  #head() {
    const { turn, mark, played, best } = this.turn;
    const chances = [best[0], played].map((option) => promise(option, this.player));
    return [
      h("p", { class: "soft" }, t("lesson.of", { n: this.at + 1, of: this.turns.length })),
      h("h3", {}, `${t("turn.short", { n: turn })}, ${Colour(this.player)}`),
      h(
        "p",
        { class: `coach-mark ${mark}` },
        t("lesson.cost", { mark: t(`coach.${mark}`), best: chances[0], played: chances[1] }),
      ),
      h("p", { class: "soft" }, t("lesson.played", { words: inWords(this.game, played.words) })),
    ];
  }

  /** What can be done while a turn is being tried. */
  #changed() {
    const { now, words } = this.#board;
    if (this.turn.best[0].open && words.length) return this.#compare();
    const ready = now.turn.may_end;
    put(
      this.side,
      this.#head(),
      h("p", { class: "lesson-ask" }, t("lesson.find", { colour: Colour(this.player) })),
      h(
        "ol",
        { class: "word-list" },
        words.map((word) => h("li", {}, this.game.actionText(word, now.several))),
      ),
      h(
        "div",
        { class: "row" },
        button("lesson.compare", () => this.#finish(), { class: "main-action", disabled: !ready }),
        button("turn.take-back", () => this.#board.drop(), { disabled: words.length <= this.#given.length }),
        button("lesson.solution", () => this.#show([])),
      ),
      this.#leave(),
    );
    return null;
  }

  #leave() {
    return h(
      "div",
      { class: "row" },
      this.at < this.turns.length - 1 ? button("lesson.next", () => this.#go(this.at + 1)) : null,
      button("lesson.end", () => (this.close(), this.end()), { class: "quiet" }),
    );
  }

  #go(to) {
    this.at = to;
    this.begin();
  }

  async #finish() {
    if (this.#board.now.legal.includes(END)) await this.#board.putOn(END);
    return this.#compare();
  }

  /** What the coach thinks of the turn that was tried. */
  async #compare() {
    const { turn } = this.turn;
    put(this.side, this.#head(), h("p", { class: "soft", role: "status" }, t("training.thinking")));
    try {
      const found = await send(`${this.base}/${turn}/weigh`, { words: this.#board.words });
      if (turn !== this.turn?.turn) return;
      const verdict = judged(found, this.turn.played, this.player);
      this.#show([{ ...found.tried, steps: found.steps, label: t("lesson.yours") }], verdict);
    } catch (error) {
      toast(error.message);
      this.begin();
    }
  }

  /** Yours, where there is one, what was played and what is best, one after the other on the board. */
  #show(yours, verdict = "") {
    const { turn, best, played } = this.turn;
    const was = { ...played, k: best.length, label: t("lesson.was") };
    const shown = [...yours, { ...best[0], k: 0, label: t("lesson.best") }, was];
    const stepsOf = async (i) => shown[i].steps ?? this.stepsOf(turn, shown[i].k);
    this.close();
    this.#options = new Options(this.game, this.now.layout, stepsOf);
    this.#options.show(shown, this.player);
    put(
      this.side,
      this.#head(),
      verdict
        ? h(
            "p",
            { class: `lesson-verdict ${verdict}`, role: "status", "data-verdict": verdict },
            t(`lesson.${verdict}`),
          )
        : null,
      this.#options.list,
      h(
        "div",
        { class: "row" },
        button("lesson.again", () => this.begin()),
      ),
      this.#leave(),
    );
    put(this.stage, this.#options.stage);
  }

  /** Nothing moves any more. */
  close() {
    this.#board?.close();
    this.#options?.stop();
  }
}
