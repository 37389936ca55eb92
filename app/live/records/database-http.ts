/**
 * The Realtime Database by its REST, as one account: the SDK keeps writes for itself until the tab ends and tells nobody
 * which arrived. Each request is sent as exactly that account or not at all.
 */
import { databasePlace, signedInUser } from "../firebase.ts";
import { NoAnswerError } from "../outbox/outbox.ts";

const answerTimeoutMs = 20_000;

export type DatabaseHttp = {
  /** One place, as JSON; null: nothing is there. @throws NoAnswerError, DeniedError */
  read(path: string, signal?: AbortSignal): Promise<unknown>;
  /**
   * Values by their paths below `root`, all or none. False: the rules refuse it, or somebody was quicker.
   * @throws NoAnswerError, DeniedError
   */
  update(root: string, values: Record<string, unknown>, signal?: AbortSignal): Promise<boolean>;
};

/** An answer that is final. `message` has no address: that holds a token. */
class DeniedError extends Error {
  override readonly name = "DeniedError";
  readonly status: number;
  constructor(status: number) {
    super(`The database answered ${status}.`);
    this.status = status;
  }
}

type Answer = { status: number; body: string };

export function createDatabaseHttp(uid: string): DatabaseHttp {
  async function ask(path: string, init: RequestInit, signal: AbortSignal | undefined) {
    const first = await send(path, await tokenOf(uid, false), init, signal);
    if (isTokenRefused(first)) return send(path, await tokenOf(uid, true), init, signal);
    return first;
  }
  return {
    async read(path, signal) {
      return JSON.parse(okBody(await ask(path, {}, signal))) as unknown;
    },
    async update(root, values, signal) {
      const init = { method: "PATCH", body: JSON.stringify(values) };
      const answer = await ask(root, init, signal);
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
  init: RequestInit,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const { origin, namespace } = await placeOf();
  const query = new URLSearchParams({ auth: token });
  if (namespace !== undefined) query.set("ns", namespace);
  if (init.method !== undefined) query.set("print", "silent");
  const timeout = AbortSignal.timeout(answerTimeoutMs);
  try {
    const response = await fetch(`${origin}/${path}.json?${query}`, {
      ...init,
      cache: "no-store",
      credentials: "omit",
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    return { status: response.status, body: await response.text() };
  } catch {
    // Without its cause: some browsers' errors name the address.
    throw new NoAnswerError("There was no answer.");
  }
}

async function placeOf() {
  try {
    return await databasePlace();
  } catch (cause) {
    throw new NoAnswerError("The site cannot be reached.", { cause });
  }
}

/** Of nobody else, ever: what one account did is not sent as another. */
async function tokenOf(uid: string, fresh: boolean): Promise<string> {
  try {
    const user = await signedInUser();
    if (user?.uid === uid) return await user.getIdToken(fresh);
  } catch (cause) {
    throw new NoAnswerError("There is no ID token.", { cause });
  }
  throw new NoAnswerError("Somebody else, or nobody, is signed in.");
}
