/** Cases of Storage, as the server asks its rules. */
import { type OpenCase, serviceHints, tracedLookups } from "./case-access.ts";
import type { StorageCase, StorageCaseFile, StorageCases } from "./case-file.ts";
import { CaseError } from "./case-values.ts";
import { documentIn, toDocuments } from "./firestore-cases.ts";
import type { RulesFile, StorageRules } from "../types.ts";

const bucket = "cases";

/** @throws CaseError, also when a case is read */
export function storageCases(
  rules: StorageRules,
  { data, documents, now: nowMs }: StorageCases,
): (one: StorageCase) => OpenCase {
  const files = new Map(Object.entries(data ?? {}));
  const stored = toDocuments(documents, nowMs);
  const get = (path: string) => documentIn(stored, path);
  return (one) => {
    const { method, path: name } = one;
    const there = "before" in one ? (one.before ?? undefined) : files.get(name);
    const written = "data" in one ? one.data : undefined;
    if (written !== undefined && (method === "create") !== (there === undefined)) {
      const fault = method === "create" ? "is there: this is an update" : "is not there: create it";
      throw new CaseError(`${name} ${fault}, or say with "before" what is stored.`);
    }
    const resource = method === "list" ? null : toFile(name, there);
    const newResource = toFile(name, written);
    const what = `${method} ${name}`;
    return (auth, tell) => {
      const lookups = tracedLookups({ get, getAfter: get }, tell);
      const request = { auth, nowMs, method, bucket, name, resource, newResource };
      return [{ what, allows: () => rules.allows(request, lookups), hints: serviceHints(what) }];
    };
  };
}

function toFile(name: string, file: StorageCaseFile | undefined): RulesFile | null {
  if (file === undefined) return null;
  const { timeCreated, updated, ...plain } = file;
  return {
    name,
    bucket,
    ...plain,
    ...(timeCreated !== undefined && { timeCreatedMs: timeCreated }),
    ...(updated !== undefined && { updatedMs: updated }),
  };
}
