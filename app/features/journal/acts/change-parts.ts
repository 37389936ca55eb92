/** What all acts of a journal are made with. */
import type { Change } from "#app/live/records/records.ts";
import type { UndoWords } from "#app/parts/undo/tell-undo.ts";
import type { Act } from "#app/parts/undo/undo-stack.ts";
import type { Parts } from "#lib/records/register.ts";
import type { JournalStore } from "../store/journal-store.ts";

export type ActParts = {
  store: JournalStore;
  /** Nothing to change is nothing to undo. @param together typing in one field is one step */
  run: (words: string, changes: readonly JournalChange[], together?: string) => Act | undefined;
  /** That is no step of the undo stack. */
  write: (changes: readonly JournalChange[]) => void;
  offer: UndoWords["offer"];
  /** Milliseconds. */
  now: () => number;
};

/** Acts may change several journals at once. */
export type JournalChange = Change & { journal: string };

export function setOf(
  journal: string,
  kind: string,
  id: string,
  register: string,
  value: Parts,
): JournalChange {
  return { journal, kind, id, register, value };
}

export function madeOf(
  journal: string,
  kind: string,
  id: string,
  registers: Record<string, Parts>,
): JournalChange[] {
  return Object.entries(registers).map(([register, value]) => ({
    journal,
    kind,
    id,
    register,
    value,
    isNew: true,
  }));
}

/** Of a set's words, with or without this one. */
export function wordsWith(words: readonly string[], word: string, isOn: boolean): string {
  const others = words.filter((one) => one !== word);
  return (isOn ? [...others, word] : others).join(" ");
}
