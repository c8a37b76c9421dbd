// The camera's picture, refreshed while someone looks at it; one request at a time, so a slow line never piles up.
// Where the server tells a picture's index, it waits for the next one itself, and pictures are shown as they come.

import { $ } from "../kit/dom.js";

const PAUSE_MS = 220;

export class Camera {
  #running = false;
  #timer = 0;
  #index = -1;

  constructor(node, path = "/api/table/camera.jpg") {
    this.image = $("img", node);
    this.caption = $("figcaption", node);
    this.path = path;
  }

  /** Start or stop fetching; whether that is a change. */
  run(on) {
    if (on === this.#running) return false;
    this.#running = on;
    clearTimeout(this.#timer);
    if (on) this.#next();
    return true;
  }

  async #next() {
    if (!this.#running) return;
    let waits = false; // where the server waits for the next picture, we need not
    try {
      const answer = await fetch(`${this.path}?after=${this.#index}&n=${Date.now()}`);
      if (answer.ok && answer.status === 200) {
        const old = this.image.src;
        this.image.src = URL.createObjectURL(await answer.blob());
        if (old.startsWith("blob:")) URL.revokeObjectURL(old);
        this.image.hidden = false;
        this.#index = Number(answer.headers.get("X-Index") ?? -1);
        this.image.dataset.taken = answer.headers.get("X-Taken") ?? "";
      }
      waits = answer.headers.has("X-Index") || (answer.status === 204 && this.#index >= 0);
    } catch {
      // The connection chip already says so; try again.
    }
    this.#timer = setTimeout(() => this.#next(), document.hidden ? 2000 : waits ? 0 : PAUSE_MS);
  }
}
