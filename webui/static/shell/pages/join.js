// Joining with a code: typed, or taken from the link behind the QR code.

import { $ } from "../kit/dom.js";
import { setupHead } from "../kit/head.js";
import { send } from "../kit/live.js";
import { load, t } from "../kit/text.js";

async function join(code, then = null) {
  try {
    await send("/api/join", { code });
    location.assign(then ?? "/"); // the table, or home while there is none
  } catch (error) {
    $("#join-said").textContent = t(error.status === 429 ? "join.wait" : "join.wrong");
  }
}

await load();
setupHead();
$("#join-form").addEventListener("submit", (event) => (event.preventDefault(), join($("#code").value)));
const [code, where] = location.hash.slice(1).split("/");
if (code) {
  history.replaceState(null, "", "/join");
  join(code, where === "phone" ? "/phone" : null);
}
document.body.dataset.ready = "yes";
