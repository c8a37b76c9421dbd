// Talking with the server: requests with the page's token, and the live view by server-sent events.

import { t } from "./text.js";

// What the gate refuses, by its status.
const GATE = { 403: "role", 413: "size", 429: "rate", 503: "full" };

const meta = (name) => document.querySelector(`meta[name="${name}"]`);

/** Ask for JSON; a refusal becomes an Error whose message can be shown. */
export async function ask(path, options = {}) {
  const answer = await fetch(path, { credentials: "same-origin", ...options });
  const data = await answer.json().catch(() => ({}));
  if (!answer.ok)
    throw Object.assign(new Error(t(`error.${data.key ?? GATE[answer.status] ?? "other"}`, data)), {
      detail: data.error,
      key: data.key,
      status: answer.status,
    });
  return data;
}

async function refresh() {
  const { token } = await ask("/api/token");
  meta("token").content = token;
}

// A token that went stale with a restarted server is renewed once.
async function sent(path, type, body, method = "POST") {
  const once = () => ask(path, { method, headers: { "Content-Type": type, "X-Token": meta("token").content }, body });
  try {
    return await once();
  } catch (error) {
    if (error.status !== 419) throw error;
    await refresh();
    return once();
  }
}

/** Send JSON. */
export function send(path, body = {}, method = "POST") {
  return sent(path, "application/json", JSON.stringify(body), method);
}

/** Send a picture as it is. */
export function sendPicture(path, blob) {
  return sent(path, "image/jpeg", blob);
}

/** Send a match log as it is. */
export function sendLog(path, text) {
  return sent(path, "application/jsonl", text);
}

/** Follow the table: `onView` gets each whole view, `onState` true or false as the connection comes and goes. */
export function follow(path, onView, onState) {
  let source = null;
  let timer = 0;
  const open = () => {
    source = new EventSource(path);
    source.addEventListener("view", (event) => onView(JSON.parse(event.data)));
    source.onopen = () => onState(true);
    source.onerror = () => {
      onState(false);
      // A server that is down answers nothing and the browser gives up on some errors: try again ourselves.
      if (source.readyState === EventSource.CLOSED) {
        clearTimeout(timer);
        timer = setTimeout(again, 1000);
      }
    };
  };
  // A place that was taken back, or ended with its match, is no lost connection: go to where a code is typed.
  const again = async () => {
    const { role } = await ask("/api/token").catch(() => ({}));
    if (role === "stranger") location.assign("/join");
    else open();
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
