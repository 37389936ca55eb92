/** Opens one's own drive, for as long as it is shown. */
import { useEffect, useState, useSyncExternalStore } from "react";
import { openDrive } from "#app/live/drive/open-drive.ts";
import type { Drive, DriveState } from "#app/live/drive/drive.ts";

export type OpenedDrive = {
  /** Undefined: not yet. */
  drive: Drive | undefined;
  /** Why it could not be opened. */
  failed: string | undefined;
  again: () => void;
};

/** @param folder what is read first where nothing is kept in this browser */
export function useOpenedDrive(uid: string, folder: string): OpenedDrive {
  const [opened, setOpened] = useState<{ of: object; drive?: Drive; failed?: string }>();
  // Tried again, it is another one.
  const [of, setOf] = useState<object>({});
  const [first] = useState(folder);
  useEffect(() => {
    const life = new AbortController();
    let close = () => {};
    const open = async () => {
      const drive = await openDrive(uid, first);
      if (life.signal.aborted) {
        drive.close();
        return;
      }
      ({ close } = drive);
      setOpened({ of, drive });
    };
    open().catch((error: unknown) => {
      // What failed in the browser has no other log than its console.
      // oxlint-disable-next-line no-console
      console.error("The drive could not be opened", error);
      const failed = "Your files could not be opened. Check your connection; nothing is lost.";
      if (!life.signal.aborted) setOpened({ of, failed });
    });
    return () => {
      life.abort();
      close();
    };
  }, [uid, first, of]);
  const mine = opened?.of === of ? opened : undefined;
  return { drive: mine?.drive, failed: mine?.failed, again: () => setOf({}) };
}

export function useDriveState({ subscribe, snapshot }: Drive): DriveState {
  return useSyncExternalStore(subscribe, snapshot);
}
