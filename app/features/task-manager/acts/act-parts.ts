/** What all acts of a board are made with. */
import type { Change } from "#app/live/records/records.ts";
import type { UndoWords } from "#app/parts/undo/tell-undo.ts";
import type { Act, UndoStack } from "#app/parts/undo/undo-stack.ts";
import type { Parts } from "#lib/records/register.ts";
import type { BoardStore } from "../store/board-store.ts";

export type ActParts = {
  store: BoardStore;
  stack: UndoStack;
  /** Milliseconds. */
  now: () => number;
  /** Nothing to change is nothing to undo. @param together typing in one field is one step */
  run: (words: string, changes: readonly Change[], together?: string) => Act | undefined;
  offer: UndoWords["offer"];
  /** Said to who listens, once. */
  say: (text: string) => void;
};

export function setOf(kind: string, id: string, register: string, value: Parts): Change {
  return { kind, id, register, value };
}

export function madeOf(kind: string, id: string, registers: Record<string, Parts>): Change[] {
  return Object.entries(registers).map(([register, value]) => ({
    kind,
    id,
    register,
    value,
    isNew: true,
  }));
}

export const goneOf = (kind: string, id: string, v = true): Change =>
  setOf(kind, id, "gone", { v });
