/**
 * One upload from where it is to its end. After every failure the server is asked how far it came:
 *
 *   no session → start → ┌ chunk … chunk ┐ → last chunk with finalize → done
 *      ▲                 │   failure     │
 *      │                 ▼               │
 *      └─ gone (once) ─ wait, query ─────┘
 */
import type { StoragePlace } from "../firebase.ts";
import { coversWhole, fingerprintOf } from "./fingerprint.ts";
import { keepBothName } from "./keep-both-name.ts";
import { type Patience, type Waiting, createPatience } from "./patience.ts";
import type { ObjectState, StorageCalls } from "./storage-calls.ts";
import {
  NoAnswerError,
  RefusedError,
  UploadFailure,
  failureOf,
  isTransient,
} from "./upload-failure.ts";
import type { UploadRecord } from "./upload-record.ts";
import type { BeganAgain, UploadOutcome } from "./upload.ts";

const KIB = 1024;
/** Google takes chunks in multiples of it. */
const MIN_CHUNK_BYTES = 256 * KIB;
const MAX_CHUNK_BYTES = 16 * KIB * KIB;
/** A chunk that takes longer is not followed by a larger one. */
const LONG_CHUNK_MS = 10_000;
const MAX_NAMES = 100;
const MAX_RACES = 5;
const LINGER_MS = 10_000;

export type Sending = {
  place: StoragePlace;
  calls: StorageCalls;
  waiting: Waiting;
  /** Changes the record where it is kept; resolves when it is there. */
  save: (change: Partial<UploadRecord>) => Promise<void>;
  /** For who looks at it. */
  show: (progress: { sentBytes: number; isMoving: boolean; beganAgain?: BeganAgain }) => void;
};

/** The session is not there any more; the upload begins anew. */
class SessionGoneError extends Error {
  override readonly name = "SessionGoneError";
}

/** Somebody else took the name meanwhile; the upload begins anew. */
class NameTakenError extends Error {
  override readonly name = "NameTakenError";
}

/**
 * `record` is not changed; all changes go through `save`.
 * @throws UploadFailure; the signal's reason
 */
export async function sendFile(
  sending: Sending,
  kept: UploadRecord,
  file: File,
  signal: AbortSignal,
): Promise<UploadOutcome> {
  const { calls, place, waiting, show } = sending;
  let record = kept;
  let chunkBytes = MIN_CHUNK_BYTES;
  let sentBytes = record.receivedBytes;
  let mostBytes = sentBytes;
  let refusedAt: number | undefined;
  const patience = createPatience(waiting);
  const late = lingering(signal, waiting);

  async function save(change: Partial<UploadRecord>): Promise<void> {
    record = { ...record, ...change };
    await sending.save(change);
    signal.throwIfAborted();
  }

  function moved(bytes: number): void {
    sentBytes = bytes;
    if (bytes > mostBytes) {
      mostBytes = bytes;
      patience.progress();
    }
    show({ sentBytes, isMoving: true });
  }

  async function forgetSession(): Promise<void> {
    mostBytes = 0;
    moved(0);
    await save({ sessionUrl: null, receivedBytes: 0, name: record.wantedName, isReplacing: false });
  }

  /** False when there is an object of this name and `mustBeNew`. */
  async function start(name: string, mustBeNew: boolean): Promise<boolean> {
    signal.throwIfAborted();
    const isUnsure = mustBeNew && !place.isEmbedded && !record.isFresh;
    if (isUnsure && (await calls.read(name, signal)) !== null) return false;
    const customMetadata = { ...record.customMetadata };
    if (!place.isEmbedded) customMetadata["reservation"] = await reservationFor(name);
    try {
      const sessionUrl = await calls.start(
        {
          name,
          sizeBytes: file.size,
          contentType: file.type || "application/octet-stream",
          customMetadata,
          mustBeNew,
        },
        late,
      );
      await save({ sessionUrl, name, isReplacing: !mustBeNew, receivedBytes: 0 });
      return true;
    } catch (error) {
      if (mustBeNew && statusOf(error) === 412) return false;
      throw error;
    }
  }

  /** One that an attempt before left unused is used first: each holds its bytes. */
  async function reservationFor(name: string): Promise<string> {
    const { reservation } = record;
    const isGood = reservation?.name === name && reservation.expiresAtMs > Date.now() + 60_000;
    if (reservation && isGood) return reservation.id;
    const made = await calls.reserve(name, file.size, late);
    await save({ reservation: made });
    return made.id;
  }

  /** False when the upload is to be skipped. */
  async function begin(): Promise<boolean> {
    if (await start(record.wantedName, true)) return true;
    if (record.onExisting === "skip") return false;
    if (record.onExisting === "replace") return start(record.wantedName, false);
    for (let number = 2; number <= MAX_NAMES; number += 1) {
      // oxlint-disable-next-line no-await-in-loop
      if (await start(keepBothName(record.wantedName, number), true)) return true;
    }
    throw new UploadFailure("refused", { message: "There are too many files of this name." });
  }

  async function sendChunk(sessionUrl: string): Promise<ObjectState | null> {
    const offset = record.receivedBytes;
    const bytes = file.slice(offset, offset + chunkBytes);
    const end = offset + bytes.size;
    const beganMs = waiting.clock();
    try {
      const object = await calls.upload(
        sessionUrl,
        {
          offset,
          bytes,
          isLast: end === file.size,
          onSent: (sent) => moved(offset + Math.min(sent, bytes.size)),
        },
        signal,
      );
      moved(end);
      await save({ receivedBytes: end });
      if (waiting.clock() - beganMs < LONG_CHUNK_MS)
        chunkBytes = Math.min(MAX_CHUNK_BYTES, chunkBytes * 2);
      return object;
    } catch (error) {
      chunkBytes = Math.max(MIN_CHUNK_BYTES, chunkBytes / 2);
      if (statusOf(error) === 412) throw new NameTakenError();
      // Perhaps a lost request arrived after all: the server says where to go on, once for each place.
      if (statusOf(error) === 400 && refusedAt !== offset) {
        refusedAt = offset;
        throw new NoAnswerError("The server is elsewhere.", { cause: error });
      }
      throw error;
    }
  }

  async function attempt(): Promise<UploadOutcome> {
    if (record.fingerprint === null) await save({ fingerprint: await readFingerprint(file) });
    if (record.sessionUrl === null) {
      if (!(await begin())) return "skipped";
    } else {
      const { receivedBytes, isFinal } = await calls.query(record.sessionUrl, signal);
      if (isFinal) return finish(await stored());
      await save({ receivedBytes });
    }
    moved(record.receivedBytes);
    for (;;) {
      if (record.sessionUrl === null) throw new SessionGoneError();
      // One after the other is the point.
      // oxlint-disable-next-line no-await-in-loop
      const object = await sendChunk(record.sessionUrl);
      if (object !== null) return finish(object);
    }
  }

  /** The answer to the last chunk was lost. Undefined where the rules do not let the account see it. */
  async function stored(): Promise<ObjectState | undefined> {
    try {
      const object = await calls.read(record.name, signal);
      if (object === null) throw new SessionGoneError();
      return object;
    } catch (error) {
      if (statusOf(error) === 403) return undefined;
      throw error;
    }
  }

  function finish(object: ObjectState | undefined): UploadOutcome {
    if (object !== undefined && object.sizeBytes !== file.size)
      throw new UploadFailure("wrong-size");
    moved(file.size);
    return record.isReplacing ? "replaced" : "uploaded";
  }

  let isRestarted = false;
  let races = 0;
  for (;;) {
    try {
      // oxlint-disable-next-line no-await-in-loop
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof NameTakenError && races < MAX_RACES) {
        races += 1;
      } else if (isGone(error, record)) {
        if (isRestarted) throw new UploadFailure("session-lost", { cause: error });
        isRestarted = true;
        if (sentBytes > 0) show({ sentBytes: 0, isMoving: true, beganAgain: "not-kept" });
      } else {
        // oxlint-disable-next-line no-await-in-loop
        await waitAfter(error, {
          file,
          patience,
          signal,
          show: () => show({ sentBytes, isMoving: false }),
        });
        continue;
      }
      // oxlint-disable-next-line no-await-in-loop
      await forgetSession();
    }
  }
}

