import { useCallback } from "react";
import { useMadeOf } from "./journal-context.ts";
import type { JournalEntry, JournalStore, JournalTopic, StoreTopic } from "./journal-store.ts";

const topics: readonly StoreTopic[] = ["topics"];

/** Tags or people of an entry that are still there; drawn anew when one of them is called otherwise. */
export function useTopics(entry: JournalEntry, kind: "tags" | "people"): readonly JournalTopic[] {
  const { journal, [kind]: ids } = entry;
  const read = useCallback(
    (store: JournalStore) =>
      ids.flatMap((id) => {
        const topic = store.topic(kind, journal, id);
        return topic && !topic.isGone ? topic : [];
      }),
    [ids, kind, journal],
  );
  return useMadeOf(topics, read);
}
