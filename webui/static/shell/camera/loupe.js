// A magnifier: the picture around one point, with the lines drawn on it.

import { h } from "../kit/dom.js";

const SIDE = 150;
const ZOOM = 4;

export class Loupe {
  constructor(image) {
    this.image = image;
    this.node = h("canvas", { class: "loupe", width: SIDE, height: SIDE, hidden: true, "aria-hidden": "true" });
  }

  hide() {
    this.node.hidden = true;
  }

  /** Show what lies around `at`, in the corner furthest from it. */
  show(at, lines) {
    const { naturalWidth: width, naturalHeight: height } = this.image;
    if (!width) return;
    const shown = (this.image.clientWidth || width) / width;
    const reach = SIDE / ZOOM / Math.min(shown, 1) / 2;
    const zoom = SIDE / (2 * reach);
    const pen = this.node.getContext("2d");
    pen.fillStyle = "#0a141b";
    pen.fillRect(0, 0, SIDE, SIDE);
    pen.drawImage(this.image, at[0] - reach, at[1] - reach, 2 * reach, 2 * reach, 0, 0, SIDE, SIDE);
    pen.strokeStyle = "#46e68c";
    pen.lineWidth = 1.5;
    for (const line of lines) {
      pen.beginPath();
      for (const [x, y] of line) pen.lineTo((x - at[0] + reach) * zoom, (y - at[1] + reach) * zoom);
      pen.closePath();
      pen.stroke();
    }
    pen.strokeStyle = "#ffffff";
    pen.lineWidth = 1;
    pen.beginPath();
    for (const [x, y, u, v] of [
      [0.5, 0.38, 0.5, 0.62],
      [0.38, 0.5, 0.62, 0.5],
    ]) {
      pen.moveTo(x * SIDE, y * SIDE);
      pen.lineTo(u * SIDE, v * SIDE);
    }
    pen.stroke();
    this.node.classList.toggle("right", at[0] < width / 2);
    this.node.classList.toggle("low", at[1] < height / 2 && at[0] > width * 0.3 && at[0] < width * 0.7);
    this.node.hidden = false;
  }
}
