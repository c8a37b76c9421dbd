// How large, how fine and how often a phone sends: less when the line is slow, more again when it is quick.

// The size goes last: cubes are read from pixels. A turn is seen well enough at four pictures a second.
export const LEVELS = [
  { side: 1280, quality: 0.8, rate: 10 },
  { side: 1280, quality: 0.65, rate: 8 },
  { side: 1280, quality: 0.5, rate: 5 },
  { side: 960, quality: 0.6, rate: 4 },
  { side: 640, quality: 0.6, rate: 4 },
];
const SLOW_MS = 350;
const QUICK_MS = 160;
const PATIENCE = 10; // pictures before another step, so that one hiccup changes nothing
const TRUST = 40; // pictures that must have been quick before more is tried

export class Pace {
  #level = 0;
  #mean = 0;
  #since = 0;

  get now() {
    return LEVELS[this.#level];
  }

  /** Smoothed time from taking a picture to its acknowledgement. */
  get delay() {
    return Math.round(this.#mean);
  }

  /** One picture took so long. */
  note(ms) {
    this.#mean = this.#mean ? 0.8 * this.#mean + 0.2 * ms : ms;
    this.#since += 1;
    if (this.#mean > SLOW_MS && this.#since >= PATIENCE) this.#step(1);
    else if (this.#mean < QUICK_MS && this.#since >= TRUST) this.#step(-1);
  }

  /** A picture did not arrive. */
  lost() {
    this.#step(1);
  }

  #step(by) {
    const next = Math.min(LEVELS.length - 1, Math.max(0, this.#level + by));
    if (next !== this.#level) this.#mean = 0;
    this.#level = next;
    this.#since = 0;
  }
}
