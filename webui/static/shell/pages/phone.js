// A phone as the camera: live video over https, single pictures where the browser gives no more.

import { Lens } from "../camera/lens.js";
import { Pace } from "../camera/pace.js";
import { $, h, put } from "../kit/dom.js";
import { setupHead } from "../kit/head.js";
import { ask, sendPicture } from "../kit/live.js";
import { load, onChange, t } from "../kit/text.js";

const FLYING = 2; // pictures under way at once: while one is acknowledged the next is already being made
const AGAIN_MS = 1000;
const IDLE_MS = 1500;
const STILL = { side: 1600, quality: 0.88 };
const pace = new Pace();
const canvas = document.createElement("canvas");
const video = $("#phone-video");
let battery = null;
let flying = 0;
let sent = 0;
let startedAt = [];
let told = ["", {}];

function say(key, params = {}) {
  told = [key, params];
  $("#phone-said").textContent = key ? t(key, params) : "";
}

function numbers() {
  const now = performance.now();
  startedAt = startedAt.filter((at) => now - at < 3000);
  const size = `${canvas.width}×${canvas.height}`;
  const parts = [t("phone.rate", { n: Math.round(startedAt.length / 3) }), t("phone.delay", { n: pace.delay }), size];
  if (battery) parts.push(t("phone.battery", { n: Math.round(battery.level * 100) }));
  $("#phone-numbers").textContent = parts.join(" · ");
}

function shot(source, width, height, { side, quality }) {
  const zoom = Math.min(1, side / Math.max(width, height));
  canvas.width = Math.round(width * zoom);
  canvas.height = Math.round(height * zoom);
  canvas.getContext("2d").drawImage(source, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
}

async function push(blob, more) {
  const query = new URLSearchParams({ ...more, delay: pace.delay });
  if (battery) query.set("battery", Math.round(battery.level * 100));
  try {
    return await sendPicture(`/api/phone/picture?${query}`, blob);
  } catch (error) {
    // The place ended with its match, or was taken back: go on where a code is typed.
    if (error.status === 403) location.assign("/join");
    throw error;
  }
}

function heard({ wanted, taken }) {
  if (!wanted) say("phone.not-wanted");
  else if (taken === "turned") say("phone.turned");
  else if (taken === "other") say("phone.other");
  else say("phone.live");
  return wanted && taken !== "other";
}

const lens = new Lens(video, $("#phone-controls"), () => begin());
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Send the picture that the camera shows now; the next may start while this one is under way. */
async function one() {
  const taken = Date.now();
  flying += 1;
  try {
    const blob = await shot(video, video.videoWidth, video.videoHeight, pace.now);
    const answer = await push(blob, { taken });
    pace.note(Date.now() - taken);
    startedAt.push(performance.now());
    sent += 1;
    document.body.dataset.sent = sent;
    if (!heard(answer)) await wait(IDLE_MS);
  } catch {
    say("offline");
    pace.lost();
    await wait(AGAIN_MS);
  } finally {
    flying -= 1;
  }
}

async function stream() {
  let next = 0;
  while (lens.running) {
    const now = performance.now();
    if (flying < FLYING && now >= next && video.videoWidth) {
      next = Math.max(now, next + 1000 / pace.now.rate);
      one();
      numbers();
    }
    await wait(10);
  }
}

async function begin() {
  try {
    await lens.open();
  } catch {
    say("phone.refused");
    $("#phone-start").hidden = false;
    return;
  }
  $("#phone-start").hidden = true;
  $("#phone-single").open = false;
  stream();
}

async function still(event) {
  const file = event.target.files[0];
  if (!file) return;
  try {
    const picture = await createImageBitmap(file);
    const answer = await push(await shot(picture, picture.width, picture.height, STILL), {
      still: 1,
      taken: Date.now(),
    });
    sent += 1;
    if (heard(answer)) say(answer.taken === "turned" ? "phone.shape" : "phone.sent", { n: sent });
  } catch (error) {
    say(error.status ? "error.picture" : "offline");
  }
  event.target.value = "";
}

// Browsers give a page the camera only over a safe connection; taking single pictures works always.
function unsafe() {
  const link = `https://${location.host}/phone`;
  put(
    $("#phone-unsafe"),
    h("p", {}, t("phone.unsafe")),
    h("p", {}, h("a", { href: link }, link)),
    h("p", {}, t("tls.warning")),
  );
  $("#phone-unsafe").hidden = false;
  $("#phone-single").open = true;
}

await load();
setupHead();
await ask("/api/token");
const safe = Boolean(navigator.mediaDevices?.getUserMedia);
battery = await (navigator.getBattery?.() ?? Promise.resolve(null)).catch(() => null);
$("#phone-start").hidden = !safe;
$("#phone-start").addEventListener("click", begin);
$("#phone-still").addEventListener("change", still);
onChange(() => (say(...told), safe ? lens.show() : unsafe()));
if (!safe) unsafe();
// A page that was allowed before goes on by itself, as after a reload.
const allowed = safe ? await navigator.permissions?.query({ name: "camera" }).catch(() => null) : null;
if (allowed?.state === "granted") begin();
document.body.dataset.ready = "yes";
