/** A draft: the whole document as it would be published, apart from what visitors see. docs/publishing.md */
import type { PlainFields } from "../firestore-value.ts";
import { textOf } from "../text-of.ts";
import type { ContentKind } from "./kinds.ts";

/** Words that lost a race, kept until somebody chose. */
export type DraftConflict = {
  /** Top-level, or of the resume `document.work`. */
  field: string;
  value: PlainFields[string];
  by: string;
  byName: string;
  /** Whose save they lost to, where that is known. */
  over?: string;
  /** RFC 3339, UTC. */
  at: string;
};

/** `drafts/{kind}_{docId}`, written by clients through the rules. */
export type Draft = {
  kind: ContentKind;
  docId: string;
  /** May be incomplete. */
  fields: PlainFields;
  /** `updateTime` of the published document it began from; null: never published. */
  base: string | null;
  /** 1 when new; each save is one more. */
  rev: number;
  conflicts: DraftConflict[];
  /** Ids of the last saves: one that is sent again, because its answer was lost, is known by its id. */
  saves: string[];
  editedBy: string;
  editedByName: string;
  /** RFC 3339, UTC. */
  editedAt: string;
  createdAt: string;
};

/** `schedules/{kind}_{docId}`, written by the server only. */
export type Schedule = {
  kind: ContentKind;
  docId: string;
  /** Of the draft as it will be published, whatever is written into it later. */
  rev: number;
  /** RFC 3339, UTC. */
  at: string;
  by: string;
  byName: string;
  jobId: string;
  /** What will be published. */
  versionId: string;
  /** A sentence: why it could not be published when its time had come. */
  problem: string | null;
};

export const maxConflicts = 100;
export const maxSaves = 30;

/** The id of a draft, schedule or trash document. */
export function draftIdOf(kind: ContentKind, docId: string): string {
  return `${kind}_${docId}`;
}

export function draftPath(kind: ContentKind, docId: string): string {
  return `drafts/${draftIdOf(kind, docId)}`;
}

export function schedulePath(kind: ContentKind, docId: string): string {
  return `schedules/${draftIdOf(kind, docId)}`;
}

/** Top-level, or one step inside. */
const conflictField = /^[^.`\s]{1,100}(?:\.[^.`\s]{1,100})?$/;

/** Rules let clients write whatever list they like: of what no browser of ours writes nothing is kept. */
export function readConflicts(list: unknown): DraftConflict[] {
  return Array.isArray(list) ? list.flatMap(readConflict).slice(0, maxConflicts) : [];
}

function readConflict(entry: unknown): DraftConflict[] {
  if (typeof entry !== "object" || entry === null) return [];
  const { field, value, by, byName, over, at } = entry as Record<string, unknown>;
  const isField = typeof field === "string" && conflictField.test(field) && !field.includes("__");
  if (!isField || value === undefined) return [];
  return [
    {
      field,
      value: value as DraftConflict["value"],
      by: textOf(by),
      byName: textOf(byName),
      ...(typeof over === "string" && { over }),
      at: textOf(at),
    },
  ];
}
