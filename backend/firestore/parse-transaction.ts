/** What a request says about transactions. */
import { invalidArgument, unimplemented } from "./errors.ts";
import { type JsonObject, readObject, readString, within } from "./json-reader.ts";

const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;
const MAX_ID_CHARS = 1_000;

export type TransactionOptions = { isReadOnly: boolean };

/** In which transaction to read; undefined: in none. */
export type ReadIn = { transaction: string } | { newTransaction: TransactionOptions } | undefined;

/** Names in the body of a read that `readReadIn` knows. */
export const READ_IN_NAMES = ["transaction", "newTransaction"];

export function readReadIn(body: JsonObject): ReadIn {
  const transaction = readTransaction(body["transaction"], "transaction");
  const options = body["newTransaction"];
  if (options === undefined) return transaction === undefined ? undefined : { transaction };
  if (transaction !== undefined) {
    throw invalidArgument("A read is in a transaction or begins one, not both.");
  }
  return { newTransaction: readOptions(options, "newTransaction", { isReadOnly: true }) };
}

/** Undefined when there is none, which may also be said by an empty text. */
export function readTransaction(json: unknown, at: string): string | undefined {
  if (json === undefined) return undefined;
  const id = readString(json, at);
  if (id === "") return undefined;
  if (!BASE64.test(id) || id.length > MAX_ID_CHARS) {
    throw invalidArgument(`${at} must be the id of a transaction, as this server gave it.`);
  }
  return id;
}

export function parseBeginTransaction(json: unknown): TransactionOptions {
  const { options } = readObject(json, "", ["options"], ["database"]);
  return readOptions(options ?? {}, "options", { isReadOnly: false });
}

export function parseRollback(json: unknown): string {
  const body = readObject(json, "", ["transaction"], ["database"]);
  const id = readTransaction(body["transaction"], "transaction");
  if (id === undefined) throw invalidArgument("transaction is needed.");
  return id;
}

function readOptions(json: unknown, at: string, otherwise: TransactionOptions): TransactionOptions {
  const { readOnly, readWrite } = readObject(json, at, ["readOnly", "readWrite"]);
  if (readOnly !== undefined && readWrite !== undefined) {
    throw invalidArgument(`${at} must have only one of readOnly, readWrite.`);
  }
  if (readOnly !== undefined) {
    const place = within(at, "readOnly");
    if (readObject(readOnly, place, ["readTime"])["readTime"] !== undefined) {
      throw unimplemented(`${within(place, "readTime")}: this server keeps no earlier states.`);
    }
    return { isReadOnly: true };
  }
  if (readWrite === undefined) return otherwise;
  const place = within(at, "readWrite");
  // The id of the attempt before: without locks there is nothing to take over from it.
  const { retryTransaction } = readObject(readWrite, place, ["retryTransaction"]);
  readTransaction(retryTransaction, within(place, "retryTransaction"));
  return { isReadOnly: false };
}
