// The service worker: pages and what they are made of always come from the server. Where it cannot be reached the table
// opens as this device last had it, and any other page says so and tries again.
// The server puts the cache's name and its files in front of this.

const { name, files } = globalThis.icekeeper;
const own = new Set(files);
const TABLE = "/table";

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

const kept = (path) => caches.match(path, { cacheName: name });
const mayKeep = (path) => path === TABLE || own.has(path) || path.startsWith("/static/");

async function keep(path, answer) {
  if (answer.ok && !answer.redirected) await (await caches.open(name)).put(path, answer);
}

// A page that came before this worker did tells what it was made of.
addEventListener("message", (event) => {
  const one = async (path) => (await kept(path)) || keep(path, await fetch(path));
  event.waitUntil(Promise.allSettled(event.data.filter(mayKeep).map(one)));
});

/** From the server, and kept; else as it was kept. */
async function newest(event, path) {
  try {
    const answer = await fetch(event.request);
    if (mayKeep(path)) event.waitUntil(keep(path, answer.clone()));
    return answer;
  } catch {
    return kept(event.request.mode === "navigate" && path === "/" ? TABLE : path);
  }
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  const page = request.mode === "navigate";
  if (!page && !(mayKeep(pathname) && pathname !== TABLE)) return;
  const otherwise = async () => (page ? kept("/offline") : Response.error());
  event.respondWith(newest(event, pathname).then(async (answer) => answer ?? (await otherwise())));
});
