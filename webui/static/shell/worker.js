// The service worker: pages always come from the server; where it cannot be reached, a page says so and tries again.
// The server puts the cache's name and its files in front of this.

const { name, files } = globalThis.icekeeper;
const own = new Set(files);

addEventListener("install", (event) => {
  const fresh = files.map((path) => new Request(path, { cache: "reload" }));
  event.waitUntil(caches.open(name).then((cache) => cache.addAll(fresh)));
  globalThis.skipWaiting();
});

addEventListener("activate", (event) => {
  const drop = async () => {
    for (const key of await caches.keys()) if (key !== name) await caches.delete(key);
    await globalThis.clients.claim();
  };
  event.waitUntil(drop());
});

const kept = async (path) => (await caches.match(path, { cacheName: name })) ?? Response.error();

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => kept("/offline")));
  else if (own.has(new URL(request.url).pathname))
    event.respondWith(fetch(request).catch(() => kept(new URL(request.url).pathname)));
});
