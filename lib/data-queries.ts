/** What the server asks of the Realtime Database and of collections of documents. */

/**
 * Children in order: by the value at a path below them, or by "$key". Of those with the same value by key. Bounds include
 * their value. The order needs an `.indexOn` in the rules, but for "$key".
 */
export type DatabaseQuery = {
  orderBy: string;
  equalTo?: string | number | boolean;
  startAt?: string | number;
  endAt?: string | number;
  /** Goes on behind this child; by "$key" its key says all. */
  startAfter?: { value: string | number | boolean | null; key: string };
  /** Ends before this child. */
  endBefore?: { value: string | number | boolean | null; key: string };
  limit: number;
  /** Of all that fit the last ones, the last one first. */
  last?: boolean;
};

/** Of a collection by one field instead of by id. With `where` beside it, firestore.indexes.json must have an index. */
export type DocumentOrder = {
  field: string;
  upTo?: string | number;
  descending?: boolean;
  /** Goes on behind this document. */
  after?: { value: string | number; id: string } | undefined;
};
