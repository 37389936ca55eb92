/** What was not sent of a board, as words that somebody who is no member any more can keep. */
import type { Op } from "../records/register.ts";
import { toPlainText } from "../rich-text/plain-text.ts";

const kinds: Readonly<Record<string, string>> = {
  board: "Board",
  columns: "Column",
  labels: "Label",
  cards: "Card",
  checks: "Check",
  comments: "Comment",
  files: "File",
  links: "Link",
  lost: "Kept text",
};

/** How many things were changed. */
export function waitingCount(ops: readonly Op[]): number {
  return new Set(ops.map(keyOf)).size;
}

/** @param name of the board */
export function waitingText(name: string, ops: readonly Op[]): string {
  const parts = [`Not sent to the board ${name}`];
  for (const [key, own] of Map.groupBy(ops, keyOf)) {
    const [kind = "", id = ""] = key.split("/");
    // The last one of each.
    const values = new Map(own.map(({ register, value }) => [register, value]));
    const lines = Array.from(
      values,
      ([register, value]) => `${register}: ${wordsOf(register, value)}`,
    );
    parts.push([`${kinds[kind] ?? kind} ${id}`, ...lines].join("\n"));
  }
  return `${parts.join("\n\n")}\n`;
}

function wordsOf(register: string, value: Op["value"]): string {
  const { v } = value;
  if (register === "notes" && typeof v === "string") return plainOf(v);
  return Object.entries(value)
    .map(([part, one]) => (part === "v" ? String(one) : `${part} ${String(one)}`))
    .join(", ");
}

function plainOf(notes: string): string {
  try {
    return toPlainText(JSON.parse(notes)) || notes;
  } catch {
    // It is no rich text: it is shown as it is.
    return notes;
  }
}

function keyOf({ kind, id }: Op): string {
  return `${kind}/${id}`;
}