/**
 * Ends a while after `signal`: what the server makes for an upload is noted also when the upload was stopped meanwhile,
 * else nobody could use it again or give it back.
 */
function lingering(signal: AbortSignal, waiting: Waiting): AbortSignal {
  const late = new AbortController();
  const end = async () => {
    await waiting.wait(LINGER_MS, late.signal);
    late.abort(signal.reason);
  };
  signal.addEventListener("abort", () => void end());
  return late.signal;
}

/** @throws UploadFailure where it cannot go on by itself */
async function waitAfter(
  error: unknown,
  {
    file,
    patience,
    signal,
    show,
  }: {
    file: File;
    patience: Patience;
    signal: AbortSignal;
    show: () => void;
  },
): Promise<void> {
  if (error instanceof UploadFailure) throw error;
  if (error instanceof NameTakenError)
    throw new UploadFailure("refused", { message: "Others keep taking this name.", cause: error });
  if (!isTransient(error)) throw error instanceof RefusedError ? failureOf(error) : error;
  // What a browser says of a file that it cannot read any more is that the connection failed.
  if (error instanceof NoAnswerError) await checkReadable(file);
  show();
  await patience.wait(error instanceof RefusedError ? error.retryAfterMs : 0, signal, error);
}

function isGone(error: unknown, { sessionUrl }: UploadRecord): boolean {
  if (error instanceof SessionGoneError) return true;
  const status = statusOf(error);
  return sessionUrl !== null && (status === 404 || status === 410);
}

function statusOf(error: unknown): number | undefined {
  return error instanceof RefusedError ? error.status : undefined;
}

/** Whether going on with `file` is going on with the upload, once its fingerprint is that of the record. */
export function isUnchanged({ file: { lastModifiedMs } }: UploadRecord, file: File): boolean {
  return coversWhole(file.size) || file.lastModified === lastModifiedMs;
}

/** @throws UploadFailure file-changed */
async function readFingerprint(file: File): Promise<string> {
  try {
    return await fingerprintOf(file);
  } catch (cause) {
    throw new UploadFailure("file-changed", { cause });
  }
}

/** @throws UploadFailure file-changed */
async function checkReadable(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch (cause) {
    throw new UploadFailure("file-changed", { cause });
  }
}
