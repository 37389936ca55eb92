/** Reports each route change, the first page included, once. What the server keeps of it: server/api/page-views. */
import { useEffect } from "react";
import { useLocation } from "react-router";
import { readStored } from "#app/session/stored.ts";
import { uncountedKey } from "#lib/analytics/uncounted.ts";
import { trimSlashes } from "#lib/trim-slashes.ts";

export function usePageViews(): void {
  const path = trimSlashes(useLocation().pathname);
  useEffect(() => reportPageView(path), [path]);
}

let reported: string | undefined;

function reportPageView(path: string): void {
  // A remounted effect (React's development checks, an error boundary) is no second visit.
  if (reported === path || readStored(uncountedKey)) return;
  const first = reported === undefined;
  reported = path;
  const view = {
    path,
    campaign: Object.fromEntries(
      // The server takes no other names, and cuts what is too much.
      [...new URLSearchParams(location.search)].filter(([name]) => name.startsWith("utm_")),
    ),
    referrer: first ? document.referrer.slice(0, 2000) : "",
  };
  navigator.sendBeacon("/api/page-views", JSON.stringify(view));
}
