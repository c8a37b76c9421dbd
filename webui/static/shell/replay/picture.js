// The camera's picture beside the drawing, where one is on record: as it was before the turn, then after it.

import { h } from "../kit/dom.js";
import { sign, t } from "../kit/text.js";

/** Whether any turn has a picture. */
export const anyPicture = (replay) => replay.turns.some((turn) => turn.evidence.length);

export class Picture {
  constructor(pictureUrl, turns) {
    Object.assign(this, { pictureUrl, turns });
    this.image = h("img", { hidden: true, alt: "" });
    this.caption = h("figcaption", {});
    this.node = h("figure", { class: "replay-picture" }, this.image, this.caption);
  }

  /** A turn with two pictures shows how it began; one that was kept for its end alone begins as the one before ended. */
  #before({ number, evidence }) {
    return evidence.length > 1 ? evidence[0] : this.turns.find((each) => each.number === number - 1)?.evidence.at(-1);
  }

  /** Show the picture that belongs to a frame. */
  show({ turn, last }) {
    const id = turn && (last ? turn.evidence.at(-1) : this.#before(turn));
    const name = id ? t(last ? "evidence.after" : "evidence.before") : "";
    this.image.hidden = !id;
    if (id && this.image.dataset.id !== id) Object.assign(this.image, { src: this.pictureUrl(id) }).dataset.id = id;
    this.image.alt = id ? `${t("stage.camera")}${sign(":")} ${name}` : "";
    this.caption.textContent = id ? `${t("stage.camera")} · ${name}` : t("replay.no-picture");
  }
}
