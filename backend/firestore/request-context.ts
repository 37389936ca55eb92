/** All that answering one request needs. */
import type { Caller } from "../http/index.ts";
import type { FirestoreCalls } from "./firestore-calls.ts";
import type { DatabaseName } from "./resource-name.ts";
import type { Transactions } from "./transactions.ts";

export type RequestContext = {
  database: DatabaseName;
  calls: FirestoreCalls;
  transactions: Transactions;
  caller: Caller;
  request: Request;
  /** What is behind …/documents/, "" for that itself. */
  path: string;
};
