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
 * What a query promises of each document that it returns: these fields, by name, equal these values. Relied on
 * are null, booleans, texts, and lists and maps of them (5 also finds 5.0, which is of another type); names with a dot
 * are not.
 */
export type RulesQuery = { equals: ReadonlyMap<string, FirestoreValue>; limit: number | null };

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
};

/** Documents of Firestore for `get`, `exists`, `getAfter`, `existsAfter`, `firestore.get` and `firestore.exists`. */
export type Lookups = {
  get(path: string): RulesDocument | null;
  /** As the whole commit leaves it. */
  getAfter(path: string): RulesDocument | null;
};

type Asked = { auth: RulesAuth; nowMs: number };

export type FirestoreRules = {
  allows(
    request: Asked &
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
      ),
    lookups: Lookups,
  ): boolean;
};

export type StorageRules = {
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
