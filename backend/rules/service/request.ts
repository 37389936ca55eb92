/** What a request to Firestore or Storage looks like in its rules. */
import { documentMap, fromFields, fromMilliseconds, fromRecord } from "./conversions.ts";
import { foundFields } from "./found-document.ts";
import { mapOf, type ServiceMap, type ServiceValue } from "./value.ts";
import type {
  RulesAuth,
  RulesCondition,
  RulesDocument,
  RulesFile,
  RulesQuery,
  ServiceMethod,
} from "../types.ts";

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
  if (query !== null) entries.set("query", queryMap(query));
  return mapOf(entries);
}

function queryMap({ limit, offset, orderBy }: RulesQuery): ServiceMap {
  return mapOf(
    new Map<string, ServiceValue>([
      ["limit", limit === null ? null : BigInt(limit)],
      ["offset", offset === null ? null : BigInt(offset)],
      ["orderBy", orderBy.size === 0 ? null : mapOf(orderBy)],
    ]),
  );
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

/** Any document that fulfils the conditions. `wasRead` tells whether a rule has looked at what is in it. */
export function foundResource(conditions: readonly RulesCondition[]): {
  resource: ServiceMap;
  wasRead: () => boolean;
} {
  let data: ServiceMap | undefined;
  const resource: ServiceMap = {
    type: "map",
    get: (key) => (key === "data" ? (data ??= foundFields(conditions)) : undefined),
    keys: () => ["data"],
  };
  return { resource, wasRead: () => data !== undefined };
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
    get(key, budget) {
      const ms = times.get(key);
      return ms === undefined ? plain.get(key, budget) : fromMilliseconds(ms);
    },
    keys: () => [
      ...plain.keys(),
      ...[...times.keys()].filter((key) => times.get(key) !== undefined),
    ],
  };
}
