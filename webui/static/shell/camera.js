// The camera's picture, refreshed while someone looks at it; one request at a time, so a slow line never piles up.

import { $ } from "./dom.js";

const PAUSE_MS = 220;

export class Camera {
  #running = false;
  #timer = 0;

  constructor(node, path = "/api/table/camera.jpg") {
    this.image = $("img", node);
    this.caption = $("figcaption", node);
    this.path = path;
  }

  /** Start or stop fetching. */
  run(on) {
    if (on === this.#running) return;
    this.#running = on;
    clearTimeout(this.#timer);
    if (on) this.#next();
  }

  async #next() {
    if (!this.#running) return;
    try {
      const answer = await fetch(`${this.path}${this.path.includes("?") ? "&" : "?"}n=${Date.now()}`);
      if (answer.ok && answer.status === 200) {
        const old = this.image.src;
        this.image.src = URL.createObjectURL(await answer.blob());
        if (old.startsWith("blob:")) URL.revokeObjectURL(old);
        this.image.hidden = false;
      }
    } catch {
      // The connection chip already says so; try again.
    }
    this.#timer = setTimeout(() => this.#next(), document.hidden ? 2000 : PAUSE_MS);
  }
}
