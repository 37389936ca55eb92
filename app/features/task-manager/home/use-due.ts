import { useEffect, useState } from "react";
import type { BoardEntry } from "#app/live/boards.ts";

const none: ReadonlyMap<string, number> = new Map();

/** Cards of mine that are due, by board, as this browser knows them. */
export function useDue(
  uid: string,
  boards: readonly BoardEntry[] | undefined,
): ReadonlyMap<string, number> {
  const [due, setDue] = useState(none);
  const ids = boards?.map(({ id }) => id).join(" ") ?? "";
  useEffect(() => {
    const life = new AbortController();
    const count = async () => {
      const { dueCards } = await import("./due-cards.ts");
      const found = new Map<string, number>();
      for (const id of ids.split(" ").filter(Boolean)) {
        if (life.signal.aborted) return;
        found.set(id, await dueCards(uid, id, Date.now()));
      }
      if (!life.signal.aborted) setDue(found);
    };
    // The list is whole without it.
    count().catch(() => undefined);
    return () => life.abort();
  }, [uid, ids]);
  return due;
}
