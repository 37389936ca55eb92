/** What the clock on the wall shows. */
import { localAt } from "#lib/dates/floating.ts";
import type { BoardStore } from "./store/board-store.ts";

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

/** Where the board is; else where the device is. */
export function nowOf(store: Pick<BoardStore, "board">): Now {
  const ms = Date.now();
  const zone = store.board().zone || new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const local = localAt(ms, zone);
  return { ms, local, today: local.slice(0, 10), zone };
}
