/** Entries as rows under their months. */
import type { JournalEntry } from "../store/journal-store.ts";

type MonthRow = {
  kind: "month";
  key: string;
  /** `2026-12`; empty: of no day. */ month: string;
  count: number;
};
type EntryRow = {
  kind: "entry";
  key: string;
  entry: JournalEntry;
  /** The first one of its day. */ isDay: boolean;
};
export type Row = MonthRow | EntryRow;

/** @param entries newest first */
export function rowsOf(entries: readonly JournalEntry[]): Row[] {
  const rows: Row[] = [];
  let month: MonthRow | undefined;
  let day = "";
  for (const entry of entries) {
    const { v } = entry.when;
    if (month?.month !== v.slice(0, 7)) {
      month = { kind: "month", key: `month ${v.slice(0, 7)}`, month: v.slice(0, 7), count: 0 };
      rows.push(month);
    }
    month.count += 1;
    rows.push({ kind: "entry", key: entry.key, entry, isDay: v.slice(0, 10) !== day });
    day = v.slice(0, 10);
  }
  return rows;
}

/** By when they were edited there are no months. @param entries what was edited last first */
export function plainRowsOf(entries: readonly JournalEntry[]): Row[] {
  return entries.map((entry) => ({ kind: "entry", key: entry.key, entry, isDay: true }));
}
