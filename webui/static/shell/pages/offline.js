// What opens when the server cannot be reached: says so, tries again, and goes on where somebody wanted to go.

import { change, LANGUAGES } from "../kit/text.js";
import { lastKept } from "../table/meanwhile.js";

const AGAIN_MS = 2000;

async function look() {
  const answer = await fetch("/api/token", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) location.reload();
  else setTimeout(look, AGAIN_MS);
}

const chosen = /(?:^|; )language=(\w+)/.exec(document.cookie)?.[1];
const language = [chosen, ...navigator.languages.map((each) => each.slice(0, 2))].find((code) =>
  LANGUAGES.includes(code),
);
const theme = localStorage.getItem("icekeeper.theme");
if (theme && theme !== "auto") document.documentElement.dataset.theme = theme;
await change(language ?? "en", false);
document.querySelector("#again").addEventListener("click", () => location.reload());
document.querySelector("#last").hidden = !(lastKept() && (await globalThis.caches?.match("/table")));
document.body.dataset.ready = "yes";
if (location.pathname !== "/offline") setTimeout(look, AGAIN_MS);
