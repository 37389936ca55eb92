/** What a document was at some time: `{kind}/{docId}/versions/{id}`, written by the server only. */
import type { PlainFields } from "../firestore-value.ts";
import type { ContentKind } from "./kinds.ts";

export type VersionReason =
  | "published"
  | "hidden"
  | "shown"
  | "saved"
  | "discarded"
  | "restored"
  | "deleted"
  | "conflict";

export type Version = {
  fields: PlainFields;
  /** RFC 3339, UTC. */
  at: string;
  /** A uid, or `server`. */
  by: string;
  byName: string;
  why: VersionReason;
  /** Named ones are kept. */
  label?: string;
  /** Counts up within a document. */
  number: number;
  /** Of those up to this one, how many are `conflict`; not there for none. */
  lost?: number;
};

/** `lost`: those that are `conflict`, which take no place of the others. */
export const versionsKept = { named: 100, others: 100, lost: 200 } as const;
export const maxVersionLabel = 120;

export function versionsPath(kind: ContentKind, docId: string): string {
  return `${kind}/${docId}/versions`;
}
