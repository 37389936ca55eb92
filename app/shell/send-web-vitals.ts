/**
 * Sends how fast the page was when it is left. A file of its own (`/web-vitals.js`), which pages name only while the owner
 * has the receiver switched on: pages load nothing of it otherwise.
 */
import { trimSlashes } from "#lib/trim-slashes.ts";
import { reportWebVitals } from "./report-web-vitals.ts";

// What follows within the site is counted to the page that was loaded.
const path = trimSlashes(location.pathname);
let values: Record<string, number> = {};

reportWebVitals(({ name, value }) => {
  values[name] = value;
});

// The last figures are told by listeners of the same event, which capture it and so come first.
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "hidden" || Object.keys(values).length === 0) return;
  navigator.sendBeacon("/api/web-vitals", JSON.stringify({ path, values }));
  values = {};
});
