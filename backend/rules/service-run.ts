/** One request to Firestore or Storage rules while it is evaluated, and the limits of what it may cost. */
import { noValue, tooCostly } from "./evaluation.ts";
import { documentMap, fromFields } from "./service-conversions.ts";
import type { ServiceMap, ServiceValue } from "./service-value.ts";
import type { Lookups, RulesDocument } from "./types.ts";

export type ServiceRun = {
  request: ServiceMap;
  /** Null where there is none; to use it then has no value. */
  resource: ServiceMap | null;
  /** Of the match statement's wildcards, from the outermost; undefined where a query does not tell. */
  wildcards: readonly (ServiceValue | undefined)[];
  /** Inputs and `let` names of the function that runs. */
  locals: ServiceValue[];
  budget: Budget;
};

export type Budget = {
  /** @throws tooCostly */
  spend(steps: number): void;
  /** The document, or null. `path` is below the database. @throws tooCostly */
  lookUp(path: string, when: "before" | "after"): RulesDocument | null;
  /** Whether more was asked for than there is. */
  isOverspent(): boolean;
};

const stepLimit = 20_000;

/** How many different documents one access may look at, and all accesses of one request. */
export type LookupLimits = { access: number; request: number };

/**
 * @returns what opens the budget of one access. What another access of the same request has looked up is free.
 */
export function shareLookups(lookups: Lookups, limits: LookupLimits): () => Budget {
  const seen = new Map<string, RulesDocument | null>();
  return () => {
    let steps = 0;
    let looked = 0;
    let isOverspent = false;

    function check(isEnough: boolean): void {
      if (isEnough) return;
      isOverspent = true;
      throw tooCostly;
    }

    return {
      isOverspent: () => isOverspent,
      spend(more) {
        steps += more;
        check(steps <= stepLimit);
      },
      lookUp(path, when) {
        const key = `${when} ${path}`;
        const known = seen.get(key);
        if (known !== undefined) return known;
        check(looked < limits.access && seen.size < limits.request);
        looked += 1;
        const found = when === "before" ? lookups.get(path) : lookups.getAfter(path);
        seen.set(key, found);
        return found;
      },
    };
  };
}

/** By the name of the function in rules; of `firestore.get` and `firestore.exists` in Storage too. */
export const lookupFunctions = new Map<
  string,
  (run: ServiceRun, path: ServiceValue) => ServiceValue
>([
  ["get", (run, path) => found(run.budget.lookUp(documentPath(path), "before"))],
  ["getAfter", (run, path) => found(run.budget.lookUp(documentPath(path), "after"))],
  ["exists", (run, path) => run.budget.lookUp(documentPath(path), "before") !== null],
  ["existsAfter", (run, path) => run.budget.lookUp(documentPath(path), "after") !== null],
]);

function found(document: RulesDocument | null): ServiceValue {
  if (document === null) throw noValue;
  return documentMap(fromFields(document.fields));
}

/** Of `/databases/(default)/documents/…` what is below. */
function documentPath(path: ServiceValue): string {
  if (typeof path !== "object" || path === null || !("type" in path) || path.type !== "path") {
    throw noValue;
  }
  const [databases, database, documents, ...below] = path.segments;
  if (databases !== "databases" || database !== "(default)" || documents !== "documents") {
    throw noValue;
  }
  if (below.length === 0 || below.length % 2 !== 0) throw noValue;
  return below.join("/");
}
