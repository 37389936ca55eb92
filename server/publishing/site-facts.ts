/** What the acts on content share. */
import type { AuditAction } from "#lib/audit-actions.ts";
import { titleOf } from "#lib/content/kinds.ts";
import type { ContentKind } from "#lib/content/kinds.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import type { ServerBackend, Write } from "#lib/server-backend.ts";
import { isConflict } from "#lib/server-backend.ts";
import type { Audit } from "../audit/audit.ts";
import { recordAct } from "../audit/record-act.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { Log } from "../log.ts";
import { changedMeanwhile } from "./content-error.ts";
import type { ContentFiles } from "./content-files.ts";
import type { ContentStore } from "./content-store.ts";
import { settleFiles } from "./settle-files.ts";
import type { Actor, Versions } from "./versions.ts";

export type PublishingBackend = Pick<
  ServerBackend,
  | "getDocument"
  | "findDocuments"
  | "commit"
  | "getValue"
  | "getObject"
  | "openObject"
  | "putObject"
  | "updateObject"
  | "deleteObject"
  | "listObjects"
  | "publicData"
>;

export type Publishing = {
  backend: PublishingBackend;
  store: ContentStore;
  versions: Versions;
  files: ContentFiles;
  audit: Pick<Audit, "add">;
  jobs: () => Pick<Jobs, "schedule" | "cancel">;
  /** One act on an item after the other. */
  inTurn: <Result>(key: string, run: () => Promise<Result>) => Promise<Result>;
  newId: () => string;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
};

export type Item = { kind: ContentKind; id: string };

export const settleKind = "settle-content";
/** A process that dies in the middle leaves files where they should not be no longer than this. */
const settleAfterMs = 60_000;

export function keyOf({ kind, id }: Item): string {
  return `${kind}/${id}`;
}

export function isoNow({ now }: Pick<Publishing, "now">): string {
  return new Date(now()).toISOString();
}

/** Written down first, then done. */
export function recordContentAct<Result>(
  { audit }: Publishing,
  act: {
    actor: Actor;
    action: AuditAction;
    item: Item;
    fields: PlainFields;
    details?: Record<string, string | number | boolean>;
  },
  run: () => Promise<Result>,
): Promise<Result> {
  const { actor, action, item, fields } = act;
  const title = titleOf(item.kind, item.id, fields);
  const details = { kind: item.kind, id: item.id, title, ...act.details };
  return recordAct(audit, { actor: actor.uid, action, details }, run);
}

/** All or nothing. @throws ContentError when somebody else was faster; BackendError */
export async function commitContent({ backend }: Publishing, writes: Write[]): Promise<void> {
  try {
    await backend.commit(writes);
  } catch (error) {
    if (isConflict(error)) throw changedMeanwhile();
    throw error;
  }
}

/** What follows the commit of an act, which is done whatever becomes of that. Never rejects: it is logged. */
export async function afterwards(
  { log }: Pick<Publishing, "log">,
  { kind, id }: Item,
  run: () => Promise<unknown>,
): Promise<void> {
  try {
    await run();
  } catch (error) {
    log.error({ err: error, kind, id }, "something that follows an act on content failed");
  }
}

/**
 * An act that moves files: should the process die within it, a job puts them where they belong.
 * @throws what `run` throws
 */
export async function movingFiles<Result>(
  publishing: Publishing,
  item: Item,
  run: () => Promise<Result>,
): Promise<Result> {
  const { jobs, now, newId } = publishing;
  const { kind, id } = item;
  const jobId = `settle-${kind}_${id}-${newId().slice(0, 12)}`;
  const dueAt = new Date(now() + settleAfterMs);
  await jobs().schedule(settleKind, { id: jobId, dueAt, data: { kind, id } });
  try {
    return await run();
  } finally {
    // If it fails, the job does it.
    await afterwards(publishing, item, async () => {
      await settleFiles(publishing, kind, id);
      await jobs().cancel(jobId);
    });
  }
}
