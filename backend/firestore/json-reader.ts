/**
 * Reads untrusted JSON the way protobuf's JSON parser does: null is the same as absent, an unknown
 * name is a mistake. Every refusal says where.
 */
import { invalidArgument, unimplemented } from "./errors.ts";

export type JsonObject = Record<string, unknown>;

/** A nested place for a text: `writes[0].update`. */
export function within(at: string, name: string | number): string {
  if (typeof name === "number") return `${at}[${name}]`;
  return at === "" ? name : `${at}.${name}`;
}

export function isObject(json: unknown): json is JsonObject {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}

/** @param names that may be in it; `unsupported` ones exist at Google but not here. */
export function readObject(
  json: unknown,
  at: string,
  names: readonly string[],
  unsupported: readonly string[] = [],
): JsonObject {
  if (!isObject(json)) throw invalidArgument(`${at || "The body"} must be an object.`);
  const known: JsonObject = Object.create(null) as JsonObject;
  for (const [name, value] of Object.entries(json)) {
    if (value === null) continue;
    if (unsupported.includes(name)) {
      // An empty value means the default, which is what this server does anyway.
      if (value === "") continue;
      throw unimplemented(`${within(at, name)} is not supported by this server.`);
    }
    if (!names.includes(name)) {
      throw invalidArgument(`Unknown name ${quote(name)} at ${at || "the top of the body"}.`);
    }
    known[name] = value;
  }
  return known;
}

export function readString(json: unknown, at: string): string {
  if (typeof json !== "string") throw invalidArgument(`${at} must be a string.`);
  // Half of a surrogate pair has no UTF-8: it could be stored only as another character.
  if (!json.isWellFormed()) throw invalidArgument(`${at} must be valid Unicode text.`);
  return json;
}

export function readBoolean(json: unknown, at: string): boolean {
  if (typeof json !== "boolean") throw invalidArgument(`${at} must be true or false.`);
  return json;
}

export function readList(json: unknown, at: string): unknown[] {
  if (!Array.isArray(json)) throw invalidArgument(`${at} must be a list.`);
  return json;
}

/** A whole number that is not negative and fits 32 bits; absent is undefined. */
export function readCount(json: unknown, at: string): number | undefined {
  if (json === undefined) return undefined;
  const count = isObject(json) ? json["value"] : json;
  if (typeof count !== "number" || !Number.isInteger(count) || count < 0 || count > 0x7fffffff) {
    throw invalidArgument(`${at} must be a whole number from 0 to 2147483647.`);
  }
  return count;
}

export function readChoice<Choice extends string>(
  json: unknown,
  at: string,
  choices: readonly Choice[],
): Choice {
  if (choices.includes(json as Choice)) return json as Choice;
  throw invalidArgument(`${at} must be one of ${choices.join(", ")}.`);
}

/** Short enough for a message, whatever was sent. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}
