/** The wire dialect: requests to calls and back. */
import { type Caller, type HeldShare, heldJsonResponse, jsonResponse } from "../http/index.ts";
import type { Log } from "../sqlite/index.ts";
import { answerVerb, isStream } from "./documents-rpc.ts";
import type { FirestoreCalls } from "./firestore-calls.ts";
import { errorResponse } from "./http-errors.ts";
import { readTarget, verbOf } from "./http-target.ts";
import type { DatabaseName } from "./resource-name.ts";
import { answerRest } from "./rest-documents.ts";
import { createTransactions } from "./transactions.ts";

/**
 * `readCaller` is awaited before the body is read. An answer that waits for its reader counts in `held`.
 * @param deps `clock` in milliseconds since 1970.
 */
export function createFirestoreHttp(deps: {
  database: DatabaseName;
  calls: FirestoreCalls;
  clock: () => number;
  log: Log;
}): (
  request: Request,
  readCaller: () => Promise<Caller>,
  held: HeldShare | undefined,
) => Promise<Response> {
  const { database, calls, log } = deps;
  const transactions = createTransactions(deps.clock);
  return async (request, readCaller, held) => {
    const verb = verbOf(request);
    try {
      const { path } = readTarget(database, request);
      const caller = await readCaller();
      const context = { database, calls, transactions, caller, request, path };
      const answer =
        verb === undefined ? await answerRest(context) : await answerVerb(verb, context);
      return held === undefined ? jsonResponse(200, answer) : heldJsonResponse(200, answer, held);
    } catch (error) {
      return errorResponse(log, error, isStream(verb));
    }
  };
}
