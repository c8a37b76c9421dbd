// A picture in place of the camera's: from a file, or the first picture of a film. The board is looked for in it.

import { h, put } from "../kit/dom.js";
import { send, sendPicture } from "../kit/live.js";
import { t } from "../kit/text.js";

const SIDE = 2560; // pixels, longer than any camera's picture that is worth it
const QUALITY = 0.92;

/** What can be drawn of a film: its first picture, once it has come. */
function firstOf(file) {
  const video = document.createElement("video");
  const address = URL.createObjectURL(file);
  return new Promise((resolve, reject) => {
    const over = (run) => () => (URL.revokeObjectURL(address), run());
    video.addEventListener("seeked", () => resolve(video), { once: true });
    video.addEventListener("loadeddata", () => (video.currentTime = 0.01), { once: true });
    video.addEventListener("error", over(reject), { once: true });
    Object.assign(video, { muted: true, preload: "auto", src: address });
  });
}

/** The picture of a file as JPEG. */
async function jpegOf(file) {
  const drawn = file.type.startsWith("video/") ? await firstOf(file) : await createImageBitmap(file);
  const [width, height] = [drawn.videoWidth ?? drawn.width, drawn.videoHeight ?? drawn.height];
  const zoom = Math.min(1, SIDE / Math.max(width, height));
  const canvas = h("canvas", { width: Math.round(width * zoom), height: Math.round(height * zoom) });
  canvas.getContext("2d").drawImage(drawn, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
}

export class StillChoice {
  /** `onPicture(problem)` hears that another picture counts now, or why none could be taken. */
  constructor(onPicture) {
    Object.assign(this, { onPicture, held: false });
    this.node = h("div", { class: "row still-choice" });
  }

  reset() {
    this.held = false;
  }

  show() {
    const input = h("input", {
      type: "file",
      id: "board-still",
      class: "visually-hidden",
      accept: "image/*,video/*",
      onchange: () => this.#take(input.files[0]),
    });
    put(
      this.node,
      this.held ? h("span", { class: "soft", role: "status" }, t("still.held")) : null,
      input,
      h("label", { class: "button", for: "board-still" }, t("still.take")),
      this.held
        ? h("button", { type: "button", id: "board-live", onclick: () => this.#live() }, t("still.live"))
        : null,
    );
  }

  async #take(file) {
    if (!file) return;
    const blob = await jpegOf(file).catch(() => null);
    if (!blob) return this.onPicture(t("still.unreadable"));
    try {
      ({ held: this.held } = await sendPicture("/api/setup/still", blob));
      this.onPicture(null);
    } catch (error) {
      this.onPicture(error.message);
    }
  }

  async #live() {
    await send("/api/setup/still", {}, "DELETE");
    this.held = false;
    this.onPicture(null);
  }
}
