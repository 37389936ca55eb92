/** Reports each route change, the first page included, once. What the server keeps of it: server/api/page-views. */
import { useEffect } from "react";
import { useLocation } from "react-router";
import { trimSlashes } from "#lib/trim-slashes.ts";

export function usePageViews(): void {
  const path = trimSlashes(useLocation().pathname);
  useEffect(() => reportPageView(path), [path]);
}

let reported: string | undefined;

function reportPageView(path: string): void {
  // A remounted effect (React's development checks, an error boundary) is no second visit.
  if (reported === path) return;
  const first = reported === undefined;
  reported = path;
  const view = {
    path,
    campaign: campaign(),
    referrer: first ? document.referrer.slice(0, 2000) : "",
  };
  navigator.sendBeacon("/api/page-views", JSON.stringify(view));
}

// No more than the server takes: a view with an odd address is still a view.
function campaign(): Record<string, string> {
  const named = [...new URLSearchParams(location.search)]
    .filter(([name]) => /^utm_[a-z_]{1,30}$/.test(name))
    .slice(0, 6)
    .map(([name, value]) => [name, value.slice(0, 100)] as const);
  return Object.fromEntries(named);
}
