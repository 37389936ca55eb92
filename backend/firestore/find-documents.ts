/** What a query finds, in its order, as it is asked for. Documents are read one by one, and only those that are wanted. */
import type { Caller } from "../http/index.ts";
import type { StoreDatabase } from "../sqlite/index.ts";
import type { StoredDocument } from "./document.ts";
import { encodePath } from "./encode-path.ts";
import {
  type Scan,
  type ScanContext,
  type StreamEntry,
  boundsOf,
  openWalks,
  orderKeys,
  union,
} from "./entry-stream.ts";
import { getDocumentByNumber, scanNames } from "./firestore-store.ts";
import { activeIndexes, countEntries, findScope, scanEntries } from "./index-store.ts";
import { nameSpace } from "./names.ts";
import { type WalkPlan, planQuery } from "./plan-query.ts";
import type { Query } from "./query.ts";
import type { DatabaseName } from "./resource-name.ts";
import type { ScanBudget } from "./scan-budget.ts";

export type QueryInput = {
  caller: Caller;
  database: DatabaseName;
  /** The document under which to look; "" is the root. */
  parent: string;
  /** Undefined, with `allDescendants`: the documents of all collections. */
  collectionId: string | undefined;
  allDescendants: boolean;
  query: Query;
  nowMicros: number;
};

export type Found = {
  /** Without offset and limit. A document is read when it is asked for. */
  documents: Iterable<{ read: () => StoredDocument }>;
  /** Their number, when it is known without looking at each. */
  count: (() => number) | undefined;
};

/** @throws OperationError FAILED_PRECONDITION when an index is missing, RESOURCE_EXHAUSTED while it is read. */
export function findDocuments(db: StoreDatabase, input: QueryInput, budget: ScanBudget): Found {
  const { collectionId, allDescendants, database, parent, query } = input;
  const collection = parent === "" ? collectionId : `${parent}/${collectionId}`;
  const kind = allDescendants ? "group" : "collection";
  const plans = planQuery({
    query,
    collectionId,
    scope: kind,
    space: nameSpace(database, allDescendants ? undefined : collection),
    below: allDescendants && parent !== "" ? encodePath(parent) : undefined,
    active: activeIndexes(db),
  });
  if (collectionId === undefined) {
    const scan: Scan = (from, to, options) => scanNames(db, from, to, options);
    return {
      documents: readEach(db, entriesOf(plans, { scan, budget }), budget),
      count: undefined,
    };
  }
  const scope = findScope(db, kind, allDescendants ? collectionId : (collection as string));
  if (scope === undefined) return { documents: [], count: () => 0 };
  const scan: Scan = (from, to, options) => scanEntries(db, scope, from, to, options);
  return {
    documents: readEach(db, entriesOf(plans, { scan, budget }), budget),
    count: counter(plans, (...range) => countEntries(db, scope, ...range), budget),
  };
}

function* readEach(
  db: StoreDatabase,
  entries: Iterable<StreamEntry>,
  budget: ScanBudget,
): Found["documents"] {
  for (const { document } of entries) {
    yield {
      read() {
        const found = getDocumentByNumber(db, document);
        budget.document(found);
        return found;
      },
    };
  }
}

function entriesOf(plans: readonly WalkPlan[], context: ScanContext): Iterable<StreamEntry> {
  const streams = plans.map((plan) => orderKeys(plan, openWalks(context, plan)));
  return streams.length === 1 ? (streams[0] as Iterable<StreamEntry>) : union(streams);
}

/** What one index answers alone is counted by SQLite. */
function counter(
  plans: readonly WalkPlan[],
  countBetween: (from: Uint8Array, to: Uint8Array, most: number) => number,
  budget: ScanBudget,
): Found["count"] {
  const only = plans[0];
  const walk = only?.walks[0];
  if (only === undefined || walk === undefined) return () => 0;
  const isOne = plans.length === 1 && only.walks.length === 1;
  if (!isOne || only.filters.length > 0) return undefined;
  return () => {
    let count = 0;
    for (const range of only.ranges) {
      const { from, to } = boundsOf(walk, range);
      const counted = countBetween(from, to, budget.countable() + 1);
      budget.counted(counted);
      count += counted;
    }
    return count;
  };
}
