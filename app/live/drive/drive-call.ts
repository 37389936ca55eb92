/** `/api/drive` of our own server, as exactly one account or not at all. */
import { NoAnswerError } from "../outbox/outbox.ts";
import { tokenOf } from "../token-of.ts";

/** A final answer; `message` is a sentence for who uses the page, `code` as the server names it. */
class DriveRefusedError extends Error {
  override readonly name = "DriveRefusedError";
  readonly code: string;
  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

/**
 * @param body undefined: it is only asked for
 * @param options.timeoutMs without it 30 s: a copy of a large file takes longer
 * @throws NoAnswerError with a sentence; DriveRefusedError; an AbortError when `signal` says so
 */
export async function callDrive<T>(
  uid: string,
  path: `/api/drive/${string}`,
  body: object | undefined,
  options: { signal?: AbortSignal | undefined; timeoutMs?: number } = {},
): Promise<T> {
  let response = await send(await driveToken(uid, false), path, body, options);
  // The token may have been of before a change of the account.
  if (response.status === 401) {
    response = await send(await driveToken(uid, true), path, body, options);
  }
  return answerOf(response) as T;
}

type Answered = { status: number; text: string };

/** @throws NoAnswerError, DriveRefusedError */
export function answerOf({ status, text }: Answered): unknown {
  const answer = jsonOf(text);
  const isDone = status >= 200 && status < 300;
  // A net that wants a sign-in of its own answers everything with its page.
  if (isDone && (answer !== undefined || text === "")) return answer;
  if (isDone) throw new NoAnswerError(strangeWords);
  const { code = "", message = "" } =
    (answer as { error?: { code?: string; message?: string } } | undefined)?.error ?? {};
  if (status === 429 || status >= 500 || status === 401 || status === 408 || message === "") {
    throw new NoAnswerError(
      message || "The server could not do it just now. Nothing was changed; try again.",
    );
  }
  throw new DriveRefusedError(message, code);
}

const strangeWords =
  "Something else answers in the place of the server. Check your connection and try again.";

async function driveToken(uid: string, isFresh: boolean): Promise<string> {
  try {
    return await tokenOf(uid, isFresh);
  } catch (cause) {
    throw new NoAnswerError(unreachedWords(), { cause });
  }
}

async function send(
  token: string,
  path: string,
  body: object | undefined,
  { signal, timeoutMs = 30_000 }: { signal?: AbortSignal | undefined; timeoutMs?: number },
): Promise<Answered> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(path, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body !== undefined && { "Content-Type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      cache: "no-store",
      credentials: "omit",
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    return { status: response.status, text: await response.text() };
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    throw new NoAnswerError(unreachedWords(), { cause });
  }
}

function unreachedWords(): string {
  return navigator.onLine
    ? "The server cannot be reached. Check your connection and try again."
    : "You are offline: files can be looked at here, and changed once you are back.";
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What stands in front of the server answers with pages of its own.
    return undefined;
  }
}
