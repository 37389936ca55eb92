/**
 * From a file whose place is known to its node in the drive:
 *
 *   ready → (the same bytes are in the drive: copy-file) → done
 *     └──→ upload → stored → add-file or add-version → done
 *
 * A few are with the uploads of the account at a time; how they survive is app/live/uploads.
 */
import { newDriveId } from "#app/live/drive/new-drive-id.ts";
import type { Waiting } from "#app/live/uploads/patience.ts";
import { UploadFailure } from "#app/live/uploads/upload-failure.ts";
import type { Upload, Uploads } from "#app/live/uploads/upload.ts";
import { logFailure } from "#app/session/log-failure.ts";
import type { DriveAct, DriveActResult } from "#lib/drive/acts.ts";
import { objectNameOf } from "#lib/drive/node.ts";
import { actError } from "./act-words.ts";
import type { Drives } from "./drives.ts";
import type { Filing } from "./filing.ts";
import { type Job, type Outcome, actOf, outcomeOf } from "./job.ts";
import type { JobList } from "./job-list.ts";
import { placeAll } from "./place-jobs.ts";

const atOnce = 12;
/** Counting larger ones costs more than it saves. */
const mostHashedBytes = 2 * 1024 ** 3;
/** Others take its name each time. */
const mostNames = 20;

export type SendParts = {
  uid: string;
  uploads: Uploads;
  drives: Drives;
  filing: Filing;
  waiting: Waiting;
  /** Null when the file cannot be read. */
  hash(this: void, file: File): Promise<string | null>;
  removeObject(this: void, name: string): Promise<void>;
  life: AbortSignal;
};

export type Sender = {
  /** Its place is known, and its file is there. */
  ready(id: string): void;
  /** Its bytes are there; tells the drive. */
  file(id: string): Promise<void>;
  isStored(id: string): boolean;
  /** The drive was asked to take it, and its answer was lost: it may have done so. */
  isUnsure(id: string): boolean;
  pause(id: string): void;
  resume(id: string): void;
  /** Nothing of it is sent or kept any more, here or on the server. */
  drop(id: string): void;
  /** One that failed. False when it has to begin anew. */
  retry(id: string): boolean;
  /** False when what was begun is of another file, or nothing was. */
  attach(id: string, file: File): Promise<boolean>;
  /** Follows what an earlier visit began; false when nothing is there of it. */
  follow(id: string): boolean;
  fail(id: string, error: unknown): void;
  settle(id: string, outcome: Outcome, isInstant?: boolean): void;
  close(): void;
};

