/**
 * An item as one document holds it: `{kind, id, REGISTER: {v…, t, p}, …}`. Plain journals have it as JSON text, sealed ones
 * sealed, see lib/sealed/envelope.ts. The time of the last write is the document's own.
 */
import { type Item, readItem, storedRegister } from "../records/register.ts";
import { itemIdForm } from "./documents.ts";
import { isJournalKind } from "./shape.ts";

export type JournalRecord = { kind: string; id: string; item: Item };

type Stored = Readonly<Record<string, unknown>> & { kind: string; id: string };

export function storedRecord({ kind, id, item }: JournalRecord): Stored {
  const registers = Object.entries(item.registers);
  return {
    kind,
    id,
    ...Object.fromEntries(registers.map(([name, one]) => [name, storedRegister(one)])),
  };
}

/**
 * @param at of the document, milliseconds
 * @returns undefined: that is no item of a journal
 */
export function readRecord(stored: unknown, at: number): JournalRecord | undefined {
  if (typeof stored !== "object" || stored === null) return undefined;
  const { kind, id, ...registers } = stored as Record<string, unknown>;
  if (typeof kind !== "string" || typeof id !== "string") return undefined;
  if (!isJournalKind(kind) || !itemIdForm.test(id)) return undefined;
  const item = readItem({ ...registers, at });
  return item && { kind, id, item };
}
