/* `rulewright site` writes before this: const SITE = {build, files}. Everything the site has is kept under the build's
   name, and served from there: after the first visit it works without a network, and never from two builds at once. */

const OURS = `rulewright ${self.registration.scope} `;
const KEPT = OURS + SITE.build;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(SITE.files)));
});

self.addEventListener("activate", (event) => {
  const drop = (names) => names.filter((name) => name.startsWith(OURS) && name !== KEPT).map((name) => caches.delete(name));
  event.waitUntil(caches.keys().then((names) => Promise.all(drop(names))));
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || !event.request.url.startsWith(self.registration.scope)) return;
  const asked = caches.open(KEPT).then((kept) => kept.match(event.request, { ignoreSearch: true }));
  event.respondWith(asked.then((found) => found ?? fetch(event.request)));
});
