/** What can go wrong in the storage floor. `message` is always a text that may be shown to the caller. */

export type StoreErrorCode =
  /** Too much waits already; nothing of this call was done, it may be tried again. */
  | "store-busy"
  /** The store is being closed or is closed; nothing of this call was done. */
  | "store-closed"
  /** The disk or a thread failed; of a write that waited it is unknown whether it was saved. */
  | "store-failed"
  /** The transaction of the write could not be committed; nothing of it stays. */
  | "commit-failed"
  /** An operation threw something that is not an OperationError: a bug. */
  | "operation-failed"
  /** The database cannot be used with this version of the program. */
  | "migration-refused";

export class StoreError extends Error {
  override readonly name = "StoreError";
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.code = code;
  }
}

/**
 * The one way for an operation to refuse: it undoes that operation alone and reaches its caller on the
 * main thread with the same code, text and details. Details must survive a structured clone.
 */
export class OperationError extends Error {
  override readonly name = "OperationError";
  readonly code: string;
  readonly details: unknown;

  constructor(code: string, message: string, details?: unknown) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

export class FolderLockedError extends Error {
  override readonly name = "FolderLockedError";
  readonly code = "folder-locked";
  readonly folder: string;
  /** Of the process that holds the folder; null when it is not known. */
  readonly pid: number | null;

  constructor(folder: string, pid: number | null) {
    const holder = pid === null ? "another process" : `process ${pid}`;
    super(
      `The data folder ${folder} is in use by ${holder}. Stop that server first, ` +
        "or set FOYER_DATA to another folder.",
    );
    this.folder = folder;
    this.pid = pid;
  }
}

export function isFolderLockedError(error: unknown): error is FolderLockedError {
  return error instanceof FolderLockedError;
}
