/** What files of journals ask of the file storage, besides sending: docs/journal.md has what they are called. */
import { FilesError, deleteFile, fileTicket } from "../files.ts";
import { storagePlace } from "../firebase.ts";
import { tokenOf } from "../uploads/open-uploads.ts";
import { UploadFailure } from "../uploads/upload-failure.ts";
import { JournalFileError } from "./file-error.ts";

export type ObjectCalls = {
  /** @throws JournalFileError; the signal's reason */
  read(path: string, signal: AbortSignal | undefined): Promise<Blob>;
  /** Also when it is gone already. @throws JournalFileError */
  remove(path: string): Promise<void>;
  /** Whole names of all that begin so. @throws JournalFileError */
  list(prefix: string, signal: AbortSignal | undefined): Promise<string[]>;
  /** When it was stored, milliseconds since 1970; undefined: it is gone. @throws JournalFileError */
  storedAt(path: string, signal: AbortSignal | undefined): Promise<number | undefined>;
};

/** The largest file may take its time. */
const patienceMs = 300_000;
const pageSize = 1000;
const statuses = {
  401: "not-allowed",
  403: "not-allowed",
  404: "missing",
  410: "missing",
} as const;

export function createObjectCalls(uid: string): ObjectCalls {
  const token = tokenOf(uid);

  async function ask(rest: string, signal: AbortSignal | undefined): Promise<Response> {
    return reached(signal, async (life) => {
      const { objectsUrl } = await storagePlace();
      const attempt = async (fresh: boolean) =>
        fetch(objectsUrl + rest, {
          headers: { Authorization: `Firebase ${await token({ fresh })}` },
          cache: "no-store",
          signal: life,
        });
      const answer = await attempt(false);
      return answered(answer.status === 401 ? await attempt(true) : answer);
    });
  }

  return {
    read: (path, signal) =>
      reached(signal, async (life) => {
        // By the site itself: a bucket of Google's shows its objects to no other origin.
        const answer = await fetch(await fileTicket(path), { cache: "no-store", signal: life });
        return answered(answer).blob();
      }),
    remove: (path) => reached(undefined, () => deleteFile(path)),
    async list(prefix, signal) {
      const names: string[] = [];
      let next: string | undefined;
      do {
        const query = new URLSearchParams({
          prefix,
          delimiter: "/",
          maxResults: String(pageSize),
        });
        if (next !== undefined) query.set("pageToken", next);
        // oxlint-disable-next-line no-await-in-loop -- a page says where the next one begins
        const page = (await (await ask(`?${query}`, signal)).json()) as {
          items?: { name: string }[];
          nextPageToken?: string;
        };
        names.push(...(page.items ?? []).map(({ name }) => name));
        next = page.nextPageToken;
      } while (next !== undefined);
      return names;
    },
    async storedAt(path, signal) {
      try {
        const answer = await ask(`/${encodeURIComponent(path)}`, signal);
        const { updated } = (await answer.json()) as { updated?: string };
        return Date.parse(updated ?? "");
      } catch (error) {
        if (error instanceof JournalFileError && error.reason === "missing") return undefined;
        throw error;
      }
    },
  };
}

function answered(answer: Response): Response {
  if (answer.ok) return answer;
  const known = statuses[answer.status as keyof typeof statuses] as "missing" | undefined;
  const isBusy = answer.status === 429 || answer.status === 502 || answer.status >= 503;
  throw new JournalFileError(known ?? (isBusy ? "offline" : "unknown"), {
    cause: new Error(`The answer was ${answer.status}.`),
  });
}

async function reached<Done>(
  signal: AbortSignal | undefined,
  work: (life: AbortSignal) => Promise<Done>,
): Promise<Done> {
  const late = AbortSignal.timeout(patienceMs);
  try {
    return await work(signal ? AbortSignal.any([signal, late]) : late);
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof JournalFileError) throw cause;
    throw new JournalFileError(reasonOf(cause), { cause });
  }
}

function reasonOf(cause: unknown): JournalFileError["reason"] {
  if (cause instanceof UploadFailure) return "not-allowed";
  if (!(cause instanceof FilesError)) return "offline";
  switch (cause.code) {
    case "storage/object-not-found":
      return "missing";
    case "storage/unauthenticated":
    case "storage/unauthorized":
      return "not-allowed";
    case "storage/unreachable":
      return "offline";
    default:
      return "unknown";
  }
}
