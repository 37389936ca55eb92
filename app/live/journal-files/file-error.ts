export type JournalFileReason =
  | "locked"
  | "offline"
  | "missing"
  | "damaged"
  | "too-large"
  | "no-room"
  | "not-allowed"
  | "unknown";

const sentences: Record<JournalFileReason, string> = {
  locked: "This journal is locked. Unlock it first.",
  offline: "The server cannot be reached, and this browser does not keep this file.",
  missing: "It is on its way from another device, or was deleted there.",
  damaged: "This file cannot be read: it was changed or damaged. It is kept as it is.",
  "too-large": "A file may have 100 MB at most. Choose a smaller one.",
  "no-room": "This browser has no room for it. Free some space on this device and try again.",
  "not-allowed": "You are signed out, or may not see this file.",
  unknown: "The server could not do it just now. Try again.",
};

/** Message is a sentence for who uses the site; it never holds words of a journal. */
export class JournalFileError extends Error {
  override readonly name = "JournalFileError";
  readonly reason: JournalFileReason;

  constructor(reason: JournalFileReason, options?: { message?: string; cause?: unknown }) {
    super(options?.message ?? sentences[reason], { cause: options?.cause });
    this.reason = reason;
  }
}
