/** What goes wrong between a browser and the file storage: what may be tried again, and what is said to the user. */
import type { UploadError, UploadErrorCode } from "./upload.ts";

/** An upload ends with it, until somebody wants it tried again. */
export class UploadFailure extends Error {
  override readonly name = "UploadFailure";
  readonly code: UploadErrorCode;

  constructor(code: UploadErrorCode, options?: { message?: string; cause?: unknown }) {
    super(options?.message ?? sentences[code], { cause: options?.cause });
    this.code = code;
  }

  shown(): UploadError {
    return { code: this.code, message: this.message, canRetry: retryable.has(this.code) };
  }
}

/** The connection failed before an answer was there: nobody knows what arrived. */
export class NoAnswerError extends Error {
  override readonly name = "NoAnswerError";
}

/** An answer that is no success. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
  readonly status: number;
  /** Of `Retry-After`; 0 without it. */
  readonly retryAfterMs: number;

  constructor(status: number, text: string, retryAfterMs: number) {
    super(text);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

const sentences: Record<UploadErrorCode, string> = {
  "signed-out": "You are signed out. Sign in and try again.",
  "quota-exceeded": "There is not enough space left for this file.",
  "not-allowed": "You may not put a file here.",
  "not-found": "The place for this file was not found.",
  refused: "The server did not take this file.",
  "no-connection": "The server could not be reached for ten minutes. Try again.",
  "file-changed": "The file was changed or removed while it was sent. Choose it again.",
  "wrong-file": "This is another file, or it has been changed. Choose the one that was begun.",
  "wrong-size": "The file arrived with another size. Try again.",
  "session-lost": "The server lost this upload twice. Try again.",
  unknown: "Something went wrong in this browser. Try again.",
};

const retryable: ReadonlySet<UploadErrorCode> = new Set([
  "signed-out",
  "quota-exceeded",
  "no-connection",
  "wrong-size",
  "session-lost",
  "unknown",
]);

/** Whether to go on by itself. */
export function isTransient(error: unknown): error is NoAnswerError | RefusedError {
  if (error instanceof NoAnswerError) return true;
  if (!(error instanceof RefusedError)) return false;
  return error.status === 408 || error.status === 429 || error.status >= 500;
}

/** What an answer that is final means for the upload. */
export function failureOf(refusal: RefusedError): UploadFailure {
  const options = { cause: refusal };
  switch (refusal.status) {
    case 401:
      if (refusal.message.includes("App Check")) {
        const message = "The server takes files only from an app that it knows.";
        return new UploadFailure("not-allowed", { ...options, message });
      }
      return new UploadFailure("signed-out", options);
    case 402:
      return new UploadFailure("quota-exceeded", options);
    case 403:
      return new UploadFailure("not-allowed", options);
    case 404:
      return new UploadFailure("not-found", options);
    case 413:
      return new UploadFailure("refused", { ...options, message: "The file is too large." });
    default:
      return new UploadFailure("refused", options);
  }
}
