/**
 * The Realtime Database by its REST, as one account: the SDK keeps writes for itself until the tab ends and tells nobody
 * which arrived. Each request is sent as exactly that account or not at all.
 */
import type { Item } from "#lib/records/register.ts";
import { databasePlace } from "../firebase.ts";
import { NoAnswerError } from "../outbox/outbox.ts";
import { tokenOf } from "../token-of.ts";

/** Without a byte of the answer: the first opening of a large list takes longer than that on a slow line. */
const silenceMs = 20_000;

export type DatabaseHttp = {
  /** One place, as JSON; null: nothing is there. @throws NoAnswerError, DeniedError */
  read(path: string, signal?: AbortSignal): Promise<unknown>;
  /** The names of what is below a place. @throws NoAnswerError, DeniedError */
  keys(path: string, signal?: AbortSignal): Promise<ReadonlySet<string>>;
  /**
   * Values by their paths below `root`, all or none. False: the rules refuse it, or somebody was quicker. An answer that
   * says what the server has of the items now spares reading it.
   * @throws NoAnswerError, DeniedError; TurnedBackError where a server judges
   */
  update(
    root: string,
    values: Record<string, unknown>,
    signal?: AbortSignal,
  ): Promise<boolean | KnownItems>;
};

/** An answer that is final. `message` has no address: that holds a token. */
export class DeniedError extends Error {
  override readonly name = "DeniedError";
  readonly status: number;
  constructor(status: number) {
    super(`The database answered ${status}.`);
    this.status = status;
  }
}

/** What a server that judges does not take. */
export type TurnedBack = {
  /** `KIND/ID` */
  item: string;
  /** Null: nothing of the item. */
  register: string | null;
  /** For people. */
  text: string;
};

/** By `KIND/ID`; null: the server has none. */
export type KnownItems = ReadonlyMap<string, Item | null>;

/** None of an update was taken, as these are against what holds there: another try changes nothing. */
export class TurnedBackError extends Error {
  override readonly name = "TurnedBackError";
  readonly refused: readonly TurnedBack[];
  constructor(refused: readonly TurnedBack[]) {
    super(`${refused.length} of what was sent were turned back.`);
    this.refused = refused;
  }
}

/** Whether the rules let this account read there no more; `error` is of the REST or of the SDK. */
export function isReadDenied(error: unknown): boolean {
  if (error instanceof DeniedError) return error.status === 401 || error.status === 403;
  return error instanceof Error && "code" in error && error.code === "PERMISSION_DENIED";
}

type Asked = { patch?: string; query?: Record<string, string> };
type Answer = { status: number; body: string };

export function createDatabaseHttp(uid: string): DatabaseHttp {
  async function ask(path: string, asked: Asked, signal: AbortSignal | undefined) {
    const first = await send(path, await tokenOf(uid, false), asked, signal);
    if (isTokenRefused(first)) return send(path, await tokenOf(uid, true), asked, signal);
    return first;
  }
  return {
    async read(path, signal) {
      return JSON.parse(okBody(await ask(path, {}, signal))) as unknown;
    },
    async keys(path, signal) {
      const answer = await ask(path, { query: { shallow: "true" } }, signal);
      const names = JSON.parse(okBody(answer)) as Record<string, unknown> | null;
      return new Set(Object.keys(names ?? {}));
    },
    async update(root, values, signal) {
      const asked = { patch: JSON.stringify(values), query: { print: "silent" } };
      const answer = await ask(root, asked, signal);
      if (answer.status === 401 && isDenied(answer)) return false;
      okBody(answer);
      return true;
    },
  };
}

/** Both are a 401; of a token that has ended the text says another thing. */
const isDenied = ({ body }: Answer): boolean => /permission denied/i.test(body);
const isTokenRefused = (answer: Answer): boolean => answer.status === 401 && !isDenied(answer);

function okBody(answer: Answer): string {
  const { status, body } = answer;
  if (status >= 200 && status < 300) return body;
  if (isTokenRefused(answer) || status === 408 || status === 429 || status >= 500) {
    throw new NoAnswerError(`The database answered ${status}.`);
  }
  throw new DeniedError(status);
}

async function send(
  path: string,
  token: string,
  { patch, query }: Asked,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const { origin, namespace } = await placeOf();
  const search = new URLSearchParams({ auth: token, ...query });
  if (namespace !== undefined) search.set("ns", namespace);
  const patience = createPatience(signal);
  try {
    const response = await fetch(`${origin}/${path}.json?${search}`, {
      ...(patch !== undefined && { method: "PATCH", body: patch }),
      cache: "no-store",
      credentials: "omit",
      signal: patience.signal,
    });
    return { status: response.status, body: await bodyOf(response, () => patience.renew()) };
  } catch {
    // Without its cause: some browsers' errors name the address.
    throw new NoAnswerError("There was no answer.");
  } finally {
    patience.end();
  }
}

function createPatience(signal: AbortSignal | undefined) {
  const silence = new AbortController();
  const giveUp = () => silence.abort();
  let timer = setTimeout(giveUp, silenceMs);
  const end = () => clearTimeout(timer);
  return {
    signal: signal === undefined ? silence.signal : AbortSignal.any([signal, silence.signal]),
    renew() {
      end();
      timer = setTimeout(giveUp, silenceMs);
    },
    end,
  };
}

async function bodyOf(response: Response, onPart: () => void): Promise<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let body = "";
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one part after the other
    const part = await reader?.read();
    if (part?.value === undefined) return body;
    body += part.value;
    onPart();
  }
}

async function placeOf() {
  try {
    return await databasePlace();
  } catch (cause) {
    throw new NoAnswerError("The site cannot be reached.", { cause });
  }
}
