/** What a request to Firestore or Storage looks like in its rules. */
import {
  documentMap,
  fromFields,
  fromMilliseconds,
  fromRecord,
  partlyKnownMap,
} from "./service-conversions.ts";
import { mapOf, type ServiceMap, type ServiceValue } from "./service-value.ts";
import type { FirestoreValue } from "#lib/firestore-value.ts";
import type { RulesAuth, RulesDocument, RulesFile, RulesQuery, ServiceMethod } from "./types.ts";

export function requestMap(request: {
  auth: RulesAuth;
  nowMs: number;
  method: ServiceMethod;
  /** Null where it is not known whole. */
  path: readonly string[] | null;
  /** Null where the request brings none. */
  resource: ServiceMap | null;
  query: RulesQuery | null;
}): ServiceMap {
  const { auth, path, resource, query } = request;
  const entries = new Map<string, ServiceValue>([
    ["auth", auth === null ? null : authMap(auth)],
    ["method", request.method],
    ["time", fromMilliseconds(request.nowMs)],
  ]);
  if (path !== null) entries.set("path", { type: "path", segments: path });
  if (resource !== null) entries.set("resource", resource);
  if (query !== null) {
    const limit = query.limit === null ? null : BigInt(query.limit);
    entries.set("query", mapOf(new Map([["limit", limit]])));
  }
  return mapOf(entries);
}

function authMap(auth: NonNullable<RulesAuth>): ServiceMap {
  return mapOf(
    new Map<string, ServiceValue>([
      ["uid", auth.uid],
      ["token", fromRecord(auth.token)],
    ]),
  );
}

export function documentResource(document: RulesDocument): ServiceMap {
  return documentMap(fromFields(document.fields));
}

/** Any document that the query can find. */
export function foundResource(query: RulesQuery): ServiceMap {
  const known = [...query.equals].filter(([name, value]) => !name.includes(".") && isExact(value));
  return documentMap(partlyKnownMap(new Map(known)));
}

/** Whether a value that equals it is the same for every rule: 5 and 5.0 equal each other and are of two types. */
function isExact(value: FirestoreValue): boolean {
  if ("arrayValue" in value) return (value.arrayValue.values ?? []).every(isExact);
  if ("mapValue" in value) return Object.values(value.mapValue.fields ?? {}).every(isExact);
  return "nullValue" in value || "booleanValue" in value || "stringValue" in value;
}

export function fileResource(file: RulesFile): ServiceMap {
  const { timeCreatedMs, updatedMs, ...properties } = file;
  const plain = fromRecord(properties);
  const times = new Map([
    ["timeCreated", timeCreatedMs],
    ["updated", updatedMs],
  ]);
  return {
    type: "map",
    get(key) {
      const ms = times.get(key);
      return ms === undefined ? plain.get(key) : fromMilliseconds(ms);
    },
    keys: () => [
      ...plain.keys(),
      ...[...times.keys()].filter((key) => times.get(key) !== undefined),
    ],
  };
}
