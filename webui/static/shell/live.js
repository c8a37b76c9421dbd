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
    throw Object.assign(new Error(t(`error.${data.key ?? GATE[answer.status] ?? "other"}`)), {
      detail: data.error,
      status: answer.status,
    });
  return data;
}

async function refresh() {
  const { token } = await ask("/api/token");
  meta("token").content = token;
}

/** Send JSON; a token that went stale with a restarted server is renewed once. */
export async function send(path, body = {}, method = "POST") {
  const once = () =>
    ask(path, {
      method,
      headers: { "Content-Type": "application/json", "X-Token": meta("token").content },
      body: JSON.stringify(body),
    });
  try {
    return await once();
  } catch (error) {
    if (error.status !== 419) throw error;
    await refresh();
    return once();
  }
}

/** Send a picture as it is. */
export function sendPicture(path, blob) {
  return ask(path, {
    method: "POST",
    headers: { "Content-Type": "image/jpeg", "X-Token": meta("token").content },
    body: blob,
  });
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
        timer = setTimeout(open, 1000);
      }
    };
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
