/** A draft and what it began from, as they are stored. */
import { type Draft, draftPath, readConflicts, schedulePath } from "#lib/content/draft.ts";
import type { ContentKind } from "#lib/content/kinds.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import type { DocumentsHttp, ReadDocument } from "./documents-http.ts";

export type DraftPlace = { kind: ContentKind; id: string };

export type StoredDraft = {
  draft: Draft | null;
  /** Firestore's own text; it is only compared. */
  draftTime: string | undefined;
  published: ReadDocument | null;
  /** RFC 3339, UTC; null: it is not to be published by itself. */
  publishAt: string | null;
  /** A sentence: why it was not published then. */
  scheduleProblem: string | null;
};

/** What belongs together in the outbox, and in `editing/`. */
export function keyOf({ kind, id }: DraftPlace): string {
  return `${kind}_${id}`;
}

export async function readStored(
  documents: Pick<DocumentsHttp, "read">,
  { kind, id }: DraftPlace,
  signal?: AbortSignal,
): Promise<StoredDraft> {
  const paths = [draftPath(kind, id), `${kind}/${id}`, schedulePath(kind, id)];
  const [draft, published, schedule] = await documents.read(paths, signal);
  const { at, problem } = schedule?.fields ?? {};
  return {
    draft: draft ? draftOf(draft.fields) : null,
    draftTime: draft?.updateTime,
    published: published ?? null,
    publishAt: typeof at === "string" ? at : null,
    scheduleProblem: typeof problem === "string" ? problem : null,
  };
}

/** What is missing, or of another kind than it should be, is empty: nothing that can be read is refused. */
export function draftOf(stored: PlainFields): Draft {
  const draft = stored as Partial<Draft>;
  return {
    ...(stored as Draft),
    fields: typeof draft.fields === "object" ? draft.fields : {},
    rev: typeof draft.rev === "number" ? draft.rev : 0,
    base: draft.base ?? null,
    conflicts: readConflicts(draft.conflicts),
    saves: Array.isArray(draft.saves) ? draft.saves : [],
  };
}
