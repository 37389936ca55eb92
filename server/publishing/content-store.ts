/** Documents of content as the server reads them: published ones, drafts, schedules, the trash. */
import { draftIdOf, draftPath, readConflicts, schedulePath } from "#lib/content/draft.ts";
import type { Draft, Schedule } from "#lib/content/draft.ts";
import type { ContentKind } from "#lib/content/kinds.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import type { ServerBackend, StoredDocument, Write } from "#lib/server-backend.ts";
import { pickEach } from "#lib/in-pages.ts";

export type StoredDraft = Draft & { path: string; updateTime: string };
export type StoredSchedule = Schedule & { path: string; updateTime: string };

/** `trash/{kind}_{docId}`: what was deleted lies among the versions until `eraseAt`. */
export type Trash = {
  kind: ContentKind;
  docId: string;
  title: string;
  slug: string | null;
  wasHidden: boolean;
  /** Versions; null where there was none. */
  publishedVersion: string | null;
  draftVersion: string | null;
  /** What was to be published when. */
  schedule: WaitingInTrash | null;
  by: string;
  byName: string;
  /** RFC 3339, UTC. */
  at: string;
  eraseAt: string;
};
/** `isOfDraft`: what was to be published is what the draft says. */
type WaitingInTrash = Pick<Schedule, "at" | "versionId" | "by" | "byName"> & { isOfDraft: boolean };
export type StoredTrash = Trash & { path: string; updateTime: string };

export const trashCollection = "trash";

export function trashPath(kind: ContentKind, docId: string): string {
  return `${trashCollection}/${draftIdOf(kind, docId)}`;
}

export function documentPath(kind: ContentKind, docId: string): string {
  return `${kind}/${docId}`;
}

export type ContentStore = {
  published(kind: ContentKind, id: string): Promise<StoredDocument | null>;
  draft(kind: ContentKind, id: string): Promise<StoredDraft | null>;
  schedule(kind: ContentKind, id: string): Promise<StoredSchedule | null>;
  trash(kind: ContentKind, id: string): Promise<StoredTrash | null>;
  /**
   * What is wanted of each, by id: all of them at once may be more than a process should hold.
   * @param fields where no others are looked at
   */
  allPublished<Picked>(
    kind: ContentKind,
    pick: (document: StoredDocument) => Picked,
    fields?: readonly string[],
  ): Promise<Picked[]>;
  allDrafts<Picked>(kind: ContentKind, pick: (draft: StoredDraft) => Picked): Promise<Picked[]>;
  allSchedules(kind: ContentKind): Promise<StoredSchedule[]>;
  allTrash(kind: ContentKind): Promise<StoredTrash[]>;
};

/** More items of a kind than an owner has. */
const mostItems = 5000;

export function createContentStore(
  backend: Pick<ServerBackend, "getDocument" | "findDocuments">,
): ContentStore {
  const all = <Picked>(
    collection: string,
    kind: ContentKind,
    pick: (stored: StoredDocument) => Picked,
  ) => pickEach(backend, { collection, where: { kind }, most: mostItems }, pick);
  const read = async <Read>(path: string, toRead: (stored: StoredDocument) => Read) => {
    const stored = await backend.getDocument(path);
    return stored === null ? null : toRead(stored);
  };
  return {
    published: (kind, id) => backend.getDocument(documentPath(kind, id)),
    draft: (kind, id) => read(draftPath(kind, id), readDraft),
    schedule: (kind, id) => read(schedulePath(kind, id), readSchedule),
    trash: (kind, id) => read(trashPath(kind, id), readTrash),
    allPublished: (kind, pick, fields) =>
      pickEach(backend, { collection: kind, fields, most: mostItems }, pick),
    allDrafts: (kind, pick) => all("drafts", kind, (stored) => pick(readDraft(stored))),
    allSchedules: (kind) => all("schedules", kind, readSchedule),
    allTrash: (kind) => all(trashCollection, kind, readTrash),
  };
}

