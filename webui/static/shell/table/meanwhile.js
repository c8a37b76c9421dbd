// While the server cannot be reached: the table as it was last told, and what was tapped since then. Each tap is kept on
// this device with what it was said about, so that the referee grants it once, in order, and none that was overtaken.

const LAST = "icekeeper.last";
const SAID = "icekeeper.said";

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false; // this device keeps no more
  }
}

let known = "";
let busy = false;

/** Keep the table as it is told now. */
export function keepLast(view) {
  const key = [view.match.id, view.events, view.turn.number, view.turn.actions.length].join();
  if (key !== known && write(LAST, view)) known = key;
}

/** The table as it was last told to this device; null where it never was, or the match has been left since. */
export const lastKept = () => read(LAST);

/** Nothing is on the table any more. */
export function forgetLast() {
  known = "";
  localStorage.removeItem(LAST);
}

/** How many taps wait for the referee. */
export const waiting = () => (read(SAID) ?? []).length;

/** Keep what was tapped; `before` is how the table stood. Says whether it is kept. */
export const keepSaid = (path, body, before) => write(SAID, [...(read(SAID) ?? []), { path, body, before }]);

/** Take back the last tap that waits: how the table stood before it. */
export function takeBack() {
  const said = read(SAID) ?? [];
  const last = said.pop();
  if (last) write(SAID, said);
  return last?.before ?? null;
}

/** Tell the referee what was tapped, in order, by `send(path, body)`; false where it is away again, or is told already. */
export async function deliver(send) {
  if (busy) return false;
  busy = true;
  try {
    for (let said = read(SAID) ?? []; said.length; said = read(SAID) ?? []) {
      const { path, body } = said[0];
      try {
        await send(path, body);
      } catch (error) {
        if (!error.status) return false;
      }
      write(SAID, said.slice(1));
    }
  } finally {
    busy = false;
  }
  return true;
}
