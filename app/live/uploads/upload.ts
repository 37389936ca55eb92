/** An upload as a screen shows it, and what a screen may do with all of them. See open-uploads.ts. */
export type UploadState =
  | "waiting"
  | "uploading"
  | "paused"
  /** Nothing moves just now: it goes on by itself, at once when the browser is back online. */
  | "retrying"
  /** Begun before a reload: it goes on when the same file is chosen again. */
  | "needs-file"
  | "done"
  | "failed";

export type UploadOutcome = "uploaded" | "replaced" | "skipped";

export type UploadError = {
  code: UploadErrorCode;
  /** A sentence for who uploads. */
  message: string;
  canRetry: boolean;
};

export type UploadErrorCode =
  | "signed-out"
  | "quota-exceeded"
  | "not-allowed"
  | "not-found"
  | "refused"
  | "no-connection"
  | "file-changed"
  | "wrong-file"
  | "wrong-size"
  | "session-lost"
  | "unknown";

/** The chosen file was changed since, or the server did not keep what it had. */
export type BeganAgain = "file-changed" | "not-kept";

export type Upload = {
  id: string;
  /** Of the object. */
  name: string;
  fileName: string;
  sizeBytes: number;
  sentBytes: number;
  state: UploadState;
  /** Set when it is done. */
  outcome: UploadOutcome | null;
  /** Why it failed, or why a chosen file was not taken. */
  error: UploadError | null;
  /** Why it is sent from its beginning although some of it was there already. */
  beganAgain: BeganAgain | null;
  /** A tab that is open still has its file, so that `retry` and `again` send it without choosing it again. */
  canGoAgain: boolean;
};

export type NewUpload = {
  file: File;
  /** Of the object. */
  name: string;
  customMetadata?: Record<string, string>;
  /** Nothing can have its name yet, so that nobody is asked for an object of it. */
  isFresh?: boolean;
  /** Where the object is there already; `keep-both` uploads as `name (2).ext`. Without it: replace. */
  onExisting?: OnExisting;
};

export type OnExisting = "replace" | "skip" | "keep-both";

export type Uploads = {
  /**
   * They are noted, so that a reload forgets none, when this resolves: with those that are not added, because the same
   * file is on its way to the same name, in this tab or another.
   */
  add(files: readonly NewUpload[]): Promise<File[]>;
  pause(id: string): void;
  resume(id: string): void;
  /** Forgets it, whatever its state; the server forgets what was sent of one that is not done. */
  cancel(id: string): Promise<void>;
  /** One that failed. */
  retry(id: string): void;
  /** One that was skipped, now by another rule. */
  again(id: string, onExisting: Exclude<OnExisting, "skip">): void;
  /**
   * Files that are chosen again, for uploads that need them; resolves with those that belong to none, or were changed
   * since. One that has the name of such an upload and another content is said there, as `error`.
   * @param isMeant of the object's name: whether they may be for this upload; without it for any
   */
  attach(files: readonly File[], isMeant?: (name: string) => boolean): Promise<File[]>;
  /** Forgets those that are done or failed. */
  clear(): void;
  /** In the order in which they were added; the same array, and the same upload in it, until something changes. */
  snapshot(): readonly Upload[];
  /** Called at most once a frame. Returns what ends it. */
  subscribe(listener: () => void): () => void;
  /** Stops sending; what is not done waits for its file. */
  close(): void;
};
