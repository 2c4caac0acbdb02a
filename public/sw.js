// The service worker. It keeps one page and shows it where a page cannot be fetched. It stores nothing else: an inbox from
// yesterday would look like one of today, and its buttons would decide from memory.
const cacheName = "offline-1";
const page = "/offline.html";
const parts = ["/offline.css", "/offline.js", "/icon.svg"];
// The page's own policy: the server's names a nonce of the request that fetched it.
const policy =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";

self.addEventListener("install", (event) => {
  event.waitUntil(store().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(forgetOlder().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => stored(page)));
  else if (parts.includes(pathname)) event.respondWith(fetch(request).catch(() => stored(pathname)));
});

async function store() {
  const cache = await caches.open(cacheName);
  await Promise.all(
    [page, ...parts].map(async (path) => {
      const answer = await fetch(path, { cache: "reload" });
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
      const headers = { "content-type": answer.headers.get("content-type") ?? "text/plain" };
      if (path === page) headers["content-security-policy"] = policy;
      await cache.put(path, new Response(await answer.blob(), { headers }));
    }),
  );
}

async function stored(path) {
  const answer = await caches.match(path, { cacheName });
  return answer ?? Response.error();
}

async function forgetOlder() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)));
}

// Browsers end the subscription of an app that shows nothing for a push: every push shows a notification.
self.addEventListener("push", (event) => {
  const { title = "Countersign", body = "Something waits for you.", url = "/", tag } = contentOf(event);
  const options = { body, tag, data: { url }, icon: "/icon-192.png", badge: "/icon-192.png" };
  event.waitUntil(self.registration.showNotification(title, options));
});

// A press opens the page. It decides nothing.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.url));
});

function contentOf(event) {
  try {
    return event.data?.json() ?? {};
  } catch {
    return {};
  }
}

// Of this site alone, whatever the notification says.
async function open(path) {
  const { origin, pathname, search } = new URL(path ?? "/", self.location.origin);
  const url = origin === self.location.origin ? pathname + search : "/";
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shown = windows.find((client) => client.visibilityState === "visible") ?? windows[0];
  if (!shown) return self.clients.openWindow(url);
  const client = await shown.focus();
  return client.navigate(url);
}
