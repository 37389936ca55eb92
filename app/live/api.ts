/** `/api` of our own server, as who is signed in. */
import { openAuth } from "./firebase.ts";

const answerTimeoutMs = 20_000;
/** Of what is saved as a file. */
const fileTimeoutMs = 5 * 60_000;

/** `message` is a sentence for people. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** 0 when no answer came. */
  readonly status: number;
  /** As the server names it: `recent-sign-in-needed`; `offline` and `timeout` when no answer came. */
  readonly code: string;
  /** Seconds, when the server says when to ask again. */
  readonly retryAfterS: number | undefined;
  constructor(
    message: string,
    facts: { status: number; code: string; retryAfterS?: number | undefined; cause?: unknown },
  ) {
    super(message, { cause: facts.cause });
    this.status = facts.status;
    this.code = facts.code;
    this.retryAfterS = facts.retryAfterS;
  }
}

/**
 * The answer's JSON; undefined when it has none.
 * @param path with its query: `/api/users?limit=50`
 * @throws ApiError; an AbortError when `signal` says so
 */
export async function callApi<T>(
  method: "GET" | "POST",
  path: `/api/${string}`,
  body?: unknown,
  options: { signal?: AbortSignal | undefined } = {},
): Promise<T> {
  const { signal } = options;
  const response = await ask({ method, path, body, signal, timeoutMs: answerTimeoutMs });
  const text = await readText(response, signal);
  try {
    return (text === "" ? undefined : JSON.parse(text)) as T;
  } catch (cause) {
    throw new ApiError("The server's answer makes no sense. Try again in a moment.", {
      status: response.status,
      code: "bad-answer",
      cause,
    });
  }
}

/** An answer that is a file. @throws ApiError */
export async function readFile(path: `/api/${string}`): Promise<Blob> {
  const question = { method: "GET", path, body: undefined, signal: undefined };
  const response = await ask({ ...question, timeoutMs: fileTimeoutMs });
  try {
    return await response.blob();
  } catch (error) {
    throw failureOf(error, undefined);
  }
}

type Question = {
  method: string;
  path: string;
  body: unknown;
  signal: AbortSignal | undefined;
  timeoutMs: number;
};

async function ask(question: Question): Promise<Response> {
  let response = await send(question, false);
  let error = response.ok ? undefined : await errorOf(response);
  if (error?.code === "unauthenticated") {
    // The token may have been of before a change of the account: a new one says whether the sign-in still counts.
    response = await send(question, true);
    error = response.ok ? undefined : await errorOf(response);
  }
  if (error !== undefined) throw error;
  return response;
}

async function send(
  { method, path, body, signal, timeoutMs }: Question,
  renewToken: boolean,
): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const { auth } = await openAuth();
    const token = await auth.currentUser?.getIdToken(renewToken);
    return await fetch(path, {
      method,
      headers: {
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && { "Content-Type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      cache: "no-store",
      credentials: "omit",
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
  } catch (error) {
    throw failureOf(error, signal);
  }
}

async function readText(response: Response, signal: AbortSignal | undefined): Promise<string> {
  try {
    return await response.text();
  } catch (error) {
    throw failureOf(error, signal);
  }
}

function failureOf(error: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted === true) return error;
  const isTimeout = error instanceof DOMException && error.name === "TimeoutError";
  return new ApiError(
    isTimeout
      ? "The server did not answer in time. Try again in a moment."
      : "The server cannot be reached. Check your connection and try again.",
    { status: 0, code: isTimeout ? "timeout" : "offline", cause: error },
  );
}

async function errorOf(response: Response): Promise<ApiError> {
  const { status } = response;
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
  const retryAfterS = Number.isFinite(seconds) ? seconds : undefined;
  const { code, message } = await readError(response);
  return new ApiError(message ?? `Something went wrong (${status}). Try again in a moment.`, {
    status,
    code: code ?? String(status),
    retryAfterS,
  });
}

async function readError(response: Response): Promise<{ code?: string; message?: string }> {
  try {
    const { error } = (await response.json()) as { error?: { code?: unknown; message?: unknown } };
    const { code, message } = error ?? {};
    if (typeof code === "string" && typeof message === "string") return { code, message };
  } catch {
    // What stands in front of the server answers with pages of its own.
  }
  return {};
}
