/** What the evaluators are given. All of it is plain data or functions handed in: rules never reach a store. */
import type { FirestoreFields, FirestoreValue } from "#lib/firestore-value.ts";

/** The text of one rules file; `file` is named in errors. */
export type RulesSource = { file: string; text: string };

/** `auth` as rules see it; null without sign-in. `token`: all claims of the ID token. */
export type RulesAuth = { uid: string; token: Record<string, unknown> } | null;

export type ServiceMethod = "get" | "list" | "create" | "update" | "delete";

/** A Firestore document as rules see it. `path` is below the database: `projects/atlas`. */
export type RulesDocument = { path: string; fields: FirestoreFields };

/**
 * What a query promises of one field of each document that it finds, as Firestore finds it: `==` and `array-contains`
 * take 5 for 5.0; a comparison finds only values of its own type; `!=` finds neither what is missing nor null.
 */
export type RulesCondition = {
  /** `["a", "b"]` is b in the map a. */
  path: readonly string[];
} & (
  | {
      operator: "==" | "!=" | "<" | "<=" | ">" | ">=" | "array-contains";
      value: FirestoreValue;
    }
  | { operator: "exists" }
);

/** Each document that the query finds fulfils all conditions of one of the alternatives. */
export type RulesQuery = {
  alternatives: readonly {
    /** The last segment of the documents' path; null where it may be any. */
    id: string | null;
    conditions: readonly RulesCondition[];
  }[];
  /** Null where the query has none. */
  limit: number | null;
  offset: number | null;
  /** By path of a field, `a.b`. */
  orderBy: ReadonlyMap<string, "ASC" | "DESC">;
};

/** A Storage object as rules see it. `name` is the full path below the bucket. */
export type RulesFile = {
  name: string;
  bucket: string;
  /** Bytes. */
  size: number;
  contentType: string | null;
  /** Custom metadata. */
  metadata: Record<string, string>;
  /** Without one of these, a rule that asks for it has no value and does not grant. */
  generation?: number;
  metageneration?: number;
  timeCreatedMs?: number;
  updatedMs?: number;
  md5Hash?: string;
  crc32c?: string;
  etag?: string;
  contentDisposition?: string;
  contentEncoding?: string;
  contentLanguage?: string;
};

/** Documents of Firestore for `get`, `exists`, `getAfter`, `existsAfter`, `firestore.get` and `firestore.exists`. */
export type Lookups = {
  get(path: string): RulesDocument | null;
  /** As the whole commit leaves it. */
  getAfter(path: string): RulesDocument | null;
};

type Asked = { auth: RulesAuth; nowMs: number };

export type FirestoreRequest = Asked &
  (
    | { method: "get" | "delete"; path: string; resource: RulesDocument | null }
    | {
        method: "create" | "update";
        path: string;
        resource: RulesDocument | null;
        /** As the write leaves it. */
        newResource: RulesDocument;
      }
    /** `path` is the collection's; every document that can match below `path/{any}` must be allowed. */
    | { method: "list"; path: string; allDescendants: boolean; query: RulesQuery }
  );

export type FirestoreRules = {
  /** What has no value when it is asked for, each as `file:line:column: message`. */
  warnings: readonly string[];
  /** A request of one access. */
  allows(request: FirestoreRequest, lookups: Lookups): boolean;
  /** For the accesses of one request: they share what they look up, and how much of it there may be. */
  open(lookups: Lookups): { allows(request: FirestoreRequest): boolean };
};

export type StorageRules = {
  /** As of Firestore. */
  warnings: readonly string[];
  allows(
    request: Asked & {
      method: ServiceMethod;
      bucket: string;
      /** The object's full name; for `list` the prefix: what stands after its last `/` counts as unknown. */
      name: string;
      resource: RulesFile | null;
      /** With `create` and `update`. */
      newResource: RulesFile | null;
    },
    lookups: Lookups,
  ): boolean;
};
