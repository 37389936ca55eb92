import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { logFailure } from "./log-failure.ts";

type Held<Item> = {
  snapshot(): readonly Item[];
  subscribe(listener: () => void): () => void;
};

export type Opened<Item, What> = {
  /** Undefined until they are read. */
  uploads: What | undefined;
  list: readonly Item[];
  /** They could not be read: this browser keeps nothing for the site, or not now. */
  failed: boolean;
  openAgain: () => void;
};

const none: readonly never[] = [];
const noChange = () => {};

/** @param open of an account; the same function each time */
export function useHeld<Item, What>(
  uid: string,
  open: (uid: string) => Promise<What & Held<Item>>,
): Opened<Item, What> {
  const [opened, setOpened] = useState<{ uid: string; uploads: (What & Held<Item>) | undefined }>();
  const openNow = useCallback(() => {
    open(uid).then(
      (uploads) => setOpened({ uid, uploads }),
      (error: unknown) => {
        logFailure("The uploads of this browser could not be read", error);
        setOpened({ uid, uploads: undefined });
      },
    );
  }, [uid, open]);
  useEffect(openNow, [openNow]);
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
      openNow();
    },
  };
}
