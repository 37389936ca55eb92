/** Sends what waits, in the order in which it came, from one tab at a time; what a reload cut goes on where it was. */
import type { UploadRecord } from "../uploads/upload-record.ts";
import { UploadFailure } from "../uploads/upload-failure.ts";
import type { FileKey, FileStore, WaitingFile } from "./file-store.ts";
import type { FileState } from "./journal-files.ts";

export type SendOne = (
  upload: UploadRecord,
  file: File,
  on: {
    save: (change: Partial<UploadRecord>) => Promise<void>;
    show: (progress: { sentBytes: number; isMoving: boolean }) => void;
  },
  signal: AbortSignal,
) => Promise<void>;

export type SenderParts = {
  store: FileStore;
  sendOne: SendOne;
  /** Not of a locked journal: its records wait, too. */
  mayGo: (journal: string) => boolean;
  /** It moved, or was deleted: its files would lie where nobody looks for them. @throws it cannot be asked now */
  isGone: (journal: string) => Promise<boolean>;
  /** Runs while no other tab of the account does; never once `signal` is aborted. */
  alone: (signal: AbortSignal, run: () => Promise<void>) => Promise<void>;
  /** Calls once, after the time. */
  after: (ms: number, call: () => void) => () => void;
  /** Something is sent, or has failed. */
  changed: () => void;
  moved: () => void;
  log: (what: string, error: unknown) => void;
};

export type Sender = {
  /** Something may have to be sent. */
  kick(): void;
  state(key: FileKey): FileState | undefined;
  /** Those that had failed are tried once more. */
  retry(journal: string): void;
  /** Undefined: none of them has. */
  failureOf(journal: string): string | undefined;
  /** It is not sent any more, in this tab; resolves when nothing of it is under way. */
  stop(keys: readonly FileKey[]): Promise<void>;
  close(): void;
};

const atOnce = 2;
/** After ten minutes without an answer, which `sendFile` has patience for. */
const pauseMs = 60_000;

const goneWords =
  "This journal has moved, or was deleted. What was not sent of it is kept in this browser.";

type Failed = { message: string; canRetry: boolean; journal: string };

export function createSender(parts: SenderParts): Sender {
  const { store, sendOne, mayGo, isGone, alone, after, changed, moved, log } = parts;
  const life = new AbortController();
  const states = new Map<string, FileState>();
  const failed = new Map<string, Failed>();
  let gone: ReadonlySet<string> = new Set();
  const underWay = new Map<string, { life: AbortController; ended: Promise<void> }>();
  const nameOf = ({ journal, name }: FileKey) => `${journal}/${name}`;
  const now = { isRunning: false, isAsked: false, isPaused: false };
  let endPause = () => {};
  const isOver = () => life.signal.aborted;

  async function send(file: WaitingFile): Promise<void> {
    const name = nameOf(file);
    const [there, blob] = await Promise.all([store.find(file), store.blob(file)]);
    if (!there || isOver() || !isToGo(file)) return;
    if (!blob) {
      failed.set(name, {
        journal: file.journal,
        message: "This browser has lost a file before it was sent. Add it again.",
        canRetry: false,
      });
      changed();
      return;
    }
    const own = new AbortController();
    const stopped = () => own.signal.aborted;
    const ended = Promise.withResolvers<void>();
    underWay.set(name, { life: own, ended: ended.promise });
    try {
      await sendOne(
        there.upload,
        new File([blob], file.name, { type: there.upload.file.type, lastModified: 0 }),
        {
          save: (change) => store.changeUpload(there, change),
          show({ sentBytes, isMoving }) {
            const sizeBytes = blob.size;
            states.set(
              name,
              isMoving ? { state: "sending", sentBytes, sizeBytes } : { state: "retrying" },
            );
            moved();
          },
        },
        AbortSignal.any([life.signal, own.signal]),
      );
      await store.sent(there);
    } catch (error) {
      if (!isOver() && !stopped()) fail(file, error);
    } finally {
      states.delete(name);
      underWay.delete(name);
      ended.resolve();
      changed();
    }
  }

  function fail(file: WaitingFile, error: unknown): void {
    if (error instanceof UploadFailure && error.code === "no-connection") {
      pause();
      return;
    }
    log("A file of a journal could not be sent", error);
    const { message, canRetry } =
      error instanceof UploadFailure
        ? error.shown()
        : { message: "Something went wrong in this browser. Try again.", canRetry: true };
    failed.set(nameOf(file), { message, canRetry, journal: file.journal });
  }

  function pause(): void {
    now.isPaused = true;
    endPause();
    endPause = after(pauseMs, kick);
  }

  const isToGo = (file: FileKey) => mayGo(file.journal) && !gone.has(file.journal);

  /** False: there is no connection. */
  async function lookForGone(waiting: readonly WaitingFile[]): Promise<boolean> {
    const journals = [...new Set(waiting.map(({ journal }) => journal))].filter(mayGo);
    try {
      const answers = await Promise.all(journals.map(isGone));
      gone = new Set(journals.filter((_, at) => answers[at]));
      return true;
    } catch {
      // What cannot be asked for cannot be sent either.
      if (!isOver()) pause();
      return false;
    }
  }

  async function sendAll(): Promise<void> {
    now.isAsked = false;
    const waiting = await store.waiting();
    if (waiting.length === 0 || !(await lookForGone(waiting))) return;
    const queue = waiting.filter((file) => isToGo(file) && !failed.has(nameOf(file)));
    if (gone.size > 0) moved();
    const work = async () => {
      for (let file = queue.shift(); file; file = queue.shift()) {
        if (now.isPaused || isOver()) return;
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await send(file);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  }

  function kick(): void {
    endPause();
    now.isPaused = false;
    now.isAsked = true;
    if (!now.isRunning && !isOver()) void run();
  }

  async function run(): Promise<void> {
    now.isRunning = true;
    try {
      // What came meanwhile is looked for anew.
      while (now.isAsked && !now.isPaused && !isOver()) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await alone(life.signal, sendAll);
      }
    } catch (error) {
      if (!isOver()) log("Files of a journal wait", error);
    } finally {
      now.isRunning = false;
    }
  }

  return {
    kick,
    state(key) {
      const name = nameOf(key);
      const failure = failed.get(name);
      if (failure) {
        const { message, canRetry } = failure;
        return { state: "failed", message, canRetry };
      }
      return states.get(name);
    },
    retry(journal) {
      for (const [name, failure] of failed) {
        if (failure.journal === journal && failure.canRetry) failed.delete(name);
      }
      changed();
      kick();
    },
    failureOf(journal) {
      for (const failure of failed.values())
        if (failure.journal === journal) return failure.message;
      return gone.has(journal) ? goneWords : undefined;
    },
    async stop(keys) {
      await Promise.all(
        keys.map(async (key) => {
          failed.delete(nameOf(key));
          const sending = underWay.get(nameOf(key));
          sending?.life.abort();
          await sending?.ended;
        }),
      );
    },
    close() {
      endPause();
      life.abort();
    },
  };
}
