// A phone as the camera: sends its pictures, one at a time, as long as the referee wants them.

import { $ } from "./dom.js";
import { setupHead } from "./head.js";
import { ask, sendPicture } from "./live.js";
import { load, t } from "./text.js";

const PAUSE_MS = 120;
const WIDTH = 1280;
const canvas = document.createElement("canvas");
let sent = 0;

function say(key, params) {
  $("#phone-said").textContent = t(key, params);
}

async function push(blob) {
  const { wanted } = await sendPicture("/api/phone/picture", blob);
  if (!wanted) return say("phone.not-wanted");
  sent += 1;
  return say("phone.sent", { n: sent });
}

function shot(source, width, height) {
  const zoom = Math.min(1, WIDTH / width);
  canvas.width = Math.round(width * zoom);
  canvas.height = Math.round(height * zoom);
  canvas.getContext("2d").drawImage(source, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.85));
}

async function stream() {
  const video = $("#phone-video");
  try {
    video.srcObject = await navigator.mediaDevices.getUserMedia({
      video: { facingMode: "environment", width: { ideal: 1280 }, height: { ideal: 720 } },
      audio: false,
    });
  } catch {
    return say("phone.refused");
  }
  await video.play();
  video.hidden = false;
  const next = async () => {
    try {
      await push(await shot(video, video.videoWidth, video.videoHeight));
    } catch {
      say("offline");
    }
    setTimeout(next, PAUSE_MS);
  };
  return next();
}

async function still(event) {
  const file = event.target.files[0];
  if (!file) return;
  const picture = await createImageBitmap(file);
  await push(await shot(picture, picture.width, picture.height)).catch(() => say("offline"));
  event.target.value = "";
}

await load();
setupHead();
await ask("/api/token");
// Browsers give a page the camera only over a safe connection; taking single pictures works always.
const safe = Boolean(navigator.mediaDevices?.getUserMedia);
$("#phone-start").hidden = !safe;
$("#phone-unsafe").hidden = safe;
$("#phone-start").addEventListener("click", stream);
$("#phone-still").addEventListener("change", still);
document.body.dataset.ready = "yes";