function readDraft({ path, data, updateTime }: StoredDocument): StoredDraft {
  return {
    path,
    updateTime,
    kind: data["kind"] as ContentKind,
    docId: textOf(data["docId"]),
    fields: groupOf(data["fields"]),
    base: typeof data["base"] === "string" ? data["base"] : null,
    rev: typeof data["rev"] === "number" ? data["rev"] : 0,
    conflicts: readConflicts(data["conflicts"]),
    saves: listOf(data["saves"]).filter((save) => typeof save === "string"),
    editedBy: textOf(data["editedBy"]),
    editedByName: textOf(data["editedByName"]),
    editedAt: textOf(data["editedAt"]),
    createdAt: textOf(data["createdAt"]),
  };
}

function listOf(value: unknown): PlainFields[string][] {
  return Array.isArray(value) ? (value as PlainFields[string][]) : [];
}

function readSchedule({ path, data, updateTime }: StoredDocument): StoredSchedule {
  return {
    path,
    updateTime,
    kind: data["kind"] as ContentKind,
    docId: textOf(data["docId"]),
    rev: typeof data["rev"] === "number" ? data["rev"] : 0,
    at: textOf(data["at"]),
    by: textOf(data["by"]),
    byName: textOf(data["byName"]),
    jobId: textOf(data["jobId"]),
    versionId: textOf(data["versionId"]),
    problem: typeof data["problem"] === "string" ? data["problem"] : null,
  };
}

function readTrash({ path, data, updateTime }: StoredDocument): StoredTrash {
  const textOrNull = (value: unknown) => (typeof value === "string" ? value : null);
  return {
    path,
    updateTime,
    kind: data["kind"] as ContentKind,
    docId: textOf(data["docId"]),
    title: textOf(data["title"]),
    slug: textOrNull(data["slug"]),
    wasHidden: data["wasHidden"] === true,
    publishedVersion: textOrNull(data["publishedVersion"]),
    draftVersion: textOrNull(data["draftVersion"]),
    schedule: readWaiting(data["schedule"]),
    by: textOf(data["by"]),
    byName: textOf(data["byName"]),
    at: textOf(data["at"]),
    eraseAt: textOf(data["eraseAt"]),
  };
}

function readWaiting(value: unknown): WaitingInTrash | null {
  const { at, versionId, by, byName, isOfDraft } = groupOf(value);
  if (typeof at !== "string" || typeof versionId !== "string") return null;
  return { at, versionId, by: textOf(by), byName: textOf(byName), isOfDraft: isOfDraft === true };
}

/** What the server itself writes into a draft: whoever has it open sees that it was not they. */
export function draftWrite(
  draft: StoredDraft,
  change: Partial<Pick<Draft, "fields" | "conflicts">>,
): Write {
  const data = { ...change, rev: draft.rev + 1 };
  return { update: draft.path, data, when: { updateTime: draft.updateTime } };
}

/** New values by field; undefined takes one away. */
export type Patch = Readonly<Record<string, PlainFields[string] | undefined>>;

/** As `draftWrite`, of some fields alone: a draft may be as large as a document can be. */
export function draftPatch(draft: StoredDraft, patch: Patch): Write {
  return {
    update: draft.path,
    data: { fields: withoutGone(patch), rev: draft.rev + 1 },
    mask: [...maskOf(patch), ["rev"]],
    when: { updateTime: draft.updateTime },
  };
}

/** Of a document that has the patched ones in `fields`. */
export function maskOf(patch: Patch): string[][] {
  return Object.keys(patch).map((name) => ["fields", name]);
}

/** What is in the mask and not here is taken away. */
export function withoutGone(patch: Patch): PlainFields {
  const kept = Object.entries(patch).flatMap(([name, value]): [string, PlainFields[string]][] =>
    value === undefined ? [] : [[name, value]],
  );
  return Object.fromEntries(kept);
}

export function newDraftWrite(
  draft: Omit<Draft, "conflicts" | "saves">,
  before: StoredDraft | null,
): Write {
  const data: Draft = { ...draft, conflicts: [], saves: [] };
  const when = before === null ? { exists: false } : { updateTime: before.updateTime };
  return { set: draftPath(draft.kind, draft.docId), data, when };
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export function groupOf(value: unknown): PlainFields {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as PlainFields)
    : {};
}
