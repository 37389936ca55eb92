/**
 * What `/sw.js` is where the service worker is switched off: browsers that have the real one look for a new one at their
 * next visit, get this, and are rid of it and of all that it kept.
 */
export const workerWithoutWork = `addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(leave()));
async function leave() {
  for (const name of await caches.keys()) if (name.startsWith("foyer-")) await caches.delete(name);
  await registration.unregister();
}
`;
