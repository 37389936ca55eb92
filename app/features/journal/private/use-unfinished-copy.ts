import { useEffect, useState } from "react";
import { type JournalHeader, followJournals } from "#app/live/journals/journals-list.ts";

/** The copy that a journal is to become, where that was begun and not finished. */
export function useUnfinishedCopy(uid: string, journal: string): JournalHeader | undefined {
  const [copy, setCopy] = useState<JournalHeader>();
  useEffect(
    () =>
      followJournals(
        uid,
        (journals) =>
          setCopy(journals.find(({ copyOf, goneTo }) => copyOf === journal && goneTo === "")),
        () => {
          // Whoever begins without knowing is told by the server.
        },
      ),
    [uid, journal],
  );
  return copy;
}