export function createSender(parts: SendParts, list: JobList, files: Map<string, File>): Sender {
  const { uid, uploads, drives, filing, life } = parts;
  const queue = new Set<string>();
  /** With the uploads, or on their way there. */
  const active = new Map<string, object>();
  const begun = new Map<string, Promise<void>>();
  const byName = new Map<string, string>();
  const rows = new Map<string, Upload>();
  const hashes = new Map<string, Promise<string | null>>();
  const stored = new Set<string>();
  const unsure = new Set<string>();

  const nameOf = ({ object }: Pick<Job, "object">) => objectNameOf(uid, object);

  function pump(): void {
    for (const id of queue) {
      if (active.size >= atOnce) return;
      queue.delete(id);
      const turn = {};
      active.set(id, turn);
      // Paused and resumed at once, it is not begun twice.
      const before = begun.get(id) ?? Promise.resolve();
      begun.set(
        id,
        before.then(() => begin(id, () => active.get(id) === turn)),
      );
    }
  }

  function free(id: string): void {
    active.delete(id);
    queue.delete(id);
    pump();
    if (active.size === 0) filing.hurry();
  }

  /** @param isOn false once it was paused or cancelled, also when it was begun again since */
  async function begin(id: string, isOn: () => boolean): Promise<void> {
    // The one before has come so far.
    if (!isOn() || rows.has(id)) return;
    const job = list.get(id);
    const file = files.get(id);
    try {
      if (job === undefined || file === undefined || (await isThere(job, file, isOn))) {
        if (isOn()) free(id);
        return;
      }
      if (!isOn()) return;
      hashOf(id, file).catch(() => undefined);
      byName.set(nameOf(job), id);
      list.change(id, { isBegun: true });
      await list.flush();
      if (!isOn()) return;
      const place = job.owner === uid ? { parent: job.parent ?? "" } : {};
      await uploads.add([
        {
          file,
          name: nameOf(job),
          customMetadata: { fileName: job.name, ...place },
          isFresh: true,
        },
      ]);
      look();
      // It was paused or cancelled while it was noted.
      if (!active.has(id)) stop(id);
    } catch (error) {
      if (isOn()) fail(id, error);
    }
  }

  function stop(id: string): void {
    const row = rows.get(id);
    if (row === undefined) return;
    const state = list.get(id)?.state;
    if (state === "paused") uploads.pause(row.id);
    else if (state !== "failed") forgetRow(id);
  }

  function forgetRow(id: string): void {
    const row = rows.get(id);
    if (row === undefined) return;
    rows.delete(id);
    byName.delete(row.name);
    uploads.cancel(row.id).catch((error: unknown) => logFailure("An upload goes on", error));
  }

  async function hashOf(id: string, file: File): Promise<string | null> {
    const known = list.get(id)?.sha256;
    if (known !== undefined && known !== null) return known;
    const counting =
      hashes.get(id) ?? (file.size > mostHashedBytes ? Promise.resolve(null) : parts.hash(file));
    hashes.set(id, counting);
    return counting;
  }

  /** Nothing has to be sent: the same bytes are in one's own drive. Others' are never looked at. */
  async function isThere(job: Job, file: File, isOn: () => boolean): Promise<boolean> {
    if (job.owner !== uid || file.size === 0) return false;
    const sameSize = await drives.ownOfSize(file.size);
    if (sameSize.length === 0) return false;
    const sha256 = await hashOf(job.id, file);
    const same = sameSize.filter((one) => one.sha256 === sha256);
    if (job.version !== undefined) {
      if (!same.some((one) => one.id === job.version)) return false;
      settle(job.id, "skipped", true);
      return true;
    }
    const [from] = same;
    if (from === undefined || !isOn()) return false;
    const { id, object, parent = "", name } = job;
    const result = await tell(id, uid, {
      act: "copy-file",
      from: from.id,
      id,
      object,
      parent,
      name,
    });
    if ("error" in result) return false;
    settle(id, outcomeOf(job), true);
    return true;
  }

  async function tell(id: string, owner: string, act: DriveAct): Promise<DriveActResult> {
    unsure.add(id);
    const asked = filing.act(owner, act);
    if (active.size === 0 && queue.size === 0) filing.hurry();
    const result = await asked;
    unsure.delete(id);
    return result;
  }

  function look(): void {
    for (const upload of uploads.snapshot()) {
      const id = byName.get(upload.name);
      if (id === undefined || rows.get(id) === upload) continue;
      rows.set(id, upload);
      take(id, upload);
    }
  }

  function take(id: string, { state, sentBytes, error }: Upload): void {
    switch (state) {
      case "done":
        forgetRow(id);
        stored.add(id);
        list.change(id, { state: "stored", sentBytes, error: undefined });
        void file(id);
        free(id);
        return;
      case "failed":
        list.change(id, { state, error: error ?? undefined });
        free(id);
        return;
      case "needs-file":
        // Its report says why; it needs its file once it is tried again.
        if (list.get(id)?.state === "failed") return;
        list.change(id, { state, sentBytes, error: error ?? undefined, hasFile: false });
        return;
      default:
        list.change(id, { state, sentBytes, error: undefined });
    }
  }

  async function file(id: string): Promise<void> {
    stored.add(id);
    for (let tries = 1; tries <= mostNames; tries += 1) {
      const job = list.get(id);
      if (job?.state !== "stored") return;
      try {
        // oxlint-disable-next-line no-await-in-loop -- each name comes after the last
        const sha256 = job.sha256 ?? (await hashes.get(id)) ?? null;
        // oxlint-disable-next-line no-await-in-loop
        const result = await tell(id, job.owner, actOf(job, sha256));
        if (!("error" in result)) return settle(id, outcomeOf(job));
        // oxlint-disable-next-line no-await-in-loop
        if (!(await goesOn(job, result))) return;
      } catch (error) {
        if (!life.aborted) fail(id, error);
        return;
      }
    }
    list.change(id, { state: "failed", error: actError("name-taken") });
  }

  /** Whether to ask the drive once more. */
  async function goesOn(
    job: Job,
    { error, name }: Extract<DriveActResult, { error: unknown }>,
  ): Promise<boolean> {
    const { id } = job;
    if (error === "name-taken") return nameAgain(job, name);
    if (error === "not-found" && job.version !== undefined && job.onTaken === "replace") {
      // What it should replace was deleted meanwhile.
      list.change(id, { version: undefined });
      return true;
    }
    if (error === "no-object") {
      stored.delete(id);
      const hasFile = files.has(id);
      const state = hasFile ? "waiting" : "needs-file";
      list.change(id, { state, isBegun: false, object: newDriveId(), sentBytes: 0 });
      if (hasFile) ready(id);
      return false;
    }
    list.change(id, { state: "failed", error: actError(error) });
    return false;
  }

  /** Somebody was faster. */
  async function nameAgain(job: Job, freeOne: string | undefined): Promise<boolean> {
    const { id, owner, parent = "" } = job;
    if (job.onTaken === "keep-both" && freeOne !== undefined) {
      list.change(id, { name: freeOne });
      return true;
    }
    await drives.look(owner);
    const placed = placeAll([job], await drives.childrenOf(owner, parent), []).get(id)!;
    if (placed.state === "done") {
      discard(job);
      settle(id, "skipped");
      return false;
    }
    const isSeen = placed.state === "asked" || placed.version !== undefined;
    // Nobody sees yet what took it.
    if (!isSeen && freeOne !== undefined) {
      list.change(id, { name: freeOne, onTaken: "keep-both" });
      return true;
    }
    list.change(id, { ...placed, state: placed.state === "asked" ? "asked" : "stored" });
    return placed.state !== "asked";
  }

  function discard(job: Job): void {
    // Else it may be gone from under a file of the drive; the server finds what is no file's.
    if (!stored.delete(job.id) || unsure.has(job.id)) return;
    parts
      .removeObject(nameOf(job))
      .catch((error: unknown) => logFailure("What was sent of a file is still there", error));
  }

  function settle(id: string, outcome: Outcome, isInstant = false): void {
    files.delete(id);
    hashes.delete(id);
    begun.delete(id);
    stored.delete(id);
    list.change(id, { state: "done", outcome, error: undefined, hasFile: false, isInstant });
  }

  function fail(id: string, error: unknown): void {
    if (life.aborted) return;
    logFailure("A file was not uploaded", error);
    const shown =
      error instanceof UploadFailure
        ? error.shown()
        : {
            code: "unknown" as const,
            message: error instanceof Error ? error.message : "It did not work. Try again.",
            canRetry: true,
          };
    list.change(id, { state: "failed", error: shown });
    free(id);
  }

  function ready(id: string): void {
    queue.add(id);
    pump();
  }

  const end = uploads.subscribe(look);
  return {
    ready,
    file,
    fail,
    settle,
    isStored: (id) => stored.has(id),
    isUnsure: (id) => unsure.has(id),
    pause(id) {
      list.change(id, { state: "paused" });
      const row = rows.get(id);
      if (row) uploads.pause(row.id);
      free(id);
    },
    resume(id) {
      list.change(id, { state: "waiting" });
      const row = rows.get(id);
      if (row === undefined) return ready(id);
      active.set(id, {});
      uploads.resume(row.id);
    },
    drop(id) {
      const job = list.get(id);
      forgetRow(id);
      files.delete(id);
      hashes.delete(id);
      if (job) discard(job);
      free(id);
    },
    retry(id) {
      const row = rows.get(id);
      if (row?.state === "needs-file") return false;
      if (row?.state !== "failed" || !row.canGoAgain) {
        forgetRow(id);
        return false;
      }
      active.set(id, {});
      uploads.retry(row.id);
      return true;
    },
    async attach(id, chosen) {
      const row = rows.get(id);
      if (row === undefined) return false;
      active.set(id, {});
      // Another one may be of the same bytes.
      if ((await uploads.attach([chosen], (name) => name === row.name)).length === 0) {
        hashes.delete(id);
        return true;
      }
      active.delete(id);
      forgetRow(id);
      return false;
    },
    follow(id) {
      const job = list.get(id);
      if (job === undefined) return false;
      byName.set(nameOf(job), id);
      look();
      return rows.has(id) || stored.has(id);
    },
    close: end,
  };
}
