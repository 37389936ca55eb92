/** Values of documents as cases write them: JSON, and `{"$timestamp": …}` and its like for what JSON lacks. */
import * as z from "zod";
import type { FirestoreFields, FirestoreValue } from "#lib/firestore-value.ts";

/** What is wrong with a case; its file and place are added where they are known. */
export class CaseError extends Error {
  override readonly name = "CaseError";
}

export type PlainFields = Readonly<Record<string, unknown>>;

const utc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z$/;
const typedValue = z.union([
  z
    .strictObject({ $float: z.union([z.number(), z.enum(["NaN", "Infinity", "-Infinity", "-0"])]) })
    .transform(({ $float }) => ({ doubleValue: $float })),
  z
    .strictObject({
      $int: z
        .string()
        .regex(/^-?\d{1,19}$/)
        .refine((text) => BigInt.asIntN(64, BigInt(text)) === BigInt(text)),
    })
    .transform(({ $int }) => ({ integerValue: $int })),
  z
    .strictObject({
      $timestamp: z.string().refine((text) => utc.test(text) && !Number.isNaN(Date.parse(text))),
    })
    .transform(({ $timestamp }) => ({ timestampValue: $timestamp })),
  z.strictObject({ $bytes: z.base64() }).transform(({ $bytes }) => ({ bytesValue: $bytes })),
  z
    .strictObject({ $ref: z.string().regex(/^[^/]+\/[^/]+(?:\/[^/]+\/[^/]+)*$/) })
    .transform(({ $ref }) => referenceTo($ref)),
  z
    .strictObject({ $geo: z.tuple([z.number(), z.number()]) })
    .transform(({ $geo: [latitude, longitude] }) => ({ geoPointValue: { latitude, longitude } })),
]);

/** Which project it is, no rule can see. */
function referenceTo(path: string): FirestoreValue {
  return { referenceValue: `projects/cases/databases/(default)/documents/${path}` };
}

/** @throws CaseError */
export function toFields(plain: PlainFields, nowMs: number): FirestoreFields {
  // Without a prototype, `__proto__` is a field like any other.
  const fields = Object.create(null) as FirestoreFields;
  for (const [name, json] of Object.entries(plain)) {
    if (name === "") throw new CaseError("A field must have a name.");
    fields[name] = toValue(json, nowMs);
  }
  return fields;
}

/** @throws CaseError */
export function toValue(json: unknown, nowMs: number): FirestoreValue {
  if (typeof json === "boolean") return { booleanValue: json };
  if (typeof json === "string") return { stringValue: json };
  if (typeof json === "number") return toNumber(json);
  if (typeof json !== "object" || json === null) return { nullValue: null };
  if (Array.isArray(json)) {
    if (json.some(Array.isArray)) throw new CaseError("A list must not be directly in a list.");
    return { arrayValue: { values: json.map((item) => toValue(item, nowMs)) } };
  }
  if (!Object.keys(json).some((key) => key.startsWith("$"))) {
    return { mapValue: { fields: toFields(json as PlainFields, nowMs) } };
  }
  const isNow = "$timestamp" in json && json.$timestamp === "now";
  const parsed = typedValue.safeParse(
    isNow ? { ...json, $timestamp: new Date(nowMs).toISOString() } : json,
  );
  if (parsed.success) return parsed.data;
  throw new CaseError(
    `${JSON.stringify(json)} is no value: see $float, $int, $timestamp, $bytes, $ref and $geo in docs/rules.md.`,
  );
}

// As the SDK sends it.
function toNumber(number: number): FirestoreValue {
  if (Number.isSafeInteger(number) && !Object.is(number, -0)) {
    return { integerValue: String(number) };
  }
  return { doubleValue: Object.is(number, -0) ? "-0" : number };
}
