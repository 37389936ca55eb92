import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { logFailure } from "#app/session/log-failure.ts";
import type { DriveUploads } from "./drive-uploads.ts";
import type { Job } from "./job.ts";

const none: readonly Job[] = [];
const noChange = () => {};

export type OpenedDriveUploads = {
  /** Undefined until they are read. */
  uploads: DriveUploads | undefined;
  jobs: readonly Job[];
  /** They could not be read: this browser keeps nothing for the site, or not now. */
  isFailed: boolean;
  openAgain: () => void;
};

export function useDriveUploads(uid: string): OpenedDriveUploads {
  const [opened, setOpened] = useState<{ uid: string; uploads: DriveUploads | undefined }>();
  const open = useCallback(() => {
    const read = async () => {
      // The page is there before it.
      const { driveUploadsOf } = await import("./held-drive.ts");
      setOpened({ uid, uploads: await driveUploadsOf(uid) });
    };
    read().catch((error: unknown) => {
      logFailure("The uploads of this browser could not be read", error);
      setOpened({ uid, uploads: undefined });
    });
  }, [uid]);
  useEffect(open, [open]);
  // Another account's, which came late, are not shown.
  const mine = opened?.uid === uid ? opened : undefined;
  const uploads = mine?.uploads;
  const subscribe = useCallback(
    (listener: () => void) => uploads?.subscribe(listener) ?? noChange,
    [uploads],
  );
  const jobs = useSyncExternalStore(
    subscribe,
    () => uploads?.snapshot() ?? none,
    () => none,
  );
  return {
    uploads,
    jobs,
    isFailed: mine !== undefined && uploads === undefined,
    openAgain: () => {
      setOpened(undefined);
      open();
    },
  };
}
