import { useMemo } from "react";
import { KeptBothList } from "./late-parts.tsx";
import { useLost } from "../store/journal-context.ts";
import type { JournalEntry } from "../store/journal-store.ts";
import { lostOf } from "./lost-of.ts";

/** Over a text that was written on two devices at once: both are kept until somebody decides. */
export function KeptBoth({ entry, text }: { entry: JournalEntry; text: string }) {
  const all = useLost();
  const own = useMemo(() => lostOf(all, entry, text), [all, entry, text]);
  if (own.length === 0) return null;
  return <KeptBothList entry={entry} lost={own} text={text} />;
}
