/** Methods of lists, sets, maps and differences of maps in Firestore and Storage rules. */
import { noValue } from "../evaluation.ts";
import { foundHas, foundHasType, type FoundValue, hasForCertain } from "./found-value.ts";
import type { Budget } from "./budget.ts";
import { define } from "./definition.ts";
import { differenceOf, includes, membershipIn } from "./equality.ts";
import {
  isList,
  isMap,
  itemsOf,
  keysOf,
  type ServiceSet,
  type ServiceValue,
  typeOf,
  valueAt,
} from "./value.ts";

type Items = readonly ServiceValue[];
type Compare = (items: Items, others: Items, budget: Budget) => boolean;
type Combine = (items: Items, others: Items, budget: Budget) => Items;

const hasAll: Compare = (items, others, budget) => others.every(membershipIn(items, budget));
const hasAny: Compare = (items, others, budget) => others.some(membershipIn(items, budget));
const hasOnly: Compare = (items, others, budget) => hasAll(others, items, budget);
const without: Combine = (items, others, budget) => {
  const isOther = membershipIn(others, budget);
  return items.filter((item) => !isOther(item));
};

export const collectionDefinitions = [
  define(".size", ["list"], "int", (items) => BigInt(items.length)),
  define(".size", ["set"], "int", ({ items }) => BigInt(items.length)),
  define(".size", ["map"], "int", (map, budget) => BigInt(keysOf(map, budget).length)),
  ...comparing("hasAll", hasAll),
  ...comparing("hasAny", hasAny),
  ...comparing("hasOnly", hasOnly),
  define(".hasAll", ["found", "list"], "bool", (found, others, budget) => {
    checkIsList(found);
    return others.every((one) => foundHas(found, one, budget));
  }),
  define(".hasAny", ["found", "list"], "bool", (found, others, budget) => {
    if (others.some((one) => hasForCertain(found, one, budget))) return true;
    throw noValue;
  }),
  define(".concat", ["list", "list"], "list", (items, others) => [...items, ...others]),
  define(".removeAll", ["list", "list"], "list", without),
  define(".join", ["list", "string"], "string", (items, separator, budget) => {
    if (!items.every((item) => typeof item === "string")) throw noValue;
    const length = items.reduce((sum, item) => sum + item.length + separator.length, 0);
    budget.spend(length / 100);
    return items.join(separator);
  }),
  define("[:]", ["list", "int", "int"], "list", (items, from, to) => {
    if (from < 0n || from > to || to > items.length) throw noValue;
    return items.slice(Number(from), Number(to));
  }),
  define(".toSet", ["list"], "set", (items, budget) => {
    if (items.every((item) => typeof item === "string")) return setOf([...new Set(items)]);
    const kept: ServiceValue[] = [];
    for (const item of items) if (!includes(kept, item, budget)) kept.push(item);
    return setOf(kept);
  }),
  combining("difference", without),
  combining("intersection", (one, other, budget) => one.filter(membershipIn(other, budget))),
  combining("union", (one, other, budget) => [...one, ...without(other, one, budget)]),
  define(".keys", ["map"], "list", (map, budget) => keysOf(map, budget)),
  define(".values", ["map"], "list", (map, budget) =>
    keysOf(map, budget).map((key) => valueAt(map, key, budget) as ServiceValue),
  ),
  define(".get", ["map", "any", "any"], "any", getOr),
  define(".diff", ["map", "map"], "map_diff", differenceOf),
  define(".addedKeys", ["map_diff"], "set", ({ added }) => setOf(added)),
  define(".removedKeys", ["map_diff"], "set", ({ removed }) => setOf(removed)),
  define(".changedKeys", ["map_diff"], "set", ({ changed }) => setOf(changed)),
  define(".unchangedKeys", ["map_diff"], "set", ({ unchanged }) => setOf(unchanged)),
  define(".affectedKeys", ["map_diff"], "set", ({ added, removed, changed }) =>
    setOf([...added, ...removed, ...changed]),
  ),
];

/** A set is compared with a list or a set, a list with a list. */
function comparing(name: string, compare: Compare) {
  return [
    define(`.${name}`, ["list", "list"], "bool", compare),
    define(`.${name}`, ["set", "any"], "bool", ({ items }, others, budget) =>
      compare(items, itemsOf(others), budget),
    ),
  ];
}

function combining(name: string, combine: Combine) {
  return define(`.${name}`, ["set", "set"], "set", (one, other, budget) =>
    setOf(combine(one.items, other.items, budget)),
  );
}

function setOf(items: Items): ServiceSet {
  return { type: "set", items };
}

/** What a query finds may be no list: then all methods of lists have no value. */
function checkIsList(found: FoundValue): void {
  if (!foundHasType(found, "list")) throw noValue;
}

/** By one key, or by a list of keys that leads into maps. */
function getOr(
  value: ServiceValue,
  key: ServiceValue,
  otherwise: ServiceValue,
  budget: Budget,
): ServiceValue {
  let found = value;
  for (const part of isList(key) ? key : [key]) {
    if (typeof part !== "string") throw noValue;
    // Of what a query finds, it is not known whether it is a map.
    if (typeOf(found) === "found") throw noValue;
    const below = isMap(found) ? valueAt(found, part, budget) : undefined;
    if (below === undefined) return otherwise;
    found = below;
  }
  return found;
}
