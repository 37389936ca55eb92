/** One HTTP request to the file storage, so that uploads do not know how it is sent. */
export type StorageRequest = {
  method: "GET" | "POST";
  url: string;
  headers: Record<string, string>;
  body: Blob | string | null;
  signal: AbortSignal;
  /** Bytes of the body so far. */
  onSent?: ((bytes: number) => void) | undefined;
};

export type StorageAnswer = {
  status: number;
  /** Null too for one that another origin does not show. */
  header(name: string): string | null;
  text: string;
};

/** @throws NoAnswerError; the signal's reason */
export type Send = (request: StorageRequest) => Promise<StorageAnswer>;
