import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import type { Upload, Uploads } from "#app/live/uploads/upload.ts";
import { uploadsOf } from "./held-uploads.ts";
import { logFailure } from "./log-failure.ts";

const none: readonly Upload[] = [];
const noChange = () => {};

export type OpenedUploads = {
  /** Undefined until they are read. */
  uploads: Uploads | undefined;
  list: readonly Upload[];
  /** They could not be read: this browser keeps nothing for the site, or not now. */
  failed: boolean;
  openAgain: () => void;
};

export function useUploads(uid: string): OpenedUploads {
  const [opened, setOpened] = useState<{ uid: string; uploads: Uploads | undefined }>();
  const open = useCallback(() => {
    uploadsOf(uid).then(
      (uploads) => setOpened({ uid, uploads }),
      (error: unknown) => {
        logFailure("The uploads of this browser could not be read", error);
        setOpened({ uid, uploads: undefined });
      },
    );
  }, [uid]);
  useEffect(open, [open]);
  // Another account's, which came late, are not shown.
  const mine = opened?.uid === uid ? opened : undefined;
  const uploads = mine?.uploads;
  const subscribe = useCallback(
    (listener: () => void) => uploads?.subscribe(listener) ?? noChange,
    [uploads],
  );
  const list = useSyncExternalStore(
    subscribe,
    () => uploads?.snapshot() ?? none,
    () => none,
  );
  return {
    uploads,
    list,
    failed: mine !== undefined && uploads === undefined,
    openAgain: () => {
      setOpened(undefined);
      open();
    },
  };
}
