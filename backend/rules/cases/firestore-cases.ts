/** Cases of Firestore, as the server asks its rules. */
import type { FirestoreFields } from "#lib/firestore-value.ts";
import { type OpenCase, serviceHints, tracedLookups } from "./case-access.ts";
import type { FirestoreCase, FirestoreCases } from "./case-file.ts";
import { toStructuredQuery } from "./case-query.ts";
import { CaseError, type PlainFields, toFields } from "./case-values.ts";
import type {
  FirestoreRequest,
  FirestoreRules,
  Lookups,
  RulesAuth,
  RulesDocument,
  RulesQuery,
} from "../types.ts";

const ofList = "A list is judged by what its query asks for, not by what is stored.";

/** As bytes it may have no more. */
const maxIdChars = 1_500;

/** By path. */
type Documents = ReadonlyMap<string, FirestoreFields>;
type Listed = Extract<FirestoreCase, { method: "list" }>;
type Written = Pick<
  Extract<FirestoreCase, { method: "create" | "update" | "delete" }>,
  "method" | "path"
> & {
  data?: PlainFields | undefined;
  change?: PlainFields | undefined;
};
type WithoutWho<Request> = Request extends unknown ? Omit<Request, "auth" | "nowMs"> : never;

/** @throws CaseError, also when a case is read */
export function firestoreCases(
  rules: FirestoreRules,
  { data, now: nowMs }: FirestoreCases,
  toRulesQuery: (structuredQuery: unknown) => RulesQuery,
): (one: FirestoreCase) => OpenCase {
  const stored = toDocuments(data, nowMs);
  return (one) => {
    if (one.method === "list") return openList(one);
    checkPath(one.path, "document");
    const before = new Map(stored);
    if (one.before === null) before.delete(one.path);
    else if (one.before !== undefined) before.set(one.path, toFields(one.before, nowMs));
    if (one.method === "get") {
      const resource = documentIn(before, one.path);
      const request = { method: one.method, path: one.path, resource };
      return openAll([request], before, before);
    }
    const after = new Map(before);
    const requests = [one, ...(one.with ?? [])].map((write) => toRequest(write, after));
    return openAll(requests, before, after);
  };

  function openList(one: Listed): OpenCase {
    const { path, query = {} } = one;
    checkPath(path, "collection");
    const allDescendants = query.group ?? false;
    if (allDescendants && path.includes("/")) {
      throw new CaseError(`The path of a group is the collection's id, not ${path}.`);
    }
    const asked = toRulesQuery(toStructuredQuery(path, query, nowMs));
    const request = { method: one.method, path, allDescendants, query: asked };
    return openAll([request], stored, stored);
  }

  /** Changes `after`, as one write after the other does. */
  function toRequest(write: Written, after: Map<string, FirestoreFields>) {
    const { method, path } = write;
    checkPath(path, "document");
    const resource = documentIn(after, path);
    if (method === "delete") {
      after.delete(path);
      return { method, path, resource };
    }
    if ((method === "create") !== (resource === null)) {
      const fault = method === "create" ? "is there: this is an update" : "is not there: create it";
      throw new CaseError(`${path} ${fault}, or say with "before" what is stored.`);
    }
    const newResource = { path, fields: newFields(write, resource?.fields) };
    after.set(path, newResource.fields);
    return { method, path, resource, newResource };
  }

  function newFields(
    { data, change }: Written,
    stored: FirestoreFields | undefined,
  ): FirestoreFields {
    if (data !== undefined && change === undefined) return toFields(data, nowMs);
    if (data === undefined && change !== undefined && stored !== undefined) {
      return changed(stored, change);
    }
    throw new CaseError('An update has either "data", the whole document, or "change".');
  }

  function changed(fields: FirestoreFields, change: PlainFields): FirestoreFields {
    const isErased = (value: unknown) => JSON.stringify(value) === '{"$delete":true}';
    const entries = Object.entries(change);
    const erased = entries.filter(([, value]) => isErased(value)).map(([name]) => name);
    const rest = Object.fromEntries(entries.filter(([, value]) => !isErased(value)));
    const all = Object.assign(toFields({}, nowMs), fields, toFields(rest, nowMs));
    for (const name of erased) delete all[name];
    return all;
  }

  function openAll(
    requests: readonly WithoutWho<FirestoreRequest>[],
    before: Documents,
    after: Documents,
  ): OpenCase {
    const lookups: Lookups = {
      get: (path) => documentIn(before, path),
      getAfter: (path) => documentIn(after, path),
    };
    return (auth: RulesAuth, tell) => {
      const asked = rules.open(tracedLookups(lookups, tell));
      return requests.map((request) => {
        const what = `${request.method} ${request.path}`;
        return {
          what,
          allows: () => asked.allows({ ...request, auth, nowMs }),
          hints: serviceHints(what, request.method === "list" ? [ofList] : []),
        };
      });
    };
  }
}

/** @throws CaseError */
export function toDocuments(
  data: Readonly<Record<string, PlainFields>> | undefined,
  nowMs: number,
): Documents {
  return new Map(
    Object.entries(data ?? {}).map(([path, fields]) => {
      checkPath(path, "document");
      return [path, toFields(fields, nowMs)];
    }),
  );
}

export function documentIn(documents: Documents, path: string): RulesDocument | null {
  const fields = documents.get(path);
  return fields === undefined ? null : { path, fields };
}

function checkPath(path: string, kind: "document" | "collection"): void {
  const ids = path.split("/");
  const isDocument = ids.length % 2 === 0;
  if (isDocument !== (kind === "document")) throw new CaseError(`${path} is no path of a ${kind}.`);
  const wrong = ids.find((id) => /^\.\.?$/.test(id) || id.length > maxIdChars);
  if (wrong !== undefined) throw new CaseError(`${wrong} is no id of Firestore.`);
}
