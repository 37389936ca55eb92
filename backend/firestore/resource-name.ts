/**
 * Names of documents: `projects/P/databases/(default)/documents/` and a path of collection and
 * document ids. Inside this room a document is known by its path alone.
 */
import { invalidArgument } from "./errors.ts";
import { quote, readString } from "./json-reader.ts";
import { compareUtf8 } from "./text-order.ts";

const MAX_ID_BYTES = 1_500;
const MAX_NAME_BYTES = 6 * 1024;
const MAX_SEGMENTS = 200;
const ANY_NAME = /^projects\/[^/]+\/databases\/[^/]+\/documents\/(.+)$/s;
/** Ids that order by their number, before all others. */
export const NUMERIC_ID = /^__id(-?\d{1,19})__$/;

export type DatabaseName = { prefix: string };

export function databaseName(projectId: string): DatabaseName {
  return { prefix: `projects/${projectId}/databases/(default)/documents` };
}

export function documentName(database: DatabaseName, path: string): string {
  return `${database.prefix}/${path}`;
}

/** The path of a document of this database. */
export function readDocumentName(database: DatabaseName, json: unknown, at: string): string {
  const name = readString(json, at);
  if (!name.startsWith(`${database.prefix}/`)) {
    throw invalidArgument(`${at}: ${quote(name)} is not a document of ${database.prefix}.`);
  }
  const path = name.slice(database.prefix.length + 1);
  checkDocumentPath(path, at);
  return path;
}

/** A reference may point to a document of any database; it is not checked whether it exists. */
export function readReference(json: unknown, at: string): string {
  const name = readString(json, at);
  const path = ANY_NAME.exec(name)?.[1];
  if (path === undefined) throw invalidArgument(`${at}: ${quote(name)} is not a document name.`);
  checkDocumentPath(path, at);
  return name;
}

export function checkDocumentPath(path: string, at: string): void {
  const segments = path.split("/");
  if (segments.length % 2 !== 0) {
    throw invalidArgument(`${at}: ${quote(path)} names a collection, not a document.`);
  }
  if (segments.length > MAX_SEGMENTS || Buffer.byteLength(path) > MAX_NAME_BYTES) {
    throw invalidArgument(`${at}: the document name is too long.`);
  }
  for (const segment of segments) checkId(segment, at);
}

export function checkId(id: string, at: string): void {
  if (id === "") throw invalidArgument(`${at}: an id must not be empty.`);
  if (id === "." || id === "..")
    throw invalidArgument(`${at}: "." and ".." are not allowed as ids.`);
  if (id.includes("/")) throw invalidArgument(`${at}: an id must not contain "/".`);
  if (!id.isWellFormed()) throw invalidArgument(`${at} must be valid Unicode text.`);
  if (Buffer.byteLength(id) > MAX_ID_BYTES) {
    throw invalidArgument(`${at}: an id must not be longer than ${MAX_ID_BYTES} bytes.`);
  }
  if (/^__.*__$/s.test(id) && !NUMERIC_ID.test(id)) {
    throw invalidArgument(`${at}: the id ${quote(id)} is reserved.`);
  }
}

/** Of a document its collection, of a collection the document that it is below; "" of what is at the root. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf("/"), 0));
}

export function idOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Segment by segment: ids `__id7__` first and by number, all others after them by their UTF-8 bytes. */
export function comparePaths(a: string, b: string): number {
  if (a === b) return 0;
  const segmentsA = a.split("/");
  const segmentsB = b.split("/");
  const length = Math.min(segmentsA.length, segmentsB.length);
  for (let i = 0; i < length; i += 1) {
    const order = compareIds(segmentsA[i] as string, segmentsB[i] as string);
    if (order !== 0) return order;
  }
  return segmentsA.length - segmentsB.length;
}

function compareIds(a: string, b: string): number {
  const numberA = NUMERIC_ID.exec(a)?.[1];
  const numberB = NUMERIC_ID.exec(b)?.[1];
  if (numberA === undefined && numberB === undefined) return compareUtf8(a, b);
  if (numberA === undefined) return 1;
  if (numberB === undefined) return -1;
  const difference = BigInt(numberA) - BigInt(numberB);
  return difference < 0n ? -1 : difference > 0n ? 1 : compareUtf8(a, b);
}
