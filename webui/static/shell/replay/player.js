// Replays a match, or one turn of it, step by step: board, action, verdict and evidence.

import { h, put, s, still } from "../kit/dom.js";
import { badge } from "../kit/marks.js";
import { Colour, pick, t, winText } from "../kit/text.js";

const PACE_MS = 1100;

/** The name of a verdict: ok, open, or the fault's. */
function verdictName(turn, ruleName) {
  if (turn.winners) return winText(turn.winners);
  if (turn.legal === null || turn.legal === undefined) return t("history.open");
  return turn.legal ? t("history.ok") : ruleName(turn.rule);
}

function frames(replay, only) {
  const out = only ? [] : [{ turn: null, step: { word: null, ...replay.start } }];
  for (const turn of replay.turns) {
    if (only && turn.number !== only) continue;
    turn.steps.forEach((step, i) => {
      if (i > 0 || only || !out.length) out.push({ turn, step, last: i === turn.steps.length - 1 });
    });
    if (turn.steps.length === 1 && !only) out.push({ turn, step: turn.steps[0], last: true });
  }
  return out;
}

export class Player {
  #timer = 0;

  /** `game` draws and words the steps; `pictureUrl(id)` gives the address of an evidence picture; `only` is one turn's number. */
  constructor(root, replay, game, { pictureUrl, only = null } = {}) {
    Object.assign(this, { root, replay, game, pictureUrl, only, at: 0 });
    this.frames = frames(replay, only);
    this.svg = s("svg", { class: "board", role: "img" });
    this.board = new game.Board(this.svg);
    this.said = h("div", { class: "replay-said", "aria-live": "polite" });
    this.scrub = h("input", {
      type: "range",
      min: 0,
      max: Math.max(0, this.frames.length - 1),
      value: 0,
      oninput: () => this.go(Number(this.scrub.value)),
    });
    this.turns = h("ol", { class: "replay-turns" });
    this.#build();
    this.go(only ? 0 : Math.min(this.at, this.frames.length - 1), false);
  }

  #build() {
    const control = (key, onclick) => h("button", { type: "button", "data-control": key, onclick }, t(`replay.${key}`));
    this.playButton = control("play", () => this.toggle());
    this.scrub.setAttribute("aria-label", t("replay.scrub"));
    const controls = h(
      "div",
      { class: "row replay-controls" },
      control("back", () => this.go(this.at - 1)),
      this.playButton,
      control("forward", () => this.go(this.at + 1)),
    );
    if (!this.only)
      put(
        this.turns,
        this.replay.turns.map((turn) => this.#chip(turn)),
      );
    put(
      this.root,
      h(
        "div",
        { class: "replay" },
        h("div", { class: "replay-board" }, this.svg),
        h("div", { class: "replay-side" }, this.scrub, controls, this.said, this.only ? null : this.turns),
      ),
    );
    this.root.addEventListener("keydown", (event) => {
      if (event.target.matches("input, select, textarea")) return;
      if (event.key === "ArrowLeft") this.go(this.at - 1);
      if (event.key === "ArrowRight") this.go(this.at + 1);
    });
  }

  #chip(turn) {
    const first = this.frames.findIndex((frame) => frame.turn === turn);
    return h(
      "li",
      {},
      h(
        "button",
        {
          type: "button",
          class: turn.legal === false ? "fault" : "",
          "data-turn": turn.number,
          onclick: () => this.go(first),
        },
        h("span", { class: "tabular" }, turn.number),
        badge(turn.player),
        verdictName(turn, this.game.ruleName),
        turn.human ? h("span", { class: "soft" }, t("history.human")) : null,
      ),
    );
  }

  /** Show one step. */
  go(to, animate = true) {
    if (!this.frames.length) return;
    this.at = Math.max(0, Math.min(this.frames.length - 1, to));
    const { turn, step, last } = this.frames[this.at];
    this.scrub.value = this.at;
    const name = turn ? `${t("turn.short", { n: turn.number })}, ${Colour(turn.player)}` : t("replay.start");
    this.scrub.setAttribute("aria-valuetext", name);
    this.board.show(this.game.sceneOf(step, this.replay), animate);
    const words = step.word
      ? this.game.actionText(step.word, turn.several)
      : turn && last
        ? t("replay.stood")
        : t("replay.begins");
    put(
      this.said,
      h("h3", { class: "row" }, turn ? badge(turn.player) : null, name),
      h("p", {}, words),
      last ? this.#verdict(turn) : null,
    );
    for (const chip of this.turns.querySelectorAll("button"))
      chip.setAttribute("aria-current", String(turn?.number === Number(chip.dataset.turn)));
    this.onstep?.(this.at);
  }

  #verdict(turn) {
    const fault = turn.legal === false;
    const pictures = turn.evidence.map((id, i) =>
      h(
        "figure",
        {},
        h("img", { src: this.pictureUrl(id), alt: t(i ? "evidence.after" : "evidence.before") }),
        h("figcaption", {}, t(i ? "evidence.after" : "evidence.before")),
      ),
    );
    return h(
      "div",
      { class: `replay-verdict ${fault ? "fault" : "ok"}` },
      h("p", {}, turn.text && fault ? pick(turn.text) : verdictName(turn, this.game.ruleName)),
      turn.unchecked ? h("p", { class: "soft" }, pick(turn.unchecked)) : null,
      pictures.length ? h("div", { class: "evidence" }, pictures.slice(0, 2)) : null,
    );
  }

  /** Run or hold. */
  toggle() {
    this.#timer ? this.stop() : this.#run();
  }

  #run() {
    if (this.at === this.frames.length - 1) this.go(0, false);
    this.playButton.textContent = t("replay.hold");
    this.#timer = setInterval(
      () => (this.at < this.frames.length - 1 ? this.go(this.at + 1) : this.stop()),
      still() ? PACE_MS * 1.5 : PACE_MS,
    );
  }

  stop() {
    clearInterval(this.#timer);
    this.#timer = 0;
    this.playButton.textContent = t("replay.play");
  }
}
