/**
 * Firestore by its REST, as one account: with the times of documents, which the SDK for browsers does not tell, and with
 * each request sent as exactly that account or not at all.
 */
import { documentsPlace } from "./firebase.ts";
import { NoAnswerError } from "./outbox/outbox.ts";
import { tokenOf } from "./token-of.ts";

/** Without a byte of the answer: a page of long texts takes longer than that on a slow line. */
const silenceMs = 20_000;

/** An answer that is final. `message` is its code, as `PERMISSION_DENIED`. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
  readonly status: number;
  constructor(status: number, text: string) {
    super(text);
    this.status = status;
  }
}

/** What a commit answers whose preconditions do not hold (any more). */
export const lostRaces: ReadonlySet<string> = new Set([
  "FAILED_PRECONDITION",
  "ABORTED",
  "ALREADY_EXISTS",
  "NOT_FOUND",
]);

/** What the names of documents begin with. @throws NoAnswerError */
export async function documentsRoot(): Promise<string> {
  return (await placeOf()).root;
}

type Method = "batchGet" | "commit" | "runQuery" | "runAggregationQuery";

/** @param below the document that a query is about, as `/users/ann`; empty: all of them @throws NoAnswerError, RefusedError */
export async function callDocuments(
  uid: string,
  method: Method,
  body: object,
  signal?: AbortSignal,
  below = "",
): Promise<unknown> {
  const { url } = await placeOf();
  const address = `${url}${below}:${method}`;
  let answer = await send(address, body, await tokenOf(uid, false), signal);
  // The token may have been of before a change of the account or of its roles. Each write has read before.
  if (answer.status === 401 || (answer.status === 403 && method !== "commit")) {
    answer = await send(address, body, await tokenOf(uid, true), signal);
  }
  const { status, text } = answer;
  if (status >= 200 && status < 300) return JSON.parse(text) as unknown;
  if (status === 401 || status === 408 || status === 429 || status >= 500) {
    throw new NoAnswerError(`The documents answered ${status}.`);
  }
  throw new RefusedError(status, codeOf(text));
}

async function placeOf() {
  try {
    return await documentsPlace();
  } catch (cause) {
    throw new NoAnswerError("The site cannot be reached.", { cause });
  }
}

async function send(
  address: string,
  body: object,
  token: string,
  signal: AbortSignal | undefined,
): Promise<{ status: number; text: string }> {
  const silence = new AbortController();
  const giveUp = () => silence.abort();
  let timer = setTimeout(giveUp, silenceMs);
  const renew = () => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, silenceMs);
  };
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
      cache: "no-store",
      credentials: "omit",
      signal: signal === undefined ? silence.signal : AbortSignal.any([signal, silence.signal]),
    });
    return { status: response.status, text: await textOf(response, renew) };
  } catch (cause) {
    throw new NoAnswerError("There was no answer.", { cause });
  } finally {
    clearTimeout(timer);
  }
}

async function textOf(response: Response, onPart: () => void): Promise<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one part after the other
    const part = await reader?.read();
    if (part?.value === undefined) return text;
    text += part.value;
    onPart();
  }
}

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
