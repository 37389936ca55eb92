/** One file on its way into a drive: from when it is given until its end is in the report. */
import type { DriveAct } from "#lib/drive/acts.ts";
import { newDriveId } from "#app/live/drive/new-drive-id.ts";
import { nameFrom } from "#lib/drive/names.ts";
import type { JobRecord, Outcome } from "#app/live/uploads/drive-job.ts";

export type { Existing, JobRecord, OnTaken, Outcome } from "#app/live/uploads/drive-job.ts";

/** As it is shown. The same object until something changes. */
export type Job = JobRecord & {
  sentBytes: number;
  /** Its file is in this tab. */
  hasFile: boolean;
  /** Nothing had to be sent: the same bytes are in the drive already. */
  isInstant: boolean;
};

type NewJob = Pick<
  Job,
  "uid" | "tab" | "order" | "owner" | "base" | "path" | "onTaken" | "version"
>;

export function newJob({ name, size, lastModified, type }: File, given: NewJob): Job {
  const { base, path } = given;
  return {
    ...given,
    id: newDriveId(),
    parent: path.length === 0 ? base : undefined,
    name: nameFrom(name),
    file: { name, sizeBytes: size, lastModifiedMs: lastModified, type },
    object: newDriveId(),
    existing: undefined,
    sha256: null,
    isBegun: false,
    state: "waiting",
    outcome: undefined,
    error: undefined,
    sentBytes: 0,
    hasFile: true,
    isInstant: false,
  };
}

/** As an earlier visit left it. */
export function jobOf(record: JobRecord): Job {
  const { state } = record;
  const isSettled = state === "done" || state === "failed";
  return {
    ...record,
    state: isSettled || (state === "stored" && record.isBegun) ? state : "needs-file",
    sentBytes: 0,
    hasFile: false,
    isInstant: false,
  };
}

/** @returns what is kept of it */
export function recordOf({ sentBytes: _s, hasFile: _h, isInstant: _i, ...record }: Job): JobRecord {
  return record;
}

export function isSettled({ state }: Pick<Job, "state">): boolean {
  return state === "done" || state === "failed";
}

/** It goes on, or will, without anybody doing anything. */
export function isUnderWay({ state }: Pick<Job, "state">): boolean {
  return state === "waiting" || state === "uploading" || state === "retrying" || state === "stored";
}

/** The same for one file at one place of what was given. */
export function givenKey(
  path: readonly string[],
  file: { name: string; size: number; lastModified: number },
): string {
  return JSON.stringify([path, file.name, file.size, file.lastModified]);
}

export function jobGivenKey({ path, file }: Pick<Job, "path" | "file">): string {
  return givenKey(path, {
    name: file.name,
    size: file.sizeBytes,
    lastModified: file.lastModifiedMs,
  });
}

/** Once the drive has it. */
export function outcomeOf({ version, name, file }: Job): Outcome {
  if (version !== undefined) return "replaced";
  return name === nameFrom(file.name) ? "added" : "kept-both";
}

/** What the drive is told of one that is stored. */
export function actOf(job: Job, sha256: string | null): DriveAct {
  const { id, object, parent = "", name, version } = job;
  if (version !== undefined) return { act: "add-version", id: version, object, sha256 };
  return { act: "add-file", id, parent, name, object, sha256 };
}
