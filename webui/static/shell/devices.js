// The devices that have joined; the host can take a place back.

import { $, h, put } from "./kit/dom.js";
import { toast } from "./kit/head.js";
import { ask, send } from "./kit/live.js";
import { current, t } from "./kit/text.js";

const NOW_S = 30;
let devices = [];

async function remove(device) {
  if (!confirm(t("devices.remove-sure"))) return;
  try {
    await send(`/api/devices/${encodeURIComponent(device.id)}`, {}, "DELETE");
  } catch (error) {
    toast(error.message);
  }
  await refreshDevices();
}

function row(device) {
  const since = new Date(device.joined_at * 1000).toLocaleTimeString(current(), { timeStyle: "short" });
  const here = Date.now() / 1000 - device.seen_at < NOW_S;
  return h(
    "li",
    { class: "card row device", "data-device": device.id },
    h("strong", {}, t(device.role === "seat" ? "devices.seat" : "devices.spectator")),
    h("span", {}, device.about),
    h("span", { class: "soft" }, `${device.address} · ${t("devices.since", { time: since })}`),
    h("span", { class: "soft" }, t(here ? "devices.here" : "devices.away")),
    h("button", { type: "button", onclick: () => remove(device) }, t("devices.remove")),
  );
}

/** Draw the list again, as after another language was chosen. */
export function showDevices() {
  put($("#devices"), devices.length ? devices.map(row) : h("li", { class: "soft" }, t("devices.none")));
}

/** Ask who is here now. */
export async function refreshDevices() {
  const before = JSON.stringify(devices);
  ({ devices } = await ask("/api/devices").catch(() => ({ devices })));
  if (JSON.stringify(devices) !== before || !$("#devices").children.length) showDevices();
}
