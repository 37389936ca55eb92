import { useMemo } from "react";
import { lastEditedFirst } from "#lib/journal/entry.ts";
import { useEntries } from "./store/journal-context.ts";
import type { JournalEntry } from "./store/journal-store.ts";
import type { JournalQuery } from "./views.ts";

/** The entries of the list, in its order. @param isOfDay those of the day in the address alone */
export function useShown(
  { journal, day, order }: JournalQuery,
  isOfDay: boolean,
): readonly JournalEntry[] {
  const all = useEntries(journal === "" ? undefined : journal);
  return useMemo(() => {
    const found =
      !isOfDay || day === "" ? all : all.filter(({ when }) => when.v.slice(0, 10) === day);
    return order === "edited" ? found.toSorted(lastEditedFirst) : found;
  }, [all, day, order, isOfDay]);
}
