/** When what is published by itself is to be asked for again: nobody tells a page that lies open. */
import { useEffect, useState } from "react";

/** The server is at it within some seconds. */
const firstMs = 3000;
const againMs = 15_000;
const seldomMs = 60_000;
/** What takes longer than this is not only slow. */
const patienceMs = 10 * 60_000;
/** No timer of a browser may be set for more than some weeks. */
const longestMs = 12 * 3_600_000;

/**
 * How long to wait before asking again.
 * @param at when it was to be published @param now both in milliseconds since 1970
 */
export function dueWait(at: number, now: number): number {
  const over = now - at;
  if (over < firstMs) return Math.min(firstMs - over, longestMs);
  return over < patienceMs ? againMs : seldomMs;
}

/**
 * Asks once the time has come, and again until there is none any more.
 * @param at RFC 3339, the soonest; undefined: nothing waits
 * @param ask stays the same from one rendering to the next
 * @returns the time of the last look, in milliseconds since 1970
 */
export function useDue(at: string | undefined, ask: () => Promise<void>): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (at === undefined) return undefined;
    const time = Date.parse(at);
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      timer = setTimeout(
        () => {
          const then = Date.now();
          setNow(then);
          // What fails is asked for again soon.
          if (then >= time) ask().catch(() => {});
          wait();
        },
        dueWait(time, Date.now()),
      );
    };
    wait();
    return () => clearTimeout(timer);
  }, [at, ask]);
  return now;
}
