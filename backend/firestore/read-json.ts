/** The JSON of a request. It goes by the path: Firestore Lite sends its JSON as text/plain. */
import {
  ANONYMOUS_BODY_BYTES,
  BadJsonError,
  BodyTooLargeError,
  type Caller,
  parseJson,
  readBody,
} from "../http/index.ts";
import { invalidArgument } from "./errors.ts";

/** Writes carry documents; a query or a list of names is never so large. */
const MAX_BODY_BYTES = {
  commit: 10 * 1024 * 1024,
  document: 10 * 1024 * 1024,
  batchGet: 2 * 1024 * 1024,
  runQuery: 256 * 1024,
  runAggregationQuery: 256 * 1024,
  listCollectionIds: 16 * 1024,
  beginTransaction: 16 * 1024,
  rollback: 16 * 1024,
};
/** For these, no body is an empty one. */
const MAY_BE_EMPTY = ["document", "listCollectionIds", "beginTransaction"];
const MAX_VALUES = 250_000;
/** Whatever is stored can be imported again. */
const MAX_VALUES_OF_SERVER = 1_000_000;

export async function readJson(
  request: Request,
  verb: keyof typeof MAX_BODY_BYTES,
  caller: Caller,
): Promise<{ json: unknown; sizeBytes: number }> {
  const most = MAX_BODY_BYTES[verb];
  try {
    const body = await readBody(request, caller ? most : Math.min(most, ANONYMOUS_BODY_BYTES));
    if (body.length === 0 && MAY_BE_EMPTY.includes(verb)) return { json: {}, sizeBytes: 0 };
    return {
      json: parseJson(body, caller === "admin" ? MAX_VALUES_OF_SERVER : MAX_VALUES),
      sizeBytes: body.length,
    };
  } catch (error) {
    const isTheirs = error instanceof BodyTooLargeError || error instanceof BadJsonError;
    throw isTheirs ? invalidArgument(error.message) : error;
  }
}
