/** Reads untrusted JSON bodies. Null is the same as absent, as in Google's services; unknown names are ignored. */
import { refusal } from "../errors.ts";

export type Body = Record<string, unknown>;

export function parseBody(text: string): Body {
  let json: unknown;
  try {
    json = JSON.parse(text === "" ? "{}" : text);
  } catch {
    throw refusal("INVALID_REQUEST", "The body is not JSON.");
  }
  if (typeof json !== "object" || json === null || Array.isArray(json)) {
    throw refusal("INVALID_REQUEST", "The body must be a JSON object.");
  }
  return json as Body;
}

export function readString(body: Body, name: string): string | undefined {
  const value = readOwn(body, name);
  if (value === undefined) return undefined;
  // Half of a surrogate pair has no UTF-8: it could be stored only as another character.
  if (typeof value !== "string" || !value.isWellFormed()) {
    throw refusal("INVALID_REQUEST", `${name} must be a string of valid Unicode.`);
  }
  return value;
}

export function readBoolean(body: Body, name: string): boolean | undefined {
  const value = readOwn(body, name);
  if (value === undefined || typeof value === "boolean") return value;
  throw refusal("INVALID_REQUEST", `${name} must be true or false.`);
}

/** Also as a string of digits, which is how Google writes 64 bit numbers in JSON. */
export function readWholeNumber(
  body: Body,
  name: string,
  bounds: { min: number; max: number },
): number | undefined {
  const value = readOwn(body, name);
  if (value === undefined) return undefined;
  const digits = typeof value === "string" && /^\d{1,15}$/.test(value);
  const number = digits ? Number(value) : value;
  const { min, max } = bounds;
  if (typeof number !== "number" || !Number.isInteger(number) || number < min || number > max) {
    throw refusal("INVALID_REQUEST", `${name} must be a whole number from ${min} to ${max}.`);
  }
  return number;
}

export function readStrings(body: Body, name: string, maxCount: number): string[] {
  const value = readOwn(body, name) ?? [];
  const list: unknown[] = Array.isArray(value) ? value : [value];
  if (
    list.length > maxCount ||
    !list.every((item) => typeof item === "string" && item.isWellFormed())
  ) {
    throw refusal("INVALID_REQUEST", `${name} must be a list of at most ${maxCount} strings.`);
  }
  return list as string[];
}

export function has(body: Body, name: string): boolean {
  return readOwn(body, name) !== undefined;
}

function readOwn(body: Body, name: string): unknown {
  return Object.hasOwn(body, name) ? (body[name] ?? undefined) : undefined;
}
