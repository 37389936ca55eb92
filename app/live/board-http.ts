/** A board: read by the database's REST, under its rules; what is changed is judged by our own server. */
import {
  type DatabaseHttp,
  type TurnedBack,
  TurnedBackError,
  createDatabaseHttp,
} from "./records/database-http.ts";
import { NoAnswerError } from "./outbox/outbox.ts";
import { tokenOf } from "./token-of.ts";

const answerTimeoutMs = 30_000;
/** Nothing of it can be read, so what is at fault has to be found by sending less. */
const unreadable: ReadonlySet<number> = new Set([400, 413]);
/** Who is no member any more, or may only look, is told so. Any other 403 or 404 is of something that stands before that. */
const notAllowed: ReadonlySet<unknown> = new Set(["viewer", "no-such-board"]);

type Answer = { status: number; body: unknown };
type Writes = Record<string, unknown>;

/** Each request is sent as exactly that account or not at all. */
export function createBoardHttp(uid: string, board: string): DatabaseHttp {
  const database = createDatabaseHttp(uid);
  return {
    ...database,
    async update(_root, writes, signal) {
      const send = async (isFresh: boolean) =>
        sendChanges(board, writes, await tokenOf(uid, isFresh), signal);
      const first = await send(false);
      // The token may have been of before a change of the account.
      return verdictOf(first.status === 401 ? await send(true) : first, writes);
    },
  };
}

function verdictOf({ status, body }: Answer, writes: Writes): boolean {
  if (status === 204) return true;
  if (status === 409 || unreadable.has(status)) return false;
  const refused = status === 422 ? refusedIn(body) : [];
  if (refused.length > 0) throw new TurnedBackError(refused);
  const { code, message } = recordOf(recordOf(body)["error"]);
  if (notAllowed.has(code) && typeof message === "string") {
    throw new TurnedBackError(allOf(writes, message));
  }
  throw new NoAnswerError(`The server answered ${status}.`);
}

async function sendChanges(
  board: string,
  writes: Writes,
  token: string,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const timeout = AbortSignal.timeout(answerTimeoutMs);
  try {
    const response = await fetch(`/api/boards/${board}/changes`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify({ writes }),
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
    // What stands in front of the server answers with pages of its own.
    return undefined;
  }
}

function refusedIn(body: unknown): TurnedBack[] {
  const { refused } = recordOf(body);
  return Array.isArray(refused) ? refused.filter(isTurnedBack) : [];
}

function isTurnedBack(value: unknown): value is TurnedBack {
  const { item, register, text } = recordOf(value);
  return (
    typeof item === "string" &&
    (register === null || typeof register === "string") &&
    typeof text === "string"
  );
}

function allOf(writes: Writes, text: string): TurnedBack[] {
  const items = new Set(Object.keys(writes).map((path) => path.split("/", 2).join("/")));
  return Array.from(items, (item) => ({ item, register: null, text }));
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
