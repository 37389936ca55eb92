/**
 * A place of the tree as one JSON document in Firebase's export form, piece by piece. What is too big for one answer is
 * asked for in windows of children; it is then no picture of one moment.
 */
import { BackendError } from "#lib/server-backend.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { compareKeys } from "#lib/database-key.ts";

type Source = Pick<ServerBackend, "exportValue" | "exportChildren" | "getPriority" | "getShallow">;

const firstWindow = 256;
const maxWindow = 16 * 1024;
/** Windows grow while their text is shorter and shrink when it is a few times longer. */
const windowChars = 1024 * 1024;

/** @throws BackendError */
export async function* exportTree(backend: Source, path: string): AsyncIterable<string> {
  const whole = await unlessRefused(backend.exportValue(path));
  if (whole instanceof BackendError) yield* exportParts(backend, path);
  else yield* textOf(whole);
}

async function* textOf(stream: ReadableStream<Uint8Array>): AsyncIterable<string> {
  const decoder = new TextDecoder();
  for await (const chunk of stream) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

async function* exportParts(backend: Source, path: string): AsyncIterable<string> {
  const priority = await backend.getPriority(path);
  let separator = priority === null ? "" : ",";
  let after: string | undefined;
  let limit = firstWindow;
  yield priority === null ? "{" : `{".priority":${JSON.stringify(priority)}`;
  for (;;) {
    const children = await unlessRefused(backend.exportChildren(path, { after, limit }));
    if (children instanceof BackendError && limit > 1) {
      limit = Math.ceil(limit / 16);
      continue;
    }
    if (children instanceof BackendError) {
      after = await nextKey(backend, path, after, children);
      if (after === undefined) break;
      yield `${separator}${JSON.stringify(after)}:`;
      yield* exportParts(backend, path === "" ? after : `${path}/${after}`);
      separator = ",";
      continue;
    }
    const keys = Object.keys(children ?? {}).toSorted(compareKeys);
    if (keys.length === 0) break;
    const members = keys.map((key) => `${JSON.stringify(key)}:${JSON.stringify(children?.[key])}`);
    const text = members.join(",");
    yield separator + text;
    separator = ",";
    if (keys.length < limit) break;
    after = keys.at(-1);
    if (text.length * 8 < windowChars) limit = Math.min(limit * 8, maxWindow);
    else if (text.length > windowChars * 4) limit = Math.ceil(limit / 4);
  }
  yield "}";
}

/** The key of a child that is too big to be shown, so that not even its key is. @throws `refusal` when it is no child. */
async function nextKey(
  backend: Source,
  path: string,
  after: string | undefined,
  refusal: BackendError,
): Promise<string | undefined> {
  const shallow = await backend.getShallow(path);
  if (typeof shallow !== "object" || shallow === null) throw refusal;
  let next: string | undefined;
  for (const key of Object.keys(shallow)) {
    const isLater = after === undefined || compareKeys(key, after) > 0;
    if (isLater && (next === undefined || compareKeys(key, next) < 0)) next = key;
  }
  return next;
}

/** What is refused as a whole may be given in parts. */
async function unlessRefused<Answer>(asked: Promise<Answer>): Promise<Answer | BackendError> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof BackendError && error.status === "INVALID_ARGUMENT") return error;
    throw error;
  }
}
