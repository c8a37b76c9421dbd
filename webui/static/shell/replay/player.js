// Replays a match, or one turn of it, step by step: board, action, verdict and evidence.
//
// Whenever another step is shown, the document hears "icekeeper:turn" with the detail
//   { match, turn, step, word, state, last }
// turn: its number, 0 for the set-up; step: how many of its actions are done; word: the last of these, or null; state: the
// table as it is drawn; last: whether the turn is over. <section id="analysis"> carries the same turn and step as data-turn
// and data-step, for those who come late. `document.dispatchEvent(new CustomEvent("icekeeper:go", { detail: { turn, step } }))`
// makes the replay show that step.

import { clock, h, put, s, still } from "../kit/dom.js";
import { badge } from "../kit/marks.js";
import { Colour, pick, playerName, t } from "../kit/text.js";
import { faultFrom, firstOf, framesOf, stepText, verdictName } from "./frames.js";
import { listenKeys } from "./keys.js";
import { asked, tell } from "./link.js";
import { anyPicture, Picture } from "./picture.js";
import { SpeedChoice } from "./speed.js";
import { evidence } from "./swipe.js";
import { TurnList } from "./turns.js";

const PACE_MS = 1100;

export class Player {
  #timer = 0;
  #open = new AbortController();

  /** `game` draws and words the steps; `pictureUrl(id)` gives the address of an evidence picture; `only` is one turn's number. */
  constructor(root, replay, game, { pictureUrl, only = null } = {}) {
    Object.assign(this, { root, replay, game, pictureUrl, only, at: 0 });
    this.frames = framesOf(replay, only);
    this.svg = s("svg", { class: "board", role: "img" });
    this.board = new game.Board(this.svg);
    this.said = h("div", { class: "replay-said", "aria-live": "polite" });
    this.picture = !only && anyPicture(replay) ? new Picture(pictureUrl, replay.turns) : null;
    this.turns = only ? null : new TurnList(replay, game, this.frames, (at) => this.go(at));
    this.speed = new SpeedChoice(() => this.#timer && this.#run());
    const wanted = only ? null : asked(); // before the first step says in the address what is shown
    this.#build();
    this.#listen();
    const broken = this.frames.findIndex(({ turn, last }) => only && last && turn?.legal === false);
    this.go(Math.max(0, broken), false); // who looks back on a fault wants to see what it was
    this.#follow(wanted);
  }

  #build() {
    const last = Math.max(0, this.frames.length - 1);
    this.scrub = h("input", {
      type: "range",
      min: 0,
      max: last,
      oninput: () => this.go(Number(this.scrub.value)),
      "aria-label": t("replay.scrub"),
    });
    const view = h(
      "div",
      { class: `replay-view${this.picture ? " with-picture" : ""}` },
      h("div", { class: "replay-board" }, this.svg),
      this.picture?.node,
    );
    const bar = h("div", { class: "replay-bar" }, this.scrub, this.#controls());
    const side = h("div", { class: "replay-side" }, bar, this.said, this.turns?.node);
    put(this.root, h("div", { class: `replay${this.only ? " one-turn" : ""}` }, view, side));
  }

  #controls() {
    const control = (key, run) =>
      h("button", { type: "button", "data-control": key, onclick: run ?? (() => this.do[key]()) }, t(`replay.${key}`));
    this.playButton = control("play");
    const faults = this.replay.turns.some((turn) => turn.legal === false) && !this.only;
    this.faultButtons = faults ? [control("previousFault"), control("nextFault")] : [];
    for (const button of this.faultButtons) button.className = "fault-button";
    const ends = this.only ? [null, null] : [control("first"), control("last")];
    return h(
      "div",
      { class: `replay-controls${faults ? "" : " no-faults"}` },
      ends[0],
      control("back"),
      this.playButton,
      control("forward"),
      ends[1],
      this.faultButtons,
      this.only ? null : this.speed.node,
    );
  }

  /** What keys and buttons do. */
  do = {
    back: () => this.go(this.at - 1),
    forward: () => this.go(this.at + 1),
    first: () => this.go(0),
    last: () => this.go(this.frames.length - 1),
    play: () => this.toggle(),
    nextFault: () => this.#fault(1),
    previousFault: () => this.#fault(-1),
  };

