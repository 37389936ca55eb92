/** What the evaluators are given. All of it is plain data or functions handed in: rules never reach a store. */
import type { FirestoreFields, FirestoreValue } from "#lib/firestore-value.ts";

/** The text of one rules file; `file` is named in errors. */
export type RulesSource = { file: string; text: string };

/** `auth` as rules see it; null without sign-in. `token`: all claims of the ID token. */
export type RulesAuth = { uid: string; token: Record<string, unknown> } | null;

// --- Realtime Database

export type DatabasePath = readonly string[];

export type DatabaseValue = null | boolean | number | string | { [key: string]: DatabaseValue };

/** A tree that is read lazily, so that a rule costs what it looks at. */
export type TreeView = {
  exists(path: DatabasePath): boolean;
  /** The whole value below, null when there is none. */
  value(path: DatabasePath): DatabaseValue;
};

/**
 * Where `.indexOn` stands, and nothing but the way there. A key that is not in `children` is the wildcard's; one that
 * is there, but leads to no index, has an empty node only to be no wildcard's.
 */
export type DatabaseIndexNode = {
  /** What children are ordered by: a path below each of them, or `.value`. Sorted. */
  names: readonly string[];
  children: ReadonlyMap<string, DatabaseIndexNode>;
  wildcard?: DatabaseIndexNode;
};

export type DatabaseRules = {
  indexes: DatabaseIndexNode;
  /** Whether a `.read` rule at `path` or above it grants. */
  allowsRead(request: {
    auth: RulesAuth;
    nowMs: number;
    path: DatabasePath;
    root: TreeView;
  }): boolean;
  /**
   * Whether every one of the writes, which happen together, is granted by a `.write` rule at its path or above it and
   * all `.validate` rules above, at and below it hold. `newRoot` is the tree after all of them.
   */
  allowsWrite(request: {
    auth: RulesAuth;
    nowMs: number;
    /** Values with server values resolved; null deletes. None lies within another, but for that of a node whose priority
     * is written: its value is what it is after all writes. */
    writes: readonly { path: DatabasePath; value: DatabaseValue }[];
    root: TreeView;
    newRoot: TreeView;
  }): boolean;
};

// --- Firestore and Storage

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
