/** One request to Firestore or Storage rules while it is evaluated, and the documents that it looks up. */
import { noValue } from "../evaluation.ts";
import type { Budget } from "./budget.ts";
import { documentMap, fromFields } from "./conversions.ts";
import type { ServiceMap, ServiceValue } from "./value.ts";
import type { RulesDocument } from "../types.ts";

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

export type LookUp = (budget: Budget, path: ServiceValue) => ServiceValue;

/** By the name of the function in rules; of `firestore.get` and `firestore.exists` in Storage too. */
export const lookupFunctions = new Map<string, LookUp>([
  ["get", (budget, path) => found(lookUp(budget, path, "before"))],
  ["getAfter", (budget, path) => found(lookUp(budget, path, "after"))],
  ["exists", (budget, path) => lookUp(budget, path, "before") !== null],
  ["existsAfter", (budget, path) => lookUp(budget, path, "after") !== null],
]);

function found(document: RulesDocument | null): ServiceValue {
  if (document === null) throw noValue;
  return documentMap(fromFields(document.fields));
}

/** Of `/databases/(default)/documents/…` what is below. */
function lookUp(
  budget: Budget,
  path: ServiceValue,
  when: "before" | "after",
): RulesDocument | null {
  if (typeof path !== "object" || path === null || !("type" in path) || path.type !== "path") {
    throw noValue;
  }
  budget.spend(1 + path.segments.length / 25);
  const [databases, database, documents, ...below] = path.segments;
  if (databases !== "databases" || database !== "(default)" || documents !== "documents") {
    throw noValue;
  }
  if (below.length === 0 || below.length % 2 !== 0) throw noValue;
  return budget.lookUp(below.join("/"), when);
}
