// The phone's camera: which lens, its light, and keeping the screen on; whatever of it the browser offers.

import { $, h, put } from "../kit/dom.js";
import { t } from "../kit/text.js";

const WISH = { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 15 } };

export class Lens {
  #stream = null;
  #lock = null;
  #torch = false;

  /** `onLost` is called when the camera goes away by itself. */
  constructor(video, controls, onLost) {
    Object.assign(this, { video, controls, onLost, lens: null });
    document.addEventListener("visibilitychange", () => this.#keepAwake());
  }

  get running() {
    return Boolean(this.#stream?.active);
  }

  /** Open the camera and show its picture. */
  async open() {
    this.close();
    const which = this.lens ? { deviceId: { exact: this.lens } } : { facingMode: { ideal: "environment" } };
    this.#stream = await navigator.mediaDevices.getUserMedia({ video: { ...which, ...WISH }, audio: false });
    this.video.srcObject = this.#stream;
    await this.video.play();
    this.video.hidden = false;
    this.#track().addEventListener("ended", () => this.onLost());
    this.#torch = false;
    await this.#keepAwake();
    await this.show();
  }

  close() {
    for (const track of this.#stream?.getTracks() ?? []) track.stop();
    this.#stream = null;
  }

  /** The controls that this camera has. */
  async show() {
    const lenses = (await navigator.mediaDevices.enumerateDevices()).filter((d) => d.kind === "videoinput");
    const can = this.#track()?.getCapabilities?.() ?? {};
    put(this.controls, lenses.length > 1 ? this.#choice(lenses) : null, can.torch ? this.#light() : null);
  }

  #track() {
    return this.#stream?.getVideoTracks()[0];
  }

  #choice(lenses) {
    const used = this.#track()?.getSettings().deviceId;
    const change = (event) => {
      this.lens = event.target.value;
      this.open().catch(() => this.onLost());
    };
    return [
      h("label", { for: "lens" }, t("phone.lens")),
      h(
        "select",
        { id: "lens", autocomplete: "off", onchange: change },
        lenses.map((d, i) =>
          h("option", { value: d.deviceId, selected: d.deviceId === used }, d.label || t("camera.own", { n: i + 1 })),
        ),
      ),
    ];
  }

  #light() {
    const toggle = async () => {
      this.#torch = !this.#torch;
      await this.#track().applyConstraints({ advanced: [{ torch: this.#torch }] });
      $("#torch").setAttribute("aria-pressed", String(this.#torch));
    };
    return h(
      "button",
      { type: "button", id: "torch", "aria-pressed": String(this.#torch), onclick: toggle },
      t("phone.torch"),
    );
  }

  // The lock is lost whenever the page is hidden; a phone that refuses goes dark by its own settings.
  async #keepAwake() {
    if (document.hidden || !this.running) return;
    this.#lock = (await navigator.wakeLock?.request("screen").catch(() => null)) ?? this.#lock;
  }
}