  #fault(by) {
    const found = this.only ? -1 : faultFrom(this.frames, this.at, by);
    if (found >= 0) this.go(found);
  }

  #listen() {
    const { signal } = this.#open;
    listenKeys(this.root, this.do, signal);
    if (this.only) return;
    addEventListener("hashchange", () => this.#follow(asked()), { signal });
    document.addEventListener("icekeeper:go", ({ detail }) => this.#follow(detail), { signal });
  }

  /** Show the turn that was asked for; one that was never played changes nothing. */
  #follow(wanted) {
    const first = wanted ? firstOf(this.frames, wanted.turn) : -1;
    if (first < 0) return;
    const { turn, k } = this.frames[first];
    const most = turn.steps.length - 1 - k;
    this.go(first + Math.max(0, Math.min(most, (wanted.step ?? k) - k)), false);
  }

  /** Show one step. */
  go(to, animate = true) {
    if (!this.frames.length) return;
    this.at = Math.max(0, Math.min(this.frames.length - 1, to));
    const frame = this.frames[this.at];
    const name = this.#name(frame.turn);
    this.scrub.value = this.at;
    this.scrub.setAttribute("aria-valuetext", name);
    this.board.show(this.game.sceneOf(frame.step, this.replay), animate);
    put(
      this.said,
      h(
        "h3",
        { class: "row" },
        frame.turn ? badge(frame.turn.player) : null,
        name,
        frame.turn?.seconds ? h("span", { class: "soft tabular" }, clock(frame.turn.seconds)) : null,
      ),
      h("p", {}, stepText(frame, this.game)),
      frame.last ? this.#verdict(frame.turn) : null,
    );
    this.picture?.show(frame);
    this.turns?.show(this.at);
    this.faultButtons.forEach((button, k) => (button.disabled = faultFrom(this.frames, this.at, k ? 1 : -1) < 0));
    if (!this.only) this.#tell(frame);
    this.onstep?.(this.at);
  }

  #name(turn) {
    if (!turn) return t("replay.start");
    const player = this.replay.players.find(({ colour }) => colour === turn.player);
    return `${t("turn.short", { n: turn.number })}, ${player ? playerName(player) : Colour(turn.player)}`;
  }

  /** Tell the address and whoever analyses what is shown. */
  #tell({ turn, step, k, last }) {
    const detail = {
      match: this.replay.id,
      turn: turn?.number ?? 0,
      step: k,
      word: step.word ?? null,
      state: step.state,
      last: Boolean(last),
    };
    tell(detail.turn);
    const slot = document.getElementById("analysis");
    if (slot) Object.assign(slot.dataset, { turn: detail.turn, step: detail.step });
    document.dispatchEvent(new CustomEvent("icekeeper:turn", { detail }));
  }

  #verdict(turn) {
    const fault = turn.legal === false;
    return h(
      "div",
      { class: `replay-verdict ${fault ? "fault" : "ok"}` },
      h("p", {}, turn.text && fault ? pick(turn.text) : verdictName(turn, this.game.ruleName)),
      turn.unchecked ? h("p", { class: "soft" }, pick(turn.unchecked)) : null,
      this.picture ? null : evidence(turn.evidence, this.pictureUrl),
    );
  }

  /** Run or hold. */
  toggle() {
    this.#timer ? this.stop() : this.#run();
  }

  #run() {
    if (!this.#timer && this.at === this.frames.length - 1) this.go(0, false);
    clearInterval(this.#timer);
    this.playButton.textContent = t("replay.hold");
    this.#timer = setInterval(
      () => (this.at < this.frames.length - 1 ? this.go(this.at + 1) : this.stop()),
      (still() ? PACE_MS * 1.5 : PACE_MS) / this.speed.value,
    );
  }

  stop() {
    clearInterval(this.#timer);
    this.#timer = 0;
    this.playButton.textContent = t("replay.play");
  }

  /** Stop for good: no more keys, no more news. */
  close() {
    this.stop();
    this.#open.abort();
  }
}
