/**
 * Puts this room's accesses to the rules. Runs inside the store threads, in the transaction of the access, so nothing
 * can change between the verdict and what it was about.
 */
import type { FirestoreValue } from "#lib/firestore-value.ts";
import type { Caller } from "../http/index.ts";
import {
  type FirestoreRules,
  type Lookups,
  type RulesAuth,
  type RulesDocument,
  type RulesSource,
  compileFirestoreRules,
} from "../rules/index.ts";
import type { StoreDatabase } from "../sqlite/index.ts";
import { type StoredDocument, fieldsOf } from "./document.ts";
import { permissionDenied } from "./errors.ts";
import { NAME_PATH, samePath } from "./field-path.ts";
import type { Filter } from "./filter.ts";
import { getDocument } from "./firestore-store.ts";

/** What was stored before a commit began, of the documents that it has looked at. */
type Before = ReadonlyMap<string, StoredDocument | undefined>;

/** What one write of a commit did. */
export type WriteStep = {
  path: string;
  kind: "update" | "delete" | "verify";
  before: StoredDocument | undefined;
  after: StoredDocument | undefined;
};

let rules: FirestoreRules | undefined;

/** Without rules, every client is refused. */
export function configureRules(source: RulesSource | undefined): void {
  rules = source && compileFirestoreRules(source);
}

/** Asked when all writes are done; `steps` in their order. @throws OperationError PERMISSION_DENIED */
export function checkWrites(
  db: StoreDatabase,
  caller: Caller,
  nowMicros: number,
  steps: readonly WriteStep[],
): void {
  if (caller === "admin") return;
  const before = new Map<string, StoredDocument | undefined>();
  for (const step of steps) if (!before.has(step.path)) before.set(step.path, step.before);
  // One document may be in many steps, and is large enough to be parsed only once.
  const parsed = new Map<StoredDocument, RulesDocument>();
  function toParsed(path: string, stored: StoredDocument | undefined): RulesDocument | null {
    if (stored === undefined) return null;
    const known = parsed.get(stored) ?? { path, fields: fieldsOf(stored) };
    parsed.set(stored, known);
    return known;
  }
  const lookups: Lookups = {
    get: remembered((path) =>
      toParsed(path, before.has(path) ? before.get(path) : getDocument(db, path)),
    ),
    getAfter: remembered((path) => toRulesDocument(path, getDocument(db, path))),
  };
  for (const step of steps) {
    const asked = { ...askedBy(caller, nowMicros), path: step.path };
    const resource = toParsed(step.path, step.before);
    const newResource = toParsed(step.path, step.after);
    const allowed =
      step.kind === "update" && newResource !== null
        ? rules?.allows(
            { ...asked, method: resource ? "update" : "create", resource, newResource },
            lookups,
          )
        : rules?.allows(
            { ...asked, method: step.kind === "delete" ? "delete" : "get", resource },
            lookups,
          );
    if (allowed !== true) throw permissionDenied();
  }
}

/**
 * @param before what rules are to see of the documents that the same commit may have changed already.
 * @throws OperationError PERMISSION_DENIED, also for a document that does not exist.
 */
export function checkGet(
  db: StoreDatabase,
  caller: Caller,
  nowMicros: number,
  path: string,
  stored: StoredDocument | undefined,
  before: Before = new Map(),
): void {
  if (caller === "admin") return;
  const resource = toRulesDocument(path, stored);
  const request = { ...askedBy(caller, nowMicros), method: "get" as const, path, resource };
  if (rules?.allows(request, storedLookups(db, before)) !== true) throw permissionDenied();
}

/** Rules see the query, never the documents. @throws OperationError PERMISSION_DENIED */
export function checkList(
  db: StoreDatabase,
  caller: Caller,
  nowMicros: number,
  list: {
    path: string;
    allDescendants: boolean;
    where: Filter | undefined;
    limit: number | undefined;
  },
): void {
  if (caller === "admin") return;
  const { path, allDescendants, where, limit } = list;
  const query = { equals: equalsOf(where), limit: limit ?? null };
  const asked = askedBy(caller, nowMicros);
  const request = { ...asked, method: "list" as const, path, allDescendants, query };
  if (rules?.allows(request, storedLookups(db)) !== true) throw permissionDenied();
}

/** The top-level fields that are the same in every document that the filter lets through. */
function equalsOf(where: Filter | undefined): Map<string, FirestoreValue> {
  const equals = new Map<string, FirestoreValue>();
  const parts = where?.kind === "and" ? where.filters : where ? [where] : [];
  for (const part of parts) {
    if (part.kind === "and") {
      for (const [name, value] of equalsOf(part)) equals.set(name, value);
    } else if (part.kind === "field" && part.operator === "EQUAL") {
      const name =
        part.path.length === 1 && !samePath(part.path, NAME_PATH) ? part.path[0] : undefined;
      // 1 equals 1.0 in a query and is another type in rules.
      if (name !== undefined && !isNumber(part.value)) equals.set(name, part.value);
    } else if (part.kind === "unary" && part.operator === "IS_NULL" && part.path.length === 1) {
      equals.set(part.path[0] as string, { nullValue: null });
    }
  }
  return equals;
}

function isNumber(value: FirestoreValue): boolean {
  if ("arrayValue" in value) return (value.arrayValue.values ?? []).some(isNumber);
  if ("mapValue" in value) return Object.values(value.mapValue.fields ?? {}).some(isNumber);
  return "integerValue" in value || "doubleValue" in value;
}

function storedLookups(db: StoreDatabase, before: Before = new Map()): Lookups {
  const get = remembered((path) => {
    return toRulesDocument(path, before.has(path) ? before.get(path) : getDocument(db, path));
  });
  return { get, getAfter: get };
}

/** Rules may look the same document up for each of many writes. */
function remembered(
  look: (path: string) => RulesDocument | null,
): (path: string) => RulesDocument | null {
  const known = new Map<string, RulesDocument | null>();
  return (path) => {
    const found = known.has(path) ? known.get(path) : look(path);
    known.set(path, found ?? null);
    return found ?? null;
  };
}

function askedBy(caller: RulesAuth, nowMicros: number): { auth: RulesAuth; nowMs: number } {
  return { auth: caller, nowMs: Math.floor(nowMicros / 1000) };
}

function toRulesDocument(path: string, stored: StoredDocument | undefined): RulesDocument | null {
  return stored === undefined ? null : { path, fields: fieldsOf(stored) };
}
