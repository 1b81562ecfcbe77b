{% load static %}/* Keeps one page for the time while the server is away, and what that page is drawn with. No state
 * of a table is ever kept: everything else is fetched, or fails.
 */
const CACHE = "display-{{ build }}";
const AWAY = "{{ away }}";
const KEPT = [
  AWAY,
  "{% url 'display-manifest' %}",
  "{% static 'icon.svg' %}",
  "{% static 'css/tokens.css' %}",
  "{% static 'css/base.css' %}",
  "{% static 'css/parts.css' %}",
  "{% static 'css/kiosk.css' %}",
  "{% static 'js/theme.js' %}",
  "{% static 'js/away.js' %}",
];
const SERVER_AWAY = [502, 503, 504];

self.addEventListener("install", (event) => {
  const fresh = KEPT.map((path) => new Request(path, { cache: "reload" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const forget = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith("display-") && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(forget());
});

const kept = (path) => caches.match(path, { ignoreVary: true });

async function screen(request) {
  try {
    const answer = await fetch(request);
    return SERVER_AWAY.includes(answer.status) ? kept(AWAY) : answer;
  } catch {
    return kept(AWAY);
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const path = new URL(request.url).pathname;
  if (request.mode === "navigate") event.respondWith(screen(request));
  else if (KEPT.includes(path)) event.respondWith(fetch(request).catch(() => kept(path)));
});
