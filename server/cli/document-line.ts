/** A document as a line of JSON, as `documents` commands print and read it. Its values are typed as in Firestore's REST. */
import type { FirestoreFields } from "#lib/firestore-value.ts";
import type { DocumentContent, TypedDocument } from "../backend-port/documents-client.ts";

const names = ["path", "fields", "createTime", "updateTime"];

export function formatDocumentLine(document: TypedDocument): string {
  const { path, fields, createTime, updateTime } = document;
  return `${JSON.stringify({ path, fields, createTime, updateTime })}\n`;
}

/**
 * What a line sets. Its values are left for the backend to judge.
 * @throws Error which says what is wrong with the line.
 */
export function parseDocumentLine(text: string): DocumentContent {
  const line = parse(text);
  if (!isObject(line))
    throw new Error('A line is an object such as {"path":"projects/a","fields":{}}.');
  const unknown = Object.keys(line).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new Error(`"${unknown}" is not part of a line; fields belong into "fields".`);
  }
  const { path, fields } = line;
  if (typeof path !== "string") throw new Error('"path" must be a text such as "projects/a".');
  if (!isObject(fields)) throw new Error('"fields" must be an object of typed values.');
  return { path, fields: fields as FirestoreFields };
}

/** May have a number of which JSON.parse keeps too little, or JSON.stringify: integers of 16 digits and more, and -0. */
const delicate = /"(?:integerValue"\s*:\s*-?\d{16}|doubleValue"\s*:\s*-0)/;

function parse(text: string): unknown {
  try {
    return JSON.parse(text, delicate.test(text) ? keepNumber : undefined);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(`This is not JSON: ${message}`, { cause: error });
  }
}

/** A text travels as it is. */
function keepNumber(kind: string, value: unknown, context?: { source?: string }): unknown {
  const isRounded = kind === "integerValue" && !Number.isSafeInteger(value);
  const isMinusZero = kind === "doubleValue" && Object.is(value, -0);
  return typeof value === "number" && (isRounded || isMinusZero) ? context?.source : value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
