/** One save: reads what is stored, merges, writes it if nobody was quicker, else begins again. */
import { type Draft, draftPath, maxSaves } from "#lib/content/draft.ts";
import { emptyFields } from "#lib/content/kinds.ts";
import {
  type DraftChange,
  TooManyConflictsError,
  joinChanges,
  mergeChange,
} from "#lib/content/merge-drafts.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import { NoAnswerError, OutboxRefusal } from "../outbox/outbox.ts";
import type { OutboxEntry, Refusal } from "../outbox/outbox.ts";
import { RefusedError } from "../documents-call.ts";
import type { DocumentsHttp } from "./documents-http.ts";
import { type DraftPlace, type StoredDraft, readStored } from "./stored-draft.ts";

/** Of a document, in Firestore; a little is left for names and times. */
const MAX_BYTES = 1_048_576 - 16_384;
const TRIES = 25;

export type DraftSave = {
  place: DraftPlace;
  change: DraftChange;
  /** Of who changed it, as the others see it. */
  name: string;
  /** What the draft is made of where there is neither one nor anything published; undefined: then it was deleted. */
  begins: PlainFields | undefined;
};

export type Saved = {
  stored: StoredDraft;
  /** Fields whose text is a conflict now. */
  lost: string[];
  /** It was there before, and this is another one: published or discarded meanwhile. */
  isNew: boolean;
};

const refusals = {
  "too-big": {
    text: "This is too long to be saved: a draft has room for 1 MB. Your words are safe in this browser. Make it shorter, for example by fewer pictures inside the text.",
    again: "changed",
  },
  "too-many-conflicts": {
    text: "Too many texts wait for a choice here, so the last ones could not be saved. They are safe in this browser. Choose between some of them, then try again.",
    again: "asked",
  },
  "not-allowed": {
    text: "You may not edit this any more. Your last changes are safe in this browser: copy them, or ask an admin and try again.",
    again: "asked",
  },
  gone: {
    text: "Somebody deleted this meanwhile. Your last changes are safe in this browser: keep them as a new draft, copy them, or let them go.",
    again: "asked",
  },
  refused: {
    text: "The server did not take your last changes. They are safe in this browser: copy them, and try again.",
    again: "asked",
  },
} as const;

/** Both as one, the second made after the first; undefined when they are two. */
export function joinSaves(first: DraftSave, next: DraftSave): DraftSave | undefined {
  const change = joinChanges(first.change, next.change);
  return change && { ...next, begins: first.begins, change };
}

/** @throws OutboxRefusal, NoAnswerError */
export async function saveDraft(
  documents: DocumentsHttp,
  { id: saveId, uid, data }: Pick<OutboxEntry<DraftSave>, "id" | "uid" | "data">,
  now: () => Date,
  signal?: AbortSignal,
): Promise<Saved> {
  const { place, change, name, begins } = data;
  for (let tries = 0; tries < TRIES; tries += 1) {
    // One after the other is the point.
    // oxlint-disable-next-line no-await-in-loop
    const stored = await asked(() => readStored(documents, place, signal));
    const { draft, published } = stored;
    if (draft?.saves.includes(saveId))
      return { stored, lost: lostOf(draft, uid, change), isNew: false };
    const from = draft?.fields ?? published?.fields ?? begins;
    if (from === undefined) throw refusal("gone");
    const at = now().toISOString();
    const author = {
      by: uid,
      byName: name,
      ...(draft && draft.editedBy !== uid && { over: draft.editedByName }),
      at,
    };
    const before = { fields: from, conflicts: draft?.conflicts ?? [] };
    const merged = merge(before, change, author);
    const next: Draft = {
      kind: place.kind,
      docId: place.id,
      fields: merged.fields,
      base: draft ? draft.base : (published?.updateTime ?? null),
      rev: (draft?.rev ?? 0) + 1,
      conflicts: merged.conflicts,
      saves: [...(draft?.saves ?? []), saveId].slice(-maxSaves),
      editedBy: uid,
      editedByName: name.slice(0, 200),
      editedAt: at,
      createdAt: draft?.createdAt ?? at,
    };
    if (sizeOf(next) > MAX_BYTES) throw refusal("too-big");
    // What it begins from must still be what the site shows.
    const base = draft
      ? []
      : [{ path: `${place.kind}/${place.id}`, updateTime: published?.updateTime }];
    const written = {
      path: draftPath(place.kind, place.id),
      updateTime: stored.draftTime,
      fields: next,
    };
    // oxlint-disable-next-line no-await-in-loop
    if (await asked(() => writeOrLose(documents, stored, written, base, signal))) {
      return { stored: { ...stored, draft: next }, lost: merged.lost, isNew: draft === null };
    }
  }
  throw new NoAnswerError("Others were always quicker.");
}

/** What a new one begins with. */
export function beginningOf(place: DraftPlace): PlainFields {
  return emptyFields(place.kind);
}

/** False when somebody was quicker. The rules are asked first: to them a save that comes too late is one with a wrong `rev`. */
async function writeOrLose(
  documents: DocumentsHttp,
  stored: StoredDraft,
  ...write: Parameters<DocumentsHttp["write"]>
): Promise<boolean> {
  try {
    return await documents.write(...write);
  } catch (error) {
    if (!(error instanceof RefusedError) || error.status !== 403) throw error;
    const [{ kind, docId }, signal] = [write[0].fields as Draft, write[2]];
    const now = await readStored(documents, { kind, id: docId }, signal);
    const isSame =
      now.draftTime === stored.draftTime &&
      now.published?.updateTime === stored.published?.updateTime;
    if (isSame) throw error;
    return false;
  }
}

function merge(...arguments_: Parameters<typeof mergeChange>) {
  try {
    return mergeChange(...arguments_);
  } catch (error) {
    if (error instanceof TooManyConflictsError) throw refusal("too-many-conflicts", error);
    throw error;
  }
}

/** Of a save that arrived before: what of it is a conflict now. */
function lostOf(draft: Draft, uid: string, { fields }: DraftChange): string[] {
  const own = new Set(draft.conflicts.flatMap(({ by, field }) => (by === uid ? [field] : [])));
  return Object.keys(fields).filter((field) => own.has(field));
}

async function asked<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    throw refusal(error.status === 403 ? "not-allowed" : "refused", error);
  }
}

function refusal(code: keyof typeof refusals, cause?: unknown): OutboxRefusal {
  const facts: Refusal = { code, ...refusals[code] };
  return new OutboxRefusal(facts, { cause });
}

function sizeOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}
