// Keeps the screen on while the table is looked at; browsers allow it over https and on the machine itself.

let wanted = false;
let lock = null;

async function take() {
  if (!wanted || document.hidden || lock) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => (lock = null));
  } catch {
    lock = null; // an empty battery, or a browser that does not allow it: the screen goes off as usual
  }
}

// A page that was hidden loses its lock; it is taken again when somebody looks.
document.addEventListener("visibilitychange", take);

/** Whether this browser can keep the screen on. */
export const canStayAwake = () => Boolean(globalThis.navigator?.wakeLock);

/** Keep the screen on, or no longer. */
export async function stayAwake(on = true) {
  wanted = on && canStayAwake();
  if (wanted) await take();
  else await lock?.release();
}

/** Whether the screen is kept on now. */
export const awake = () => Boolean(lock);
