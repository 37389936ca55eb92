/**
 * Only pages with a map may load its pictures (server/http/serve-page.ts), and a document keeps the policy that it came
 * with wherever the visitor goes in it. Where it came as another page, it has to come anew.
 */
import { isMapPage } from "#lib/map-pages.ts";

const wishKey = "foyer:show-map";

export function allowsMap(): boolean {
  const [arrival] = performance.getEntriesByType("navigation");
  return arrival === undefined || isMapPage(new URL(arrival.name).pathname);
}

/** Somebody has asked for the map: the document that comes next shows it. */
export function rememberWish(): void {
  try {
    sessionStorage.setItem(wishKey, location.pathname);
  } catch {
    // Without storage they ask once more.
  }
}

/** Whether it was asked for on this page just before; it is forgotten by that. */
export function takeWish(): boolean {
  try {
    const wish = sessionStorage.getItem(wishKey);
    sessionStorage.removeItem(wishKey);
    return wish === location.pathname;
  } catch {
    return false;
  }
}
