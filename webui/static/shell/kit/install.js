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
