import { useEffect } from "react";

/** Keeps the screen on while something is played without touching it, by a gamepad. */
export function useWakeLock(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !("wakeLock" in navigator)) return undefined;
    let isOver = false;
    let lock: WakeLockSentinel | undefined;
    const ask = async () => {
      try {
        lock = await navigator.wakeLock.request("screen");
        if (isOver) await lock.release();
      } catch {
        // The device saves its battery: the screen goes dark as it always does.
      }
    };
    void ask();
    return () => {
      isOver = true;
      void lock?.release();
    };
  }, [isWanted]);
}
