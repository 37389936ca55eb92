/**
 * Firestore by its REST, as one account: with the times of documents, which the SDK for browsers does not tell, and with
 * each request sent as exactly that account or not at all.
 */
import type { FirestoreFields, PlainFields } from "#lib/firestore-value.ts";
import { fromFirestoreFields, toFirestoreFields } from "#lib/firestore-value.ts";
import { documentsPlace } from "../firebase.ts";
import { NoAnswerError } from "../outbox/outbox.ts";
import { tokenOf } from "../token-of.ts";

const answerTimeoutMs = 20_000;

/** `updateTime` is Firestore's own text: it is only compared. */
export type ReadDocument = { fields: PlainFields; updateTime: string };

/** Undefined: it must not be there. */
type Precondition = { path: string; updateTime: string | undefined };

export type DocumentsHttp = {
  /** All at one time, in the order of the paths; undefined where there is none. @throws NoAnswerError, RefusedError */
  read(paths: readonly string[], signal?: AbortSignal): Promise<(ReadDocument | undefined)[]>;
  /** False: a precondition does not hold (any more). @throws NoAnswerError, RefusedError */
  write(
    document: Precondition & { fields: PlainFields },
    same: readonly Precondition[],
    signal?: AbortSignal,
  ): Promise<boolean>;
};

/** An answer that is final. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
  readonly status: number;
  constructor(status: number, text: string) {
    super(text);
    this.status = status;
  }
}

export function createDocumentsHttp(uid: string): DocumentsHttp {
  return {
    async read(paths, signal) {
      const { root } = await placeOf();
      const documents = paths.map((path) => `${root}/${path}`);
      const answer = await call(uid, "batchGet", { documents }, signal);
      const found = new Map<string, ReadDocument>();
      for (const item of answer as { found?: Found }[]) {
        if (item.found === undefined) continue;
        const { name, updateTime, fields = {} } = item.found;
        // With the prototype of every other object.
        const plain = structuredClone(fromFirestoreFields(fields));
        found.set(name, { fields: plain, updateTime });
      }
      return documents.map((name) => found.get(name));
    },
    async write({ path, updateTime, fields }, same, signal) {
      const { root } = await placeOf();
      const update = { name: `${root}/${path}`, fields: toFirestoreFields(fields) };
      const writes = [
        { update, currentDocument: conditionOf(updateTime) },
        ...same.map((one) => ({
          verify: `${root}/${one.path}`,
          currentDocument: conditionOf(one.updateTime),
        })),
      ];
      try {
        await call(uid, "commit", { writes }, signal);
        return true;
      } catch (error) {
        if (error instanceof RefusedError && lostRaces.has(error.message)) return false;
        throw error;
      }
    },
  };
}

type Found = { name: string; updateTime: string; fields?: FirestoreFields };

const lostRaces: ReadonlySet<string> = new Set([
  "FAILED_PRECONDITION",
  "ABORTED",
  "ALREADY_EXISTS",
  "NOT_FOUND",
]);

function conditionOf(updateTime: string | undefined) {
  return updateTime === undefined ? { exists: false } : { updateTime };
}

async function placeOf() {
  try {
    return await documentsPlace();
  } catch (cause) {
    throw new NoAnswerError("The site cannot be reached.", { cause });
  }
}

async function call(
  uid: string,
  method: "batchGet" | "commit",
  body: object,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const { url } = await placeOf();
  let response = await send(`${url}:${method}`, body, await tokenOf(uid, false), signal);
  // The token may have been of before a change of the account or of its roles. Each write has read before.
  if (response.status === 401 || (response.status === 403 && method === "batchGet")) {
    response = await send(`${url}:${method}`, body, await tokenOf(uid, true), signal);
  }
  const { status } = response;
  const text = await bodyOf(response);
  if (response.ok) return JSON.parse(text) as unknown;
  if (status === 401 || status === 408 || status === 429 || status >= 500) {
    throw new NoAnswerError(`The documents answered ${status}.`);
  }
  throw new RefusedError(status, codeOf(text));
}

async function send(
  url: string,
  body: object,
  token: string,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const timeout = AbortSignal.timeout(answerTimeoutMs);
  try {
    return await fetch(url, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
      cache: "no-store",
      credentials: "omit",
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
  } catch (cause) {
    throw new NoAnswerError("There was no answer.", { cause });
  }
}

async function bodyOf(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch (cause) {
    throw new NoAnswerError("The answer broke off.", { cause });
  }
}

/** As `PERMISSION_DENIED`. */
function codeOf(text: string): string {
  try {
    const answer = JSON.parse(text) as Answer | Answer[];
    return [answer].flat()[0]?.error?.status ?? "";
  } catch {
    // What stands in front of the server answers with pages of its own.
    return "";
  }
}

type Answer = { error?: { status?: string } };
