// A past turn on a board of its own: words are tapped there as if it were being played now, and taken off the end again.

import { h, s } from "../kit/dom.js";
import { toast } from "../kit/head.js";
import { send } from "../kit/live.js";
import { pick } from "../kit/text.js";

export const END = "done"; // a word that no tap on a board says

/** The turn as if it were being played now, for the board and the taps of its game. */
const asPlayed = (view, { turn, words, now }) => ({
  ...view,
  how: null,
  winners: "",
  waiting: [],
  unknown: [],
  to_put_back: null,
  seen: null,
  eye: { ...view.eye, status: "off", places: [] },
  state: now.state,
  turn: {
    ...now.turn,
    number: `${turn.number}.${words.length}`,
    player: turn.player,
    actions: words,
    several: now.several,
    undone: [],
  },
});

export class TryBoard {
  #closed = false;

  /** `turn` {number, player} of the match of `view`; `changed()` is called whenever `now` says what the words come to. */
  constructor(game, view, turn, words, changed) {
    Object.assign(this, { game, view, turn, words: [...words], changed, now: null });
    this.path = `/api/matches/${encodeURIComponent(view.match.id)}/try`;
    this.svg = s("svg", { class: "board turn-board", role: "group", viewBox: "-380 -380 760 760" });
    this.help = h("div", { class: "hand-help" });
    this.board = new game.Board(this.svg);
    this.taps = new game.Taps(this.board, this.help, (word) => this.putOn(word), toast);
  }

  #tried(words) {
    return send(this.path, { turn: this.turn.number, words });
  }

  /** Ask what the words come to, and draw it. */
  async draw() {
    this.now = await this.#tried(this.words);
    if (this.#closed) return;
    const played = asPlayed(this.view, this);
    this.board.show(this.game.scene(played));
    this.taps.update(played, true);
    this.changed();
  }

  /** One more word; what breaks a rule is said, and not put on. */
  async putOn(word) {
    const next = await this.#tried([...this.words, word]).catch((error) => toast(error.message));
    if (!next) return null;
    if (next.fault && !this.now.legal.includes(word)) return toast(pick(next.fault));
    this.words.push(word);
    return this.draw();
  }

  drop() {
    this.words.pop();
    return this.draw();
  }

  /** Nothing is drawn any more. */
  close() {
    this.#closed = true;
  }
}
