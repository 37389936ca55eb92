/**
 * Puts this room's accesses to the rules. Runs inside the store threads, in the transaction of the access, so nothing
 * can change between the verdict and what it was about.
 */
import type { Caller } from "../http/index.ts";
import {
  type FirestoreRules,
  type Lookups,
  type RulesAuth,
  type RulesDocument,
  type RulesQuery,
  type RulesSource,
  compileFirestoreRules,
} from "../rules/index.ts";
import type { StoreDatabase } from "../sqlite/index.ts";
import { type StoredDocument, fieldsOf } from "./document.ts";
import { permissionDenied } from "./errors.ts";
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
    get: (path) => toParsed(path, before.has(path) ? before.get(path) : getDocument(db, path)),
    getAfter: (path) => toRulesDocument(path, getDocument(db, path)),
  };
  const opened = rules?.open(lookups);
  for (const step of steps) {
    const asked = { ...askedBy(caller, nowMicros), path: step.path };
    const resource = toParsed(step.path, step.before);
    const request = requestOf(step, resource, toParsed(step.path, step.after));
    if (opened?.allows({ ...asked, ...request }) !== true) throw permissionDenied();
  }
}

function requestOf(
  { kind }: WriteStep,
  resource: RulesDocument | null,
  newResource: RulesDocument | null,
) {
  switch (kind) {
    case "delete":
      return { method: "delete", resource } as const;
    case "verify":
      return { method: "get", resource } as const;
    case "update":
      if (newResource === null) throw new Error("An update leaves a document.");
      return { method: resource === null ? "create" : "update", resource, newResource } as const;
  }
}

type Get<Answer> = (path: string, stored: StoredDocument | undefined) => Answer;

/** For the documents that one request reads. @returns what tells whether the caller may get one. */
export function openMayGet(
  db: StoreDatabase,
  caller: Caller,
  nowMicros: number,
  before: Before = new Map(),
): Get<boolean> {
  if (caller === "admin") return () => true;
  const asked = { ...askedBy(caller, nowMicros), method: "get" as const };
  const opened = rules?.open(storedLookups(db, before));
  return (path, stored) =>
    opened?.allows({ ...asked, path, resource: toRulesDocument(path, stored) }) === true;
}

/**
 * @param before what rules are to see of the documents that the same commit may have changed already.
 * @returns what throws OperationError PERMISSION_DENIED, also for a document that does not exist.
 */
export function openCheckGet(...input: Parameters<typeof openMayGet>): Get<void> {
  const mayGet = openMayGet(...input);
  return (path, stored) => {
    if (!mayGet(path, stored)) throw permissionDenied();
  };
}

/** Rules see the query, never the documents. @throws OperationError PERMISSION_DENIED */
export function checkList(
  db: StoreDatabase,
  caller: Caller,
  nowMicros: number,
  list: { path: string; allDescendants: boolean; query: RulesQuery },
): void {
  if (caller === "admin") return;
  const request = { ...askedBy(caller, nowMicros), method: "list" as const, ...list };
  if (rules?.allows(request, storedLookups(db)) !== true) throw permissionDenied();
}

function storedLookups(db: StoreDatabase, before: Before = new Map()): Lookups {
  const get = (path: string): RulesDocument | null =>
    toRulesDocument(path, before.has(path) ? before.get(path) : getDocument(db, path));
  return { get, getAfter: get };
}

function askedBy(caller: RulesAuth, nowMicros: number): { auth: RulesAuth; nowMs: number } {
  return { auth: caller, nowMs: nowMicros / 1000 };
}

function toRulesDocument(path: string, stored: StoredDocument | undefined): RulesDocument | null {
  return stored === undefined ? null : { path, fields: fieldsOf(stored) };
}
