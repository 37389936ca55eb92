/** Messages and what is done with them, sent as exactly one account or not at all. */
import type { AskSaid } from "#lib/ai/api.ts";
import type { StoredMessage } from "#lib/chat/api.ts";
import { NoAnswerError } from "../outbox/outbox.ts";
import { tokenOf } from "../token-of.ts";

const answerTimeoutMs = 30_000;

/** Why the server takes it never; `text` is a sentence for people. */
export class TurnedDownError extends Error {
  override readonly name = "TurnedDownError";
  readonly code: string;
  constructor(code: string, text: string) {
    super(text);
    this.code = code;
  }
}

/** @throws NoAnswerError, TurnedDownError */
export type ChatHttp = (
  path: `/api/chat/${string}`,
  body: unknown,
  signal: AbortSignal | undefined,
) => Promise<(StoredMessage & { isNew: boolean }) | undefined>;

export type Answer = { status: number; body: unknown };

export function createChatHttp(uid: string): ChatHttp {
  return async (path, body, signal) => verdictOf(await postAs(uid, path, body, signal));
}

/** @throws NoAnswerError */
export async function postAs(
  uid: string,
  path: `/api/chat/${string}`,
  body: unknown,
  signal?: AbortSignal,
): Promise<Answer> {
  const send = async (isFresh: boolean) => ask(path, body, await tokenOf(uid, isFresh), signal);
  const first = await send(false);
  // The token may have been of before a change of the account.
  return first.status === 401 ? send(true) : first;
}

function verdictOf({ status, body }: Answer): Awaited<ReturnType<ChatHttp>> {
  const { error, key, at, ask: said } = recordOf(body);
  if (status === 204) return undefined;
  if (status === 200 || status === 201) {
    if (typeof key === "string") {
      const stored = { key, at: typeof at === "number" ? at : 0, isNew: status === 201 };
      return { ...stored, ...(isAskSaid(said) && { ask: said }) };
    }
    throw new NoAnswerError("The answer makes no sense.");
  }
  const { code, message } = recordOf(error);
  // What stands before the server, and those who have no time just now, say nothing of the message itself.
  const isFinal = [400, 403, 404, 409, 413, 422].includes(status);
  if (isFinal && typeof code === "string" && typeof message === "string") {
    throw new TurnedDownError(code, message);
  }
  throw new NoAnswerError(`The server answered ${status}.`);
}

async function ask(
  path: string,
  body: unknown,
  token: string,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const timeout = AbortSignal.timeout(answerTimeoutMs);
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
      cache: "no-store",
      credentials: "omit",
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    return { status: response.status, body: jsonOf(await response.text()) };
  } catch (cause) {
    throw new NoAnswerError("There was no answer.", { cause });
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isAskSaid(value: unknown): value is AskSaid {
  const { refused, message } = recordOf(value);
  return value === "begun" || (typeof refused === "string" && typeof message === "string");
}

export function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
