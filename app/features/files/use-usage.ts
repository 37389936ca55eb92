import { useCallback, useEffect, useRef, useState } from "react";
import { FilesError, storageUsage } from "#app/live/files.ts";
import type { StorageUsage } from "#app/live/files.ts";
import { logFailure } from "#app/session/log-failure.ts";

export type Usage = StorageUsage | "unknown";

/** What is held for an upload becomes used, or free again, without this page being told; doubled each time. */
const firstWaitMs = 2000;
const longestWaitMs = 60_000;

/** Undefined until it is known, or known not to be. */
export function useUsage(): { usage: Usage | undefined; refresh: () => void } {
  const [usage, setUsage] = useState<Usage>();
  const waitMs = useRef(firstWaitMs);
  const read = useCallback(() => {
    storageUsage().then(setUsage, (error: unknown) => {
      setUsage("unknown");
      // Who was signed out elsewhere hears it from the session, and this page goes.
      if (error instanceof FilesError && error.code === "storage/unauthenticated") return;
      logFailure("The space that is used could not be read", error);
    });
  }, []);
  const refresh = useCallback(() => {
    waitMs.current = firstWaitMs;
    read();
  }, [read]);
  useEffect(refresh, [refresh]);
  useEffect(() => {
    if (typeof usage !== "object" || usage.reservedBytes === 0) return;
    const timer = setTimeout(read, waitMs.current);
    waitMs.current = Math.min(waitMs.current * 2, longestWaitMs);
    return () => clearTimeout(timer);
  }, [usage, read]);
  return { usage, refresh };
}
