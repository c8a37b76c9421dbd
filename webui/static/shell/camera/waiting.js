// What stands in the place of a picture until the first one comes: never a black box without a word.

import { h, put } from "../kit/dom.js";
import { ask } from "../kit/live.js";
import { t } from "../kit/text.js";

const LOOK_MS = 2000;
const LONG_MS = 8000;

export class Waiting {
  #timer = 0;
  #since = 0;
  #code = null;
  #source = "";

  constructor() {
    this.node = h("div", { class: "waiting stack", role: "status" });
    this.report = h("p", { class: "soft tabular" });
    this.node.hidden = true;
  }

  /** A camera was chosen; its first picture is awaited. */
  begin(source) {
    this.#source = source;
    this.#since = Date.now();
    this.node.hidden = false;
    this.show();
  }

  /** A picture has come. */
  came() {
    this.node.hidden = true;
  }

  run(on) {
    clearTimeout(this.#timer);
    if (on) this.#look();
  }

  async #look() {
    if (!this.node.hidden && this.#source === "phone") {
      const { seat } = await ask("/api/invitation").catch(() => ({ seat: null }));
      this.#code = seat;
    }
    if (!this.node.hidden) this.show();
    await this.#tell();
    this.#timer = setTimeout(() => this.#look(), LOOK_MS);
  }

  // How the phone is doing, for whoever sits at the table.
  async #tell() {
    const { phone } = this.#source === "phone" ? await ask("/api/setup/phone").catch(() => ({})) : {};
    const parts = phone ? [t("phone.rate", { n: Math.round(phone.rate) })] : [];
    if (phone?.delay_ms != null) parts.push(t("phone.delay", { n: phone.delay_ms }));
    if (phone?.battery != null) parts.push(t("phone.battery", { n: phone.battery }));
    this.report.textContent = this.node.hidden && parts.length ? `${t("camera.phone")}: ${parts.join(" · ")}` : "";
  }

  show() {
    if (this.node.hidden) return;
    if (this.#source === "phone") this.#invite();
    else put(this.node, h("p", {}, t(Date.now() - this.#since > LONG_MS ? "waiting.long" : "waiting.first")));
  }

  // Drawn again only when the code has changed, so that the picture of it stays while it is scanned.
  #invite() {
    const drawn = `${document.documentElement.lang} ${this.#code?.code}`;
    if (this.node.dataset.drawn === drawn) return;
    this.node.dataset.drawn = drawn;
    put(
      this.node,
      h("strong", {}, t("waiting.phone")),
      this.#code
        ? h("img", { class: "qr", src: `/api/invitation/camera.svg?${this.#code.code}`, alt: t("invite.qr") })
        : null,
      this.#code
        ? h("p", {}, this.#code.link.split("#")[0], " · ", h("strong", { class: "code" }, this.#code.code))
        : null,
      h("p", {}, t("waiting.phone.then")),
      h("p", {}, t("tls.warning")),
    );
  }
}
