// Choosing a camera: the machine's own with thumbnails, a network address, a phone, the virtual table, or none.

import { $, h, put } from "../kit/dom.js";
import { toast } from "../kit/head.js";
import { ask, send } from "../kit/live.js";
import { t } from "../kit/text.js";

const REFRESH_MS = 3000;

export class CameraStep {
  #timer = 0;

  /** `onChoose(source)` is called when a camera runs; "none" means playing by hand. */
  constructor(node, onChoose, { none = true, purpose = "match", game = null } = {}) {
    Object.assign(this, { node, onChoose, none, purpose, game, cameras: [], lan: false, noLan: false, given: null });
  }

  async load() {
    const { cameras, lan, given } = await ask("/api/setup/cameras");
    Object.assign(this, { cameras, lan, given });
    this.show();
  }

  show() {
    const card = (source, title, why, extra = null) =>
      h(
        "li",
        {},
        h(
          "button",
          { type: "button", class: "card tile", "data-source": source, onclick: () => this.choose(source) },
          extra,
          h("strong", {}, title),
          h("span", { class: "soft" }, why),
        ),
      );
    const thumbs = this.cameras.map((camera) =>
      card(
        camera.source,
        t("camera.own", { n: camera.number }),
        t("camera.own.why"),
        h("img", { class: "thumb", alt: "", "data-thumb": /^\d+$/.test(camera.source) ? camera.source : null }),
      ),
    );
    put(
      this.node,
      this.noLan
        ? h(
            "div",
            { class: "notice", id: "phone-lan", role: "status" },
            h("p", {}, t("camera.phone.lan")),
            h("p", {}, h("code", {}, "icekeeper play --lan")),
            h("p", {}, t("camera.phone.lan.why")),
          )
        : null,
      h(
        "ul",
        { class: "tiles" },
        this.#showsGiven() ? card("given", this.given.name, t("camera.given.why")) : null,
        thumbs,
        card("phone", t("camera.phone"), t("camera.phone.why")),
        card("demo", t("camera.demo"), t("camera.demo.why")),
        this.none ? card("none", t("camera.none"), t("camera.none.why")) : null,
      ),
      h(
        "form",
        {
          class: "row",
          id: "address-form",
          onsubmit: (event) => (event.preventDefault(), this.choose($("#address").value.trim())),
        },
        h("label", { for: "address" }, t("camera.address")),
        h("input", {
          type: "text",
          id: "address",
          autocomplete: "off",
          placeholder: "192.168.1.20:8080/video",
          required: true,
        }),
        h("button", {}, t("camera.open")),
      ),
      this.cameras.length ? null : h("p", { class: "soft" }, t("camera.no-own")),
    );
  }

  /** Whether the command gave what is not among the cameras anyway. */
  #showsGiven() {
    return this.given?.game === this.game && !this.cameras.some(({ source }) => source === this.given.name);
  }

  /** Refresh the thumbnails while this step is shown. */
  run(on) {
    clearTimeout(this.#timer);
    if (on) this.#thumbs();
  }

  async #thumbs() {
    for (const image of this.node.querySelectorAll("[data-thumb]")) {
      const answer = await fetch(`/api/setup/thumbnail/${image.dataset.thumb}.jpg`).catch(() => null);
      if (answer?.status === 200) image.src = URL.createObjectURL(await answer.blob());
    }
    this.#timer = setTimeout(() => this.#thumbs(), REFRESH_MS);
  }

  /** Open this camera. */
  async choose(source) {
    if (source === "phone" && !this.lan) return this.#sayLan();
    this.run(false);
    try {
      if (source === "none") await send("/api/setup/no-camera");
      else await send("/api/setup/camera", { source, purpose: this.purpose, game: this.game });
      this.onChoose(source);
    } catch (error) {
      toast(error.message);
      this.run(true);
    }
    return null;
  }

  // No phone can reach this page as it was started: say how to start it, instead of waiting for pictures for ever.
  #sayLan() {
    this.noLan = true;
    this.show();
    $("#phone-lan").scrollIntoView({ block: "nearest" });
  }
}
