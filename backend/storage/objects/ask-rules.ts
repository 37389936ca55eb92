/**
 * Puts this room's accesses to the rules. Runs inside the store threads, in the transaction of the access, so nothing
 * can change between the verdict and what it was about.
 */
import type { FirestoreFields } from "#lib/firestore-value.ts";
import type { Caller } from "../../http/index.ts";
import {
  type Lookups,
  type RulesFile,
  type RulesSource,
  type ServiceMethod,
  type StorageRules,
  compileStorageRules,
} from "../../rules/index.ts";
import type { StoreDatabase } from "../../sqlite/index.ts";
import { permissionDenied } from "../errors.ts";

/** Who asks, when, and of which bucket. */
export type Access = { caller: Caller; nowMs: number; bucket: string };

export type StorageSettings = {
  rules: RulesSource;
  /** The operation that reads a document of Firestore: `{path}` to its FirestoreFields or null. */
  readDocument: string;
};

let rules: StorageRules | undefined;
let readDocument: string | undefined;

/** Without rules, every client is refused. @throws RulesError */
export function configureRules(settings: StorageSettings | undefined): void {
  rules = settings && compileStorageRules(settings.rules);
  readDocument = settings?.readDocument;
}

/** @throws OperationError PERMISSION_DENIED */
export function checkAccess(
  db: StoreDatabase,
  { caller, nowMs, bucket }: Access,
  asked: {
    method: ServiceMethod;
    name: string;
    resource?: RulesFile | null;
    newResource?: RulesFile | null;
  },
): void {
  if (caller === "admin") return;
  const { method, name, resource = null } = asked;
  const newResource = asked.newResource ? written(asked.newResource) : null;
  const request = { auth: caller, nowMs, bucket, method, name, resource, newResource };
  if (rules?.allows(request, lookupsOf(db)) !== true) throw permissionDenied();
}

const serverFields = [
  "generation",
  "metageneration",
  "etag",
  "timeCreatedMs",
  "updatedMs",
] as const;

/** As in production, `request.resource` lacks what the server gives a file. */
function written(file: RulesFile): RulesFile {
  const given = { ...file };
  for (const field of serverFields) delete given[field];
  return given;
}

function lookupsOf(db: StoreDatabase): Lookups {
  const get = (path: string) => {
    if (readDocument === undefined) return null;
    const fields = db.run(readDocument, { path }) as FirestoreFields | null;
    return fields && { path, fields };
  };
  return { get, getAfter: get };
}
