import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import type { FileState, JournalFiles } from "#app/live/journal-files/journal-files.ts";
import { openJournalFiles } from "#app/live/journal-files/open-journal-files.ts";
import { useJournal } from "../store/journal-context.ts";

/** Undefined until they are open. */
export function useFiles(): JournalFiles | undefined {
  const { uid } = useJournal();
  const [files, setFiles] = useState<JournalFiles>();
  useEffect(() => {
    const life = new AbortController();
    openJournalFiles(uid).then(
      (opened) => life.signal.aborted || setFiles(opened),
      (error: unknown) => {
        // oxlint-disable-next-line no-console -- what failed in the browser has no other log
        if (!life.signal.aborted) console.error("Files of journals could not be opened", error);
      },
    );
    return () => life.abort();
  }, [uid]);
  return files;
}

/** What becomes of a photo that waits in this browser, in words; empty: it does not wait. */
export function useFileWords(journal: string, id: string): string {
  const files = useFiles();
  const listen = useCallback((call: () => void) => followed(files, call), [files]);
  return useSyncExternalStore(listen, () => wordsOf(files?.state(journal, id)));
}

/** How many photos of these journals wait in this browser. */
export function useWaiting(journals: readonly string[]): number {
  const files = useFiles();
  const listen = useCallback((call: () => void) => files?.subscribe(call) ?? ended, [files]);
  return useSyncExternalStore(listen, () =>
    journals.reduce((sum, journal) => sum + (files?.waiting(journal) ?? 0), 0),
  );
}

const ended = () => undefined;

/** Also when the connection comes or goes, which the words name. */
function followed(files: JournalFiles | undefined, call: () => void): () => void {
  const end = files?.subscribe(call) ?? ended;
  addEventListener("online", call);
  addEventListener("offline", call);
  return () => {
    end();
    removeEventListener("online", call);
    removeEventListener("offline", call);
  };
}

function wordsOf(state: FileState | undefined): string {
  switch (state?.state) {
    case undefined:
      return "";
    case "sending": {
      const { sentBytes, sizeBytes } = state;
      const percent = sizeBytes === 0 ? 0 : Math.floor((sentBytes / sizeBytes) * 100);
      return `Saving, ${percent}\u202f%`;
    }
    case "failed":
      return state.message;
    default:
      return navigator.onLine ? "Waits to be saved" : "Waits for a connection";
  }
}
