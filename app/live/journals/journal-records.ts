/** How the records of a journal are kept, merged and sent, whichever it is and whoever holds its keys. */
import { mostTextBytes } from "#lib/journal/limits.ts";
import { isDeleted, journalKinds, journalShape, lazyKinds } from "#lib/journal/shape.ts";
import { mergeBlocks } from "#lib/rich-text/merge-blocks.ts";
import type { LazyOptions } from "../records/lazy-kinds.ts";
import type { RecordsConfig } from "../records/records.ts";

/** Undefined: both must be kept apart. */
const mergeTexts = (from: string, ours: string, theirs: string): string | undefined =>
  mergeBlocks({ base: from, own: ours, written: [], theirs }, mostTextBytes);

export const journalRecords = {
  root: () => "",
  kinds: journalKinds,
  delta: journalKinds,
  shape: {
    ...journalShape,
    // A week on a phone and another paragraph at a desk are one text.
    merge: (kind, register) => (kind === "texts" && register === "doc" ? mergeTexts : undefined),
  },
  told: [],
  patience: { quietMs: 3000, mostMs: 10_000 },
  fullAfterMs: 30 * 86_400_000,
  /** Longer texts than other tools have. */
  mostLetters: 1_200_000,
  mayGo: (kind, item) => kind === "revs" || isDeleted(kind, item),
  onDenied: "drop",
} as const satisfies Omit<RecordsConfig, "tool">;

export const journalLazy = {
  kinds: lazyKinds,
  asked: ["revs"],
  heals: journalKinds.filter((kind) => kind !== "revs"),
} as const satisfies LazyOptions;
