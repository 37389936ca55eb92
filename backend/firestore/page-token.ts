/**
 * Where the next page of a list begins, as a text that means nothing to who passes it on. It is checked as any other
 * input: it gives nobody anything that he could not ask for with a cursor.
 */
import { createHash } from "node:crypto";
import type { FirestoreValue } from "#lib/firestore-value.ts";
import { invalidArgument } from "./errors.ts";
import { isObject } from "./json-reader.ts";
import { parseValue } from "./parse-value.ts";

/** It travels in an address. */
const MAX_CHARS = 6_000;

/** @param list what the pages are of: all that must be the same in the next request. */
export function formatPageToken(
  list: readonly unknown[],
  values: readonly FirestoreValue[],
): string {
  const token = Buffer.from(JSON.stringify({ list: nameOf(list), values })).toString("base64url");
  if (token.length <= MAX_CHARS) return token;
  throw invalidArgument(
    "The values that this list is ordered by are too long for a page token: use :runQuery with cursors.",
  );
}

/** @throws OperationError INVALID_ARGUMENT for a text that is no token, or that is one of another list. */
export function parsePageToken(
  token: string,
  list: readonly unknown[],
  count: number,
): FirestoreValue[] {
  const content = token.length <= MAX_CHARS ? decode(token) : undefined;
  if (!isObject(content) || content["list"] !== nameOf(list)) throw wrongToken();
  const { values } = content;
  if (!Array.isArray(values) || values.length !== count) throw wrongToken();
  return values.map((value) => parseValue(value, "pageToken"));
}

function decode(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, "base64url").toString());
  } catch {
    return undefined;
  }
}

function wrongToken(): Error {
  return invalidArgument(
    "pageToken is not one of this list: send it as it was answered, with the same parameters.",
  );
}

function nameOf(list: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(list)).digest("base64url").slice(0, 12);
}
