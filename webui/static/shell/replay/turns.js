// The list of turns beside a replay: who, what, verdict. The turn that is shown opens into its steps.

import { h, put } from "../kit/dom.js";
import { badge } from "../kit/marks.js";
import { playerName, t } from "../kit/text.js";
import { firstOf, stepText, verdictName } from "./frames.js";

export class TurnList {
  #shown = null;

  /** `onJump(frame)` is called with the frame somebody wants to see. */
  constructor(replay, game, frames, onJump) {
    Object.assign(this, { replay, game, frames, onJump });
    this.names = Object.fromEntries(replay.players.map((player) => [player.colour, playerName(player)]));
    this.node = h("ol", { class: "replay-turns", "aria-label": t("history"), tabindex: "0" });
    this.items = new Map(replay.turns.map((turn) => [turn.number, this.#item(turn)]));
    put(this.node, replay.turns.length ? [...this.items.values()] : h("li", { class: "soft" }, t("history.none")));
  }

  #item(turn) {
    const what = turn.actions.map((word) => this.game.actionText(word, turn.several)).join(" · ");
    const kind = turn.legal === false ? "fault" : turn.winners ? "won" : turn.legal ? "ok" : "open";
    return h(
      "li",
      {},
      h(
        "button",
        {
          type: "button",
          class: kind,
          "data-turn": turn.number,
          onclick: () => this.onJump(firstOf(this.frames, turn.number)),
        },
        h("span", { class: "tabular number" }, turn.number),
        badge(turn.player),
        h("strong", {}, this.names[turn.player]),
        h("span", { class: "verdict" }, verdictName(turn, this.game.ruleName)),
        turn.human ? h("span", { class: "soft" }, t("history.human")) : null,
        h("span", { class: "what" }, what || t("replay.nothing")),
      ),
    );
  }

  /** Mark what is shown, and bring it into sight without moving the page. */
  show(at) {
    const number = this.frames[at].turn?.number ?? 0;
    if (number !== this.#shown) this.#open(number);
    for (const step of this.node.querySelectorAll("[data-frame]"))
      step.setAttribute("aria-current", String(Number(step.dataset.frame) === at));
    const item = this.items.get(number);
    if (!item) this.node.scrollTop = 0;
    else this.#bring(item.querySelector('[aria-current="true"][data-frame]') ?? item.querySelector("button"));
  }

  /** Scroll the list, and only it, until the node is in sight. */
  #bring(node) {
    const [own, list] = [node.getBoundingClientRect(), this.node.getBoundingClientRect()];
    if (own.top < list.top || own.bottom > list.bottom) this.node.scrollTop += own.top - list.top - list.height / 3;
  }

  #open(number) {
    const [old, now] = [this.items.get(this.#shown), this.items.get(number)];
    old?.querySelector("ol")?.remove();
    old?.querySelector("button").setAttribute("aria-current", "false");
    now?.querySelector("button").setAttribute("aria-current", "true");
    now?.append(h("ol", { class: "replay-steps" }, this.#steps(number)));
    this.#shown = number;
  }

  #steps(number) {
    return this.frames.flatMap((frame, at) =>
      frame.turn?.number === number && frame.step.word
        ? [
            h(
              "li",
              {},
              h(
                "button",
                { type: "button", class: "quiet", "data-frame": at, onclick: () => this.onJump(at) },
                stepText(frame, this.game),
              ),
            ),
          ]
        : [],
    );
  }
}
