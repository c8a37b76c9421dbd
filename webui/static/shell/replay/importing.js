// A match from elsewhere: a log or a shared page, chosen or dropped; it is put on record whole or not at all.

import { $, h, put } from "../kit/dom.js";
import { sendLog } from "../kit/live.js";
import { onChange, t } from "../kit/text.js";

const MOST_BYTES = 64 << 20;

/** The log in a file: the file itself, or what a shared page carries; null where there is none. */
function logIn(text) {
  if (!/^\s*</.test(text)) return { log: text, name: "" };
  try {
    // The data cannot end its own element early: a shared page is written so.
    const inside = /<script type="application\/json" id="data">([^<]*)<\/script>/.exec(text)[1];
    const { log, replay } = JSON.parse(inside);
    return log ? { log: log.map((line) => JSON.stringify(line)).join("\n"), name: String(replay.name ?? "") } : null;
  } catch {
    return null;
  }
}

async function take(file, say) {
  if (file.size > MOST_BYTES) return say("error.size");
  const found = logIn(await file.text());
  if (!found?.log.trim()) return say("import.nothing");
  say("import.reading");
  try {
    const { id } = await sendLog(`/api/matches/import?name=${encodeURIComponent(found.name.slice(0, 60))}`, found.log);
    location.assign(`/matches/${encodeURIComponent(id)}`);
  } catch (error) {
    say(null, error.message, error.detail);
  }
  return null;
}

/** Let a place take files: by a button, or dropped on it. */
export function setupImport(root) {
  const said = h("div", { "aria-live": "polite", id: "import-said" });
  const say = (key, text = t(key), detail = "") =>
    put(said, h("p", {}, text), detail ? h("p", { class: "soft", lang: "en" }, detail) : null);
  const input = h("input", {
    type: "file",
    id: "import-file",
    class: "visually-hidden",
    accept: ".jsonl,.html,.txt,.json",
  });
  input.addEventListener("change", () => input.files[0] && take(input.files[0], say).finally(() => (input.value = "")));
  const over = (on) => (event) => {
    event.preventDefault();
    root.classList.toggle("over", on);
  };
  root.addEventListener("dragover", over(true));
  root.addEventListener("dragleave", over(false));
  root.addEventListener("drop", (event) => {
    over(false)(event);
    if (event.dataTransfer.files[0]) take(event.dataTransfer.files[0], say);
  });
  const show = () =>
    put(
      root,
      h("h2", {}, t("import.title")),
      h("p", { class: "soft" }, t("import.why")),
      h("p", {}, input, h("label", { class: "button", for: "import-file" }, t("import.choose"))),
      said,
    );
  show();
  onChange(show);
  return $("#import-file");
}
