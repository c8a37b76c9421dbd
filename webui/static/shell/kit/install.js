// The page as an app: a service worker for when the server cannot be reached, the offer to install, and full screen.

import { t } from "./text.js";

let offer = null;

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  offer = event;
});

/** Let the shell open without the server; only where browsers allow it (https, or the machine itself). */
export function keepShell() {
  if (!navigator.serviceWorker || window !== top) return;
  // Browsers refuse it where the warning about our certificate was only clicked away.
  navigator.serviceWorker.register("/service-worker.js").catch(() => null);
  for (const [target, when] of [
    [window, "load"],
    [document, "icekeeper:view"], // by then the game's own scripts are there
  ])
    target.addEventListener(when, tellParts, { once: true });
}

/** Tell the service worker what this page is made of: all that was loaded before it was there. */
async function tellParts() {
  const worker = (await navigator.serviceWorker.ready).active;
  const loaded = performance.getEntriesByType("resource").map((each) => new URL(each.name).pathname);
  worker.postMessage([location.pathname, ...loaded]);
}

/** What the menu offers: to install, and to fill the screen. */
export function appItems(item) {
  const install = () => offer?.prompt().finally(() => (offer = null));
  const full = () =>
    document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  return [
    offer ? item("menu.install", t("menu.install"), install) : null,
    document.fullscreenEnabled
      ? item("menu.full", t(document.fullscreenElement ? "menu.full-off" : "menu.full"), full)
      : null,
  ];
}
