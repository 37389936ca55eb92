/** What the clock on the wall shows. */
import { localAt } from "#lib/todo/floating.ts";

export type Now = {
  /** Milliseconds. */
  ms: number;
  /** `2026-11-22` */
  today: string;
  /** `2026-11-22T15:00` */
  local: string;
  /** IANA name. */
  zone: string;
};

export function readNow(ms = Date.now()): Now {
  const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions();
  const local = localAt(ms, zone);
  return { ms, local, today: local.slice(0, 10), zone };
}

/** Looks from time to time, and when somebody comes back to the page. @returns ends it */
export function watchDay(changed: () => void): () => void {
  const timer = setInterval(changed, 30_000);
  const look = () => document.visibilityState === "visible" && changed();
  document.addEventListener("visibilitychange", look);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
  };
}
