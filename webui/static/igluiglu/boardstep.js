// Finding the board of IGLU IGLU: by itself, or by dragging its four corners on the live picture; the drawn grid is the proof.

import { BoardOnPicture } from "../shell/camera/boardstep.js";
import { h } from "../shell/kit/dom.js";
import { t } from "../shell/kit/text.js";

const CORNERS = ["a1", "h1", "h8", "a8"];
const button = (text, onclick, more = {}) => h("button", { type: "button", onclick, ...more }, text);

export class BoardStep extends BoardOnPicture {
  constructor(node, onFound) {
    super(node, onFound, { corners: CORNERS });
  }

  words() {
    return { how: t("corners.how"), group: t("corners.four") };
  }

  cornerName(name) {
    return name;
  }

  cornerText(corner) {
    return t("corners.one", { corner });
  }

  buttonsFor({ find }) {
    const disabled = this.busy;
    return [
      button(t("boardstep.auto"), () => find(false), { id: "find-auto", class: "main-action", disabled }),
      button(t("corners.check"), () => find(true), { id: "find-corners", disabled }),
    ];
  }

  reportFor({ good, north }) {
    if (!this.found) return this.message ? h("p", { class: "notice" }, this.message) : null;
    const { grade, advice } = this.found;
    const first = (corner) =>
      button(t("corners.call-first", { corner }), () => north(corner), { "data-first": corner });
    return [
      h("p", { class: `grade ${grade}` }, h("strong", {}, t(`grade.${grade}`))),
      h(
        "ul",
        { class: "advice" },
        advice.map((key) => h("li", {}, t(`advice.${key}`))),
      ),
      h("div", { class: "row" }, h("span", {}, t("corners.first")), CORNERS.slice(1).map(first)),
      button(t("boardstep.good"), good, { class: "main-action", id: "board-good", disabled: this.busy }),
    ];
  }
}
