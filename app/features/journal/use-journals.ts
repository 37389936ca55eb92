import { useEffect, useState, useSyncExternalStore } from "react";
import { readJournalsAhead } from "#app/live/journals/journals.ts";
import { lastUserKey, readStored } from "#app/session/stored.ts";
import { type JournalsState, type OpenJournals, openJournals } from "./open-journals.ts";

/** Without what locks them in the end, none is opened. */
const loadActs = () =>
  Promise.all([import("./acts/acting.ts"), import("#app/live/journals/idle-lock.ts")]);

// With the tool itself, which comes while somebody's session is looked at.
loadActs().catch(() => {
  // Who opens the journals asks again, and is told.
});
readJournalsAhead(readStored(lastUserKey));

export type Opening = {
  /** Undefined: not yet. */
  opened: OpenJournals | undefined;
  /** Why they cannot be opened. */
  failed: string | undefined;
  again: () => void;
};

/** Opens them for as long as this is shown. */
export function useOpenJournals(uid: string): Opening {
  // Tried again, it is another one.
  const [of, setOf] = useState<object>({});
  const [opened, setOpened] = useState<{ of: object; own?: OpenJournals; failed?: string }>();
  useEffect(() => {
    const life = new AbortController();
    let own: OpenJournals | undefined;
    const open = async () => {
      try {
        const [acting, { watchIdle }] = await loadActs();
        if (life.signal.aborted) return;
        // Also when the journal is left: what was unlocked stays so on other pages, and is locked there.
        watchIdle(uid);
        own = openJournals(uid, acting);
        setOpened({ of, own });
      } catch (error) {
        // What failed in the browser has no other log than its console.
        // oxlint-disable-next-line no-console
        console.error("The journals could not be opened", error);
        if (!life.signal.aborted) setOpened({ of, failed: failedText });
      }
    };
    void open();
    return () => {
      life.abort();
      own?.close();
    };
  }, [uid, of]);
  const mine = opened?.of === of ? opened : undefined;
  return {
    opened: mine?.own?.app.uid === uid ? mine.own : undefined,
    failed: mine?.failed,
    again: () => setOf({}),
  };
}

const failedText =
  "The journal could not be opened. Check your connection; nothing is lost, and what waits stays in this browser.";

export function useJournalsState({ subscribe, state }: OpenJournals): JournalsState {
  return useSyncExternalStore(subscribe, state);
}
