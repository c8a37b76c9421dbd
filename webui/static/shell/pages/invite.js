// The codes on the host's screen; a seat's code changes as soon as it was used.

import { refreshDevices, showDevices } from "../devices.js";
import { $, h, put } from "../kit/dom.js";
import { setupHead } from "../kit/head.js";
import { ask } from "../kit/live.js";
import { load, onChange, t } from "../kit/text.js";

let shown = "";
let codes = null;

function show() {
  const card = (kind) =>
    h(
      "section",
      { class: "card stack" },
      h("h2", {}, t(`invite.${kind}`)),
      h("p", { class: "soft" }, t(`invite.${kind}.why`)),
      h("img", { src: `/api/invitation/${kind}.svg?${codes[kind].code}`, alt: t("invite.qr") }),
      h("p", { class: "code" }, codes[kind].code),
      h("p", { class: "soft" }, codes[kind].link.split("#")[0]),
    );
  const named = codes.name ? h("p", { id: "name" }, t("invite.name", { address: codes.name })) : null;
  put($("#codes"), card("seat"), card("watch"), named);
  put(
    $("#tls"),
    h("p", {}, t("tls.warning")),
    h("p", { class: "soft" }, t("tls.fingerprint")),
    h("p", { class: "fingerprint" }, codes.fingerprint),
    h("p", {}, t("tls.authority")),
    h("a", { class: "button", href: "/authority.crt", download: "" }, t("tls.download")),
  );
}

async function refresh() {
  await refreshDevices();
  codes = await ask("/api/invitation").catch(() => codes);
  if (codes && JSON.stringify(codes) !== shown) {
    shown = JSON.stringify(codes);
    show();
  }
}

await load();
setupHead();
await refresh();
onChange(() => (show(), showDevices()));
setInterval(refresh, 3000);
document.body.dataset.ready = "yes";
