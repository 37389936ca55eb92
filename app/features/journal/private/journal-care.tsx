/** While journals are shown: what was broken off is finished, what was long in the trash goes, and what is left is said. */
import { useEffect } from "react";
import { useJournal } from "../store/journal-context.ts";
import { careForJournals } from "./care-for-journals.ts";
import { LeftNotes } from "./left-notes.tsx";
import { LostJournals } from "./lost-journals.tsx";
import { UnfinishedNotes } from "./unfinished-notes.tsx";

const afterMs = 10_000;

export function JournalCare() {
  const { store } = useJournal();
  useEffect(() => {
    const life = new AbortController();
    // Not before what somebody came for is there.
    const timer = setTimeout(() => void careForJournals(store, life.signal), afterMs);
    return () => {
      clearTimeout(timer);
      life.abort();
    };
  }, [store]);
  return (
    <>
      <LeftNotes />
      <LostJournals />
      <UnfinishedNotes />
    </>
  );
}
