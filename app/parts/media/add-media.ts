/** Pictures and PDFs on their way into a draft, as a screen shows them: progress, cancel, try again. */
import type { UploadFailure, uploadDraftFile } from "#app/live/media.ts";
import type { measurePicture } from "./measure-picture.ts";
import type { MediaOwner } from "./media-place.tsx";
import { MediaProblem, pdfOf, pictureOf } from "./picture-kind.ts";
import type { FileValue, PictureValue } from "./picture-value.ts";

export type Coming = {
  id: string;
  fileName: string;
  bytes: number;
  sentBytes: number;
  /** `waiting`: the connection is gone; it goes on by itself. */
  state: "coming" | "waiting" | "failed";
  problem: string | undefined;
  canRetry: boolean;
};

export type MediaParts = {
  owner: MediaOwner;
  upload: typeof uploadDraftFile;
  measure: typeof measurePicture;
};

export type MediaAdder = {
  /** Begins with each; `onAdded` is called for each that arrives, in the order in which they do. */
  addPictures: (
    files: readonly File[],
    onAdded: (picture: PictureValue, id: string) => void,
  ) => string[];
  addPdf: (file: File, onAdded: (pdf: FileValue) => void) => void;
  retry: (id: string) => void;
  /** Or forgets one that failed. */
  cancel: (id: string) => void;
  snapshot: () => readonly Coming[];
  subscribe: (listener: () => void) => () => void;
  /** Cancels all. */
  close: () => void;
};

/** Uploads at once. */
const atOnce = 3;

type Job = { run: (signal: AbortSignal) => Promise<void>; life: AbortController };

export function createMediaAdder({ owner, upload, measure }: MediaParts): MediaAdder {
  let coming: readonly Coming[] = [];
  const jobs = new Map<string, Job>();
  const queue: string[] = [];
  const listeners = new Set<() => void>();
  let running = 0;
  let last = 0;

  function change(next: readonly Coming[]): void {
    coming = next;
    for (const listener of listeners) listener();
  }

  function update(id: string, facts: Partial<Coming>): void {
    change(coming.map((each) => (each.id === id ? { ...each, ...facts } : each)));
  }

  function forget(id: string): void {
    jobs.get(id)?.life.abort(new DOMException("Cancelled.", "AbortError"));
    jobs.delete(id);
    change(coming.filter((each) => each.id !== id));
  }

  function add(file: File, run: (id: string) => Job["run"]): string {
    last += 1;
    const id = `coming-${last}`;
    jobs.set(id, { run: run(id), life: new AbortController() });
    change([
      ...coming,
      {
        id,
        fileName: file.name,
        bytes: file.size,
        sentBytes: 0,
        state: "coming",
        problem: undefined,
        canRetry: false,
      },
    ]);
    queue.push(id);
    next();
    return id;
  }

  function next(): void {
    while (running < atOnce && queue.length > 0) {
      const id = queue.shift()!;
      const job = jobs.get(id);
      if (job === undefined) continue;
      running += 1;
      void work(id, job);
    }
  }

  async function work(id: string, { run, life }: Job): Promise<void> {
    try {
      await run(life.signal);
      forget(id);
    } catch (error) {
      if (life.signal.aborted) return;
      update(id, { state: "failed", ...failureOf(error) });
    } finally {
      running -= 1;
      next();
    }
  }

  async function send(id: string, file: File, signal: AbortSignal) {
    return upload({
      ...owner,
      file,
      signal,
      onProgress: (sentBytes, isMoving) =>
        update(id, { sentBytes, state: isMoving ? "coming" : "waiting" }),
    });
  }

  return {
    addPictures: (files, onAdded) =>
      files.map((file) =>
        add(file, (id) => async (signal) => {
          const picture = await pictureOf(file);
          const measured = await measure(picture);
          signal.throwIfAborted();
          const { src } = await send(id, picture, signal);
          onAdded({ src, alt: "", ...measured }, id);
        }),
      ),
    addPdf(file, onAdded) {
      add(file, (id) => async (signal) => {
        const pdf = await pdfOf(file);
        onAdded(await send(id, pdf, signal));
      });
    },
    retry(id) {
      const job = jobs.get(id);
      if (job === undefined) return;
      jobs.set(id, { ...job, life: new AbortController() });
      update(id, { state: "coming", problem: undefined, canRetry: false, sentBytes: 0 });
      queue.push(id);
      next();
    },
    cancel: forget,
    snapshot: () => coming,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      for (const { id } of coming) forget(id);
    },
  };
}

const offline = "The server cannot be reached. Check your connection and try again.";

function failureOf(error: unknown): Pick<Coming, "problem" | "canRetry"> {
  if (error instanceof MediaProblem) return { problem: error.message, canRetry: false };
  if (error instanceof Error && error.name === "UploadFailure") {
    const { message, canRetry } = (error as UploadFailure).shown();
    return { problem: message, canRetry };
  }
  if (error instanceof TypeError && !navigator.onLine) return { problem: offline, canRetry: true };
  reportError(error);
  return { problem: "Something went wrong in this browser. Try again.", canRetry: true };
}
