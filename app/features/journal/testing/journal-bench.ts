/** Journals without a browser or a server. */
import { createMemoryRecords } from "#app/parts/records/testing/memory-records.ts";
import type { MemoryRecords } from "#app/parts/records/testing/memory-records.ts";
import type { Change } from "#app/live/records/records.ts";
import { gistOf } from "#lib/journal/gist.ts";
import type { Parts } from "#lib/records/register.ts";
import { createJournalActs } from "../acts/create-acts.ts";
import { type JournalUndo, createJournalUndo } from "../acts/journal-undo.ts";
import { docOfLines, docText } from "../entry/doc-text.ts";
import { createJournalStore } from "../store/create-journal-store.ts";
import type { JournalApp } from "../store/journal-context.ts";
import { keyOf } from "../store/room-index.ts";

export const [diary, garden] = ["p0diary0000000000000a", "p0garden000000000000a"] as const;

export type JournalBench = Omit<JournalApp, "undo"> & {
  undo: JournalUndo;
  records: Record<typeof diary | typeof garden, MemoryRecords>;
  clock: { ms: number };
  /** As another device writes it. @returns its key */
  put: (id: string, fields?: Fields, journal?: typeof diary | typeof garden) => string;
};

type Fields = { at?: string; title?: string; text?: string; gone?: boolean };

/** Rich text as JSON, a paragraph a line. */
export const textOf = (lines: string): string => docText(docOfLines(lines));

export function openJournalBench(): JournalBench {
  const records = { [diary]: createMemoryRecords(), [garden]: createMemoryRecords() };
  const store = createJournalStore("ann");
  const undo = createJournalUndo(store, (error) => {
    throw error;
  });
  // Just after what the records begin with.
  const clock = { ms: 1000 };
  const acts = createJournalActs(store, undo, () => clock.ms);
  store.use(
    [diary, garden].map((journal) => ({ journal, records: records[journal as typeof diary] })),
  );
  return {
    uid: "ann",
    store,
    acts,
    undo,
    records,
    clock,
    put(id, { at = "2026-03-02T21:40", title = "", text = "", gone } = {}, journal = diary) {
      const write = (kind: string, registers: Record<string, Parts>): Change[] =>
        Object.entries(registers).map(([register, value]) => ({
          kind,
          id,
          register,
          value,
          isNew: true,
        }));
      const doc = textOf(text);
      records[journal].elsewhere([
        ...write("entries", {
          when: { v: at, zone: "UTC" },
          title: { v: title },
          gist: { ...gistOf(doc) },
          ...(gone !== undefined && { gone: { v: gone } }),
        }),
        ...(doc === "" ? [] : write("texts", { doc: { v: doc } })),
      ]);
      return keyOf(journal, id);
    },
  };
}
