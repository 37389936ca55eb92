/** How a browser hears that the drive of its account has changed: one time in the Realtime Database, written by the server. */
import { followValue } from "../own-values.ts";

/** Many changes are told one by one; they are looked up together. */
const pauseMs = 1500;

/** @returns what wakes whoever looks; without it they look when they are shown, come online, or after five minutes */
export function createDatabasePing(uid: string): (wake: () => void) => () => void {
  return (wake) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let lastAt = -Infinity;
    const later = () => {
      if (timer !== undefined) return;
      const waitMs = Math.max(0, lastAt + pauseMs - performance.now());
      timer = setTimeout(() => {
        timer = undefined;
        lastAt = performance.now();
        wake();
      }, waitMs);
    };
    const end = followValue(
      `drivePings/${uid}`,
      later,
      // It begins again by itself.
      () => undefined,
    );
    return () => {
      clearTimeout(timer);
      end();
    };
  };
}
