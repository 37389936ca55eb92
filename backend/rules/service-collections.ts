/** Methods of lists, sets, maps and differences of maps in Firestore and Storage rules. */
import { holds, noValue } from "./evaluation.ts";
import { foundHas, foundHasType, type FoundValue } from "./found-value.ts";
import { define } from "./service-definition.ts";
import { differenceOf, includes } from "./service-equality.ts";
import type { Budget } from "./service-run.ts";
import {
  isList,
  isMap,
  itemsOf,
  type ServiceSet,
  type ServiceValue,
  typeOf,
} from "./service-value.ts";

type Items = readonly ServiceValue[];
type Compare = (items: Items, others: Items) => boolean;
type Combine = (items: Items, others: Items) => Items;

const hasAll: Compare = (items, others) => others.every((one) => includes(items, one));
const hasAny: Compare = (items, others) => others.some((one) => includes(items, one));
const hasOnly: Compare = (items, others) => items.every((one) => includes(others, one));

export const collectionDefinitions = [
  define(".size", ["list"], "int", (items) => BigInt(items.length)),
  define(".size", ["set"], "int", ({ items }) => BigInt(items.length)),
  define(".size", ["map"], "int", (map) => BigInt(map.keys().length)),
  ...comparing("hasAll", hasAll),
  ...comparing("hasAny", hasAny),
  ...comparing("hasOnly", hasOnly),
  define(".hasAll", ["found", "list"], "bool", (found, others) => {
    checkIsList(found);
    return others.every((one) => foundHas(found, one));
  }),
  define(".hasAny", ["found", "list"], "bool", (found, others) => {
    if (others.some((one) => holds(() => foundHas(found, one)))) return true;
    throw noValue;
  }),
  define(".concat", ["list", "list"], "list", (items, others) => [...items, ...others]),
  define(".removeAll", ["list", "list"], "list", (items, others, budget) => {
    spendPairs(budget, items, others);
    return items.filter((item) => !includes(others, item));
  }),
  define(".join", ["list", "string"], "string", (items, separator, budget) => {
    if (!items.every((item) => typeof item === "string")) throw noValue;
    const length = items.reduce((sum, item) => sum + item.length + separator.length, 0);
    budget.spend(Math.ceil(length / 100));
    return items.join(separator);
  }),
  define("[:]", ["list", "int", "int"], "list", (items, from, to) => {
    if (from < 0n || from > to || to > items.length) throw noValue;
    return items.slice(Number(from), Number(to));
  }),
  define(".toSet", ["list"], "set", (items, budget) => {
    spendPairs(budget, items, items);
    return setOf(items.filter((item, index) => !includes(items.slice(0, index), item)));
  }),
  combining("difference", (one, other) => one.filter((item) => !includes(other, item))),
  combining("intersection", (one, other) => one.filter((item) => includes(other, item))),
  combining("union", (one, other) => [...one, ...other.filter((item) => !includes(one, item))]),
  define(".keys", ["map"], "list", (map) => map.keys()),
  define(".values", ["map"], "list", (map) =>
    map.keys().map((key) => map.get(key) as ServiceValue),
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
    define(`.${name}`, ["list", "list"], "bool", (items, others, budget) => {
      spendPairs(budget, items, others);
      return compare(items, others);
    }),
    define(`.${name}`, ["set", "any"], "bool", ({ items }, given, budget) => {
      const others = itemsOf(given);
      spendPairs(budget, items, others);
      return compare(items, others);
    }),
  ];
}

function combining(name: string, combine: Combine) {
  return define(`.${name}`, ["set", "set"], "set", (one, other, budget) => {
    spendPairs(budget, one.items, other.items);
    return setOf(combine(one.items, other.items));
  });
}

const pairsPerStep = 50;

function spendPairs(budget: Budget, items: Items, others: Items): void {
  const pairs = items.length + others.length + items.length * others.length;
  budget.spend(Math.ceil(pairs / pairsPerStep));
}

function setOf(items: Items): ServiceSet {
  return { type: "set", items };
}

/** What a query finds may be no list: then all methods of lists have no value. */
function checkIsList(found: FoundValue): void {
  if (!foundHasType(found, "list")) throw noValue;
}

/** By one key, or by a list of keys that leads into maps. */
function getOr(value: ServiceValue, key: ServiceValue, otherwise: ServiceValue): ServiceValue {
  let found = value;
  for (const part of isList(key) ? key : [key]) {
    if (typeof part !== "string") throw noValue;
    // Of what a query finds, it is not known whether it is a map.
    if (typeOf(found) === "found") throw noValue;
    const below = isMap(found) ? found.get(part) : undefined;
    if (below === undefined) return otherwise;
    found = below;
  }
  return found;
}
