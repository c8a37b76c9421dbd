// Play by hand: every action is entered on the board. Sides of the block tilt, pawns take an arrow, arcs turn cubes.

import { h, put } from "../shell/kit/dom.js";
import { Colour, t } from "../shell/kit/text.js";
import { button, handles, zones } from "./drawing/handles.js";
import { meant, openStack } from "./drawing/near.js";
import { SLOTS } from "./drawing/plan.js";
import { actionText, letterOf, parse } from "./words.js";

function unbutton(node) {
  for (const name of ["role", "tabindex", "aria-label"]) node.removeAttribute(name);
  node.onclick = node.onkeydown = null;
  node.classList.remove("can", "owed", "chosen");
}

/** The actions a pawn can make: the topmost of its colour may leave out its height. */
function actionsOf(legal, piece, stack) {
  const top = stack.lastIndexOf(piece.colour);
  return legal.filter(
    (a) =>
      a.kind === "step" &&
      a.colour === piece.colour &&
      a.space === piece.space &&
      (piece.space === 0 || (a.path === piece.path && (a.height ?? top) === piece.k)),
  );
}

export class Taps {
  /** `act(word)` plays an action; `explain(text)` says why a tap does nothing. */
  constructor(board, help, act, explain) {
    Object.assign(this, { board, help, send: act, explain, chosen: null, waiting: false });
    board.svg.addEventListener("click", (event) => this.#thumb(event), true);
    board.svg.addEventListener("click", () => this.choose(null));
    board.svg.addEventListener("keydown", (event) => event.key === "Escape" && this.choose(null));
  }

  /** Offer what is legal now; with `active` false only what is owed is marked. */
  update(view, active) {
    const words = view.turn.legal.join() + view.turn.number;
    if (words !== this.words && !this.#stillPossible(view)) this.chosen = null;
    this.words = words;
    this.view = view;
    this.active = active && !view.winners;
    this.legal = view.turn.legal.map(parse).filter(Boolean);
    this.owed = new Set(view.turn.owed.flatMap((each) => each.actions));
    this.#draw();
  }

  // A side that was chosen while the last tilt was on its way stays chosen.
  #stillPossible(view) {
    return (
      this.chosen?.kind === "pair" &&
      view.turn.legal.some((word) => parse(word)?.kind === "tilt" && word[0] === this.chosen.pair)
    );
  }

  /** Send one action; a second tap before the answer is not a second wish. */
  async act(word) {
    if (this.waiting) return;
    this.waiting = true;
    this.board.svg.setAttribute("aria-busy", "true");
    this.choose(null);
    try {
      await this.send(word);
    } finally {
      this.waiting = false;
      this.board.svg.removeAttribute("aria-busy");
    }
  }

  choose(chosen) {
    this.chosen = chosen;
    if (this.view) this.#draw();
  }

  /** What drawing the block's own buttons needs. */
  get #tap() {
    const { board, legal, chosen } = this;
    return { board, legal, chosen, choose: (next) => this.choose(next), act: (word) => this.act(word) };
  }

  #draw() {
    const here = this.#holdsFocus();
    this.#pawns();
    this.#cubes();
    put(this.board.layers.taps, this.active ? [zones(this.#tap), handles(this.#tap)] : []);
    this.#choices();
    if (here && !this.#holdsFocus()) this.#focusNext();
  }

  #holdsFocus() {
    const now = document.activeElement;
    return this.board.svg.contains(now) || this.help.contains(now);
  }

  /** Redrawing takes away what had the keyboard: go on with what comes next. */
  #focusNext() {
    const inside = (css) => this.board.svg.querySelector(css);
    const next =
      inside(".handle") ??
      this.help.querySelector("button") ??
      inside(".zone") ??
      inside(".pawn.owed") ??
      inside(".can");
    next?.focus({ preventScroll: true });
  }

  #pawns() {
    for (const piece of this.board.pieces) {
      const stack =
        piece.space >= 1 && piece.space <= this.board.plan.spaces
          ? this.view.state.paths[piece.path][piece.space - 1]
          : "";
      const mine = piece.space > this.board.plan.spaces ? [] : actionsOf(this.legal, piece, stack);
      unbutton(piece.node);
      piece.press = null;
      piece.node.classList.toggle(
        "owed",
        (piece.space > 0 || piece.k === 0) && mine.some((a) => this.owed.has(a.word)),
      );
      if (!this.active || piece.space > this.board.plan.spaces) continue;
      const place = piece.space ? `${t(`path.${piece.path}`)} ${piece.space}` : t("start");
      const label = `${Colour(piece.colour)}, ${place}`;
      if (mine.length) {
        piece.node.classList.add("can");
        piece.node.classList.toggle("chosen", this.chosen?.node === piece.node);
        Object.assign(piece, { label, press: () => this.#pressPawn(piece, mine) });
        button(piece.node, label, piece.press);
      } else {
        piece.node.onclick = () => this.#refuse(piece);
      }
    }
  }

  /** A tap by a pointer (a keyboard presses exactly one): what it may have meant, and a choice where that is several. */
  #thumb(event) {
    if (!this.active || !event.detail || event.target.closest(".handle, .zone, .cube.can")) return;
    const pieces = meant(this.board.pieces, event.target, event.clientX, event.clientY);
    if (!pieces.length || (pieces.length === 1 && pieces[0].node.contains(event.target))) return;
    event.stopPropagation();
    if (pieces.length === 1) pieces[0].press();
    else openStack(pieces);
  }

  #pressPawn(piece, mine) {
    if (mine.length === 1) return this.act(mine[0].word);
    return this.choose({ kind: "pawn", node: piece.node, actions: mine });
  }

