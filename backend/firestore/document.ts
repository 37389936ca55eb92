/** A stored document, its size as Firestore counts it, and its canonical text. */
import type { FirestoreFields, FirestoreValue } from "#lib/firestore-value.ts";
import { invalidArgument } from "./errors.ts";
import { type FieldPath, project } from "./field-path.ts";
import { compareUtf8 } from "./text-order.ts";
import { isVector, isWellFormedVector } from "./value.ts";

/** `fieldsText` is canonical JSON: equal texts mean equal documents. Times are microseconds since 1970. */
export type StoredDocument = {
  path: string;
  fieldsText: string;
  createTime: number;
  updateTime: number;
};

const MAX_DOCUMENT_BYTES = 1_048_576;
/** Firestore counts a null as one byte; as JSON it has twenty. This is what reading, parsing and sending cost. */
const MAX_TEXT_CHARS = 4 * 1_048_576;
const MAX_DEPTH = 20;
const NAME_OVERHEAD_BYTES = 16;
const DOCUMENT_OVERHEAD_BYTES = 32;

export function fieldsOf(document: StoredDocument): FirestoreFields {
  return JSON.parse(document.fieldsText) as FirestoreFields;
}

export function withMask(
  document: StoredDocument,
  mask: readonly FieldPath[] | undefined,
): StoredDocument {
  if (mask === undefined) return document;
  return { ...document, fieldsText: JSON.stringify(project(fieldsOf(document), mask)) };
}

/** @throws OperationError when the document is larger or deeper than a document may be. */
export function toFieldsText(path: string, fields: FirestoreFields): string {
  const sizeBytes = nameBytes(path) + DOCUMENT_OVERHEAD_BYTES + fieldsBytes(fields, 0);
  if (sizeBytes > MAX_DOCUMENT_BYTES) {
    throw invalidArgument(
      `The document ${path} would have ${sizeBytes} bytes; ${MAX_DOCUMENT_BYTES} are allowed.`,
    );
  }
  const text = JSON.stringify(sorted(fields));
  if (text.length > MAX_TEXT_CHARS) {
    throw invalidArgument(
      `The document ${path} would have ${text.length} characters of JSON; ${MAX_TEXT_CHARS} are allowed.`,
    );
  }
  return text;
}

function nameBytes(path: string): number {
  return path.split("/").reduce((sum, id) => sum + textBytes(id), NAME_OVERHEAD_BYTES);
}

function textBytes(text: string): number {
  return Buffer.byteLength(text) + 1;
}

function fieldsBytes(fields: FirestoreFields, depth: number): number {
  if (depth > MAX_DEPTH) {
    throw invalidArgument(`A document must not be nested deeper than ${MAX_DEPTH} levels.`);
  }
  let sum = 0;
  for (const [name, value] of Object.entries(fields))
    sum += textBytes(name) + valueBytes(value, depth);
  return sum;
}

function valueBytes(value: FirestoreValue, depth: number): number {
  if ("nullValue" in value || "booleanValue" in value) return 1;
  if ("stringValue" in value) return textBytes(value.stringValue);
  if ("bytesValue" in value) return Buffer.byteLength(value.bytesValue, "base64");
  if ("referenceValue" in value) return nameBytes(value.referenceValue);
  if ("geoPointValue" in value) return 16;
  if ("mapValue" in value) return fieldsBytes(value.mapValue.fields ?? {}, depth + 1);
  if (!("arrayValue" in value)) return 8;
  if (depth >= MAX_DEPTH) {
    throw invalidArgument(`A document must not be nested deeper than ${MAX_DEPTH} levels.`);
  }
  const values = value.arrayValue.values ?? [];
  return values.reduce((sum, element) => sum + valueBytes(element, depth + 1), 0);
}

function sorted(fields: FirestoreFields): FirestoreFields {
  const result = Object.create(null) as FirestoreFields;
  for (const name of Object.keys(fields).toSorted(compareUtf8)) {
    result[name] = sortedValue(fields[name] as FirestoreValue);
  }
  return result;
}

function sortedValue(value: FirestoreValue): FirestoreValue {
  if ("mapValue" in value) {
    const fields = value.mapValue.fields ?? {};
    if (isVector(fields) && !isWellFormedVector(fields)) {
      throw invalidArgument(
        'A vector must have numbers (doubleValue) in "value", and nothing else.',
      );
    }
    return { mapValue: { fields: sorted(fields) } };
  }
  if ("arrayValue" in value) {
    return { arrayValue: { values: (value.arrayValue.values ?? []).map(sortedValue) } };
  }
  return value;
}
