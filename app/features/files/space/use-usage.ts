import { useCallback, useEffect, useRef, useState } from "react";
import { FilesError, storageUsage } from "#app/live/files.ts";
import type { StorageUsage } from "#app/live/files.ts";
import type { Drive } from "#app/live/drive/drive.ts";
import { logFailure } from "#app/session/log-failure.ts";
import { rootFolder } from "#lib/drive/node.ts";

export type Usage = StorageUsage | "unknown";

/** While many files come or go it is not asked for each of them. */
const quietMs = 1500;
/** What is held for an upload becomes used, or free again, without this page being told; doubled each time. */
const firstWaitMs = 2000;
const longestWaitMs = 60_000;

/** Undefined until it is known, or known not to be; read anew when the drive changes or the connection is back. */
export function useUsage(drive: Drive): Usage | undefined {
  const [usage, setUsage] = useState<Usage>();
  const waitMs = useRef(firstWaitMs);
  const newest = useRef(0);
  const read = useCallback(async () => {
    newest.current += 1;
    const mine = newest.current;
    try {
      const answer = await storageUsage();
      if (mine === newest.current) setUsage(answer);
    } catch (error) {
      if (mine === newest.current) setUsage("unknown");
      // Who was signed out elsewhere hears it from the session, and this page goes.
      if (error instanceof FilesError && error.code === "storage/unauthenticated") return;
      logFailure("The space that is used could not be read", error);
    }
  }, []);
  useEffect(() => {
    const bytesNow = () => drive.snapshot().tree.sizeOf(rootFolder);
    let known = bytesNow();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const back = () => void read();
    const stop = drive.subscribe(() => {
      const bytes = bytesNow();
      if (bytes === known) return;
      known = bytes;
      waitMs.current = firstWaitMs;
      clearTimeout(timer);
      timer = setTimeout(back, quietMs);
    });
    addEventListener("online", back);
    back();
    return () => {
      // What is answered later is nobody's.
      newest.current += 1;
      stop();
      clearTimeout(timer);
      removeEventListener("online", back);
    };
  }, [drive, read]);
  useEffect(() => {
    if (typeof usage !== "object" || usage.reservedBytes === 0) return;
    const timer = setTimeout(() => void read(), waitMs.current);
    waitMs.current = Math.min(waitMs.current * 2, longestWaitMs);
    return () => clearTimeout(timer);
  }, [usage, read]);
  return usage;
}