  /** An illegal wish is sent to the referee so that its rule is named. */
  #refuse(piece) {
    const tops = this.view.turn.symbols.filter((each) => letterOf(each.symbol) === piece.colour);
    const top = tops.find((each) => !piece.path || each.facing === piece.path) ?? tops[0];
    if (!top) return this.explain(t("tap.no-arrow", { colour: Colour(piece.colour) }));
    const height = piece.space ? `.${piece.k}` : "";
    return this.act(`${piece.colour}${piece.path || top.facing}${piece.space}${height}@${top.slot}`);
  }

  #cubes() {
    const picks = this.chosen?.kind === "pawn" ? this.chosen.actions : [];
    const turns = this.legal.filter((a) => a.kind === "turn");
    for (const slot of SLOTS) {
      const node = this.board.cubes[slot];
      unbutton(node);
      node.classList.toggle(
        "owed",
        this.view.turn.owed.some((each) => each.slot === slot),
      );
      if (!this.active) continue;
      const direct = picks.filter((a) => (a.circle ?? a.arrow) === slot);
      if (direct.length === 1)
        this.#offerCube(node, actionText(direct[0].word, this.view.turn.several), () => this.act(direct[0].word));
      else if (this.chosen?.kind === "arc") this.#arcTarget(node, slot, turns);
      else if (turns.some((a) => a.arc === slot))
        this.#offerCube(node, t("tap.arc", { slot: t(`slot.${slot}`) }), () =>
          this.choose({ kind: "arc", arc: slot, cube: null }),
        );
      node.classList.toggle("chosen", (this.chosen?.cube ?? this.chosen?.arc) === slot || direct.length === 1);
    }
  }

  #arcTarget(node, slot, turns) {
    if (!turns.some((a) => a.arc === this.chosen.arc && a.cube === slot)) return;
    this.#offerCube(node, t("tap.turn", { slot: t(`slot.${slot}`) }), () =>
      this.choose({ ...this.chosen, cube: slot }),
    );
  }

  #offerCube(node, label, onPress) {
    node.classList.add("can");
    button(node, label, onPress);
  }

  /** The same choices in words below the board, and what to do next. */
  #choices() {
    if (!this.active) return put(this.help);
    const pawnChoices = this.chosen?.kind === "pawn" ? this.chosen.actions : [];
    const text =
      this.chosen?.kind === "arc"
        ? this.chosen.cube
          ? t("tap.which-way")
          : t("tap.which-cube")
        : this.chosen?.kind === "pair"
          ? t("tap.which-way")
          : pawnChoices.length
            ? t("tap.which-arrow")
            : this.#hint();
    return put(
      this.help,
      h(
        "div",
        { class: "card", role: "group", "aria-label": t("tap.choices") },
        h("span", {}, text),
        pawnChoices.map((a) =>
          h("button", { type: "button", "data-word": a.word, onclick: () => this.act(a.word) }, this.#choiceText(a)),
        ),
      ),
    );
  }

  #choiceText(a) {
    const where = a.space ? "" : `${t(`path.${a.path}`)}, `;
    return (
      where +
      (a.circle
        ? t("tap.by-circle", { circle: t(`slot.${a.circle}`), arrow: t(`slot.${a.arrow}`) })
        : t("tap.by-arrow", { arrow: t(`slot.${a.arrow}`) }))
    );
  }

  #hint() {
    if (this.legal.some((a) => a.kind === "tilt")) return t("tap.tilt");
    if (this.legal.some((a) => a.kind === "step"))
      return t(this.legal.some((a) => a.kind === "turn") ? "tap.pawn-or-arc" : "tap.pawn");
    return t(this.legal.length ? "tap.arc-only" : "tap.nothing");
  }
}

/** The space an owed action would reach, for the board's soft rings. */
export function reached(view) {
  return view.turn.owed
    .flatMap((each) => each.actions.map(parse))
    .filter((a) => a?.kind === "step")
    .map((a) => ({ path: a.path, space: a.space + 1 }));
}
