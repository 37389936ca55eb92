/** A back-up that could not be made, read or restored. `message` is a text for whoever asked. */
export type BackupErrorCode =
  /** There is too little room for it. */
  | "disk-full"
  /** The site itself lacks something, or changed too fast. */
  | "not-made"
  /** It has other bytes than those that were written. */
  | "damaged"
  /** None of the keys opens it. */
  | "wrong-key"
  /** This version of the program cannot read it. */
  | "too-new"
  /** The folder is in use, or has something in it. */
  | "not-empty"
  | "cancelled";

export class BackupError extends Error {
  override readonly name = "BackupError";
  readonly code: BackupErrorCode;
  constructor(code: BackupErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.code = code;
  }
}

const SQLITE_FULL = 13;
const fullCodes = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/** A full disk in words; everything else as it is. */
export function clearly(error: unknown, folder: string): unknown {
  const { code, errcode } = (error ?? {}) as NodeJS.ErrnoException & { errcode?: number };
  if (!fullCodes.has(code ?? "") && errcode !== SQLITE_FULL) return error;
  return new BackupError(
    "disk-full",
    `The disk of ${folder} is full. Nothing of this back-up was kept; older ones are as they were.`,
    error,
  );
}
