// How fast a replay runs; remembered on this device.

import { h } from "../kit/dom.js";
import { current, t } from "../kit/text.js";

const SPEEDS = [0.5, 1, 2, 4];
const KEY = "icekeeper.speed";

function remembered() {
  try {
    return Number(localStorage.getItem(KEY));
  } catch {
    return 1; // a shared file may have no memory
  }
}

export class SpeedChoice {
  constructor(onChange) {
    this.value = SPEEDS.includes(remembered()) ? remembered() : 1;
    const name = (speed) => `${speed.toLocaleString(current())}×`;
    this.node = h(
      "select",
      { class: "replay-speed", "aria-label": t("replay.speed"), onchange: (event) => this.#choose(event, onChange) },
      SPEEDS.map((speed) => h("option", { value: speed, selected: speed === this.value }, name(speed))),
    );
  }

  #choose(event, onChange) {
    this.value = Number(event.target.value);
    try {
      localStorage.setItem(KEY, String(this.value));
    } catch {
      // then it holds for this page only
    }
    onChange();
  }
}
