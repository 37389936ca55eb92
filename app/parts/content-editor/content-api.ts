/** The server's half of editing content: what it answers, and its sentences when it does not do it. */
import { ApiError, callApi } from "#app/live/api.ts";
import type {
  ActNote,
  BulkAct,
  BulkNotes,
  BulkResults,
  ContentItem,
  TrashItem,
} from "#lib/content/item.ts";
import type { ContentKind } from "#lib/content/kinds.ts";
import type { Problem } from "#lib/content/problems.ts";
import type { Ended } from "./schedule-back.ts";

/** `path`: visitors see it again. */
export type PutBack = { path?: string } & Pick<ActNote, "asDraft" | "publishAt">;

type Acts = {
  publish: [{ id: string; rev: number }, { path?: string; redirected?: boolean }];
  schedule: [{ id: string; rev: number; at: string }, unknown];
  unschedule: [{ id: string }, Ended];
  hide: [{ id: string }, Ended];
  show: [{ id: string }, unknown];
  discard: [{ id: string; rev: number }, { versionId?: string }];
  "save-version": [{ id: string; rev: number; label: string }, unknown];
  restore: [{ id: string; versionId: string }, { versionId?: string }];
  delete: [{ id: string }, unknown];
  untrash: [{ id: string }, PutBack];
  erase: [{ id: string }, unknown];
  /** At most 400. */
  places: [{ places: Record<string, string> }, unknown];
  featured: [{ id: string; featured: boolean }, unknown];
  bulk: [
    { ids: readonly string[]; act: BulkAct; tag?: string },
    { results: BulkResults; more: BulkNotes },
  ];
  duplicate: [{ id: string }, { id: string }];
  check: [{ id: string }, { problems: Problem[]; pages: string[] }];
};

export type ContentAct = keyof Acts;

/** @throws ApiError whose message is for people */
export function callContent<Act extends ContentAct>(
  kind: ContentKind,
  act: Act,
  body: Acts[Act][0],
): Promise<Acts[Act][1]> {
  return callApi("POST", `/api/content/${act}`, { kind, ...body });
}

/** @throws ApiError */
export function readItems(kind: ContentKind, signal: AbortSignal): Promise<ContentItem[]> {
  return readAll(`/api/content/list?kind=${kind}`, signal);
}

/** @throws ApiError */
export function readTrash(kind: ContentKind, signal: AbortSignal): Promise<TrashItem[]> {
  return readAll(`/api/content/trash?kind=${kind}`, signal);
}

async function readAll<Item>(path: `/api/${string}`, signal: AbortSignal): Promise<Item[]> {
  return (await callApi<{ items: Item[] }>("GET", path, undefined, { signal })).items;
}

/** Why something was not done, in a sentence. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  // oxlint-disable-next-line no-console -- the browser's own words, for who looks there
  console.error("Content was not changed:", error);
  return "That did not work. Nothing is lost: try it again in a moment.";
}

/** Of a new document: nobody has to type it, and it never changes. */
export function newContentId(): string {
  const letters = "abcdefghijkmnpqrstuvwxyz23456789";
  const bytes = crypto.getRandomValues(new Uint8Array(14));
  return [...bytes].map((byte) => letters[byte % letters.length]).join("");
}
