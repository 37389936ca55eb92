/** A job as its document `jobs/{id}` has it. Instants are ISO texts, which are in the order of time. */
import type { PlainFields } from "#lib/firestore-value.ts";
import type { StoredDocument } from "#lib/server-backend.ts";

const jobStates = ["waiting", "running", "done", "failed"] as const;
export type JobState = (typeof jobStates)[number];

export type Job = {
  id: string;
  kind: string;
  data: PlainFields;
  state: JobState;
  /** While it waits when it may be taken, while it runs when its lease ends; null afterwards. */
  dueAt: string | null;
  /** How often it was begun. */
  attempt: number;
  /** Of the last attempt that failed. */
  error: string | null;
  createdAt: string;
  /** Of a job that comes again: its last end. */
  finishedAt: string | null;
  result: PlainFields | null;
  /** Comes again and again. */
  isRecurring: boolean;
};

/** With what only this room needs. */
export type HeldJob = Job & {
  /** Who runs it: another one with each taking. */
  holder: string | null;
  /** Why it is begun no more, from when it failed for the last time until that has been told. */
  givenUpFor: string | null;
  updateTime: string;
};

export const jobsCollection = "jobs";
export const jobPath = (id: string) => `${jobsCollection}/${id}`;
/** The one job of a kind that comes again. */
export const recurringId = (kind: string) => `every-${kind}`;

const maxIdLength = 200;
const maxDataChars = 50_000;
const maxErrorChars = 500;

/** @throws TypeError for what cannot be a document's id. */
export function checkJobId(id: string): void {
  if (!isJobId(id)) throw new TypeError(`${JSON.stringify(id.slice(0, 80))} cannot be a job's id.`);
}

/** @throws TypeError */
export function checkJobData(data: PlainFields): void {
  if (JSON.stringify(data).length <= maxDataChars) return;
  throw new TypeError(`A job's data have at most ${maxDataChars} characters: keep them elsewhere.`);
}

/** What a job gives back, unless it is too much to keep. */
export function boundResult(result: PlainFields | void): PlainFields | null {
  if (result === undefined) return null;
  return JSON.stringify(result).length <= maxDataChars ? result : { tooLarge: true };
}

export function errorText(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text.slice(0, maxErrorChars);
}

/** The error whose text that is, by name and message. */
export function errorOf(text: string): Error {
  const [, name = "Error", message = text] = /^(\w+): (.*)$/s.exec(text) ?? [];
  return Object.assign(new Error(message), { name });
}

export function readJob({ id, data, updateTime }: StoredDocument): HeldJob {
  const { state, dueAt, attempt, createdAt } = data;
  return {
    id,
    kind: textOf(data["kind"]) ?? "",
    data: fieldsOf(data["data"]) ?? {},
    state: jobStates.find((one) => one === state) ?? "failed",
    dueAt: textOf(dueAt),
    attempt: typeof attempt === "number" ? attempt : 0,
    error: textOf(data["error"]),
    createdAt: textOf(createdAt) ?? "",
    finishedAt: textOf(data["finishedAt"]),
    result: fieldsOf(data["result"]),
    isRecurring: data["isRecurring"] === true,
    holder: textOf(data["holder"]),
    givenUpFor: textOf(data["givenUpFor"]),
    updateTime,
  };
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function fieldsOf(value: unknown): PlainFields | null {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as PlainFields)
    : null;
}

export function isJobId(id: string): boolean {
  return id !== "" && id.length <= maxIdLength && !/[/\p{Cc}]|^\.{1,2}$|^__.*__$/u.test(id);
}
