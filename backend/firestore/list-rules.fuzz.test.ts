/**
 * Whatever rules allow to list, they allow to get: of each document that the query finds, naively looked for. The other
 * way round says nothing: a query may promise less than all that it finds has in common.
 */
import { expect, test } from "vitest";
import type { FirestoreFields, FirestoreValue } from "#lib/firestore-value.ts";
import { type Lookups, compileFirestoreRules } from "../rules/index.ts";
import { getAt, isNamePath, readFieldPath, setAt } from "./field-path.ts";
import { parseFields } from "./parse-value.ts";
import { toRulesQuery } from "./rules-query.ts";
import {
  type NaiveDocument,
  type WireFilter,
  type WireQuery,
  naiveQuery,
} from "./testing/naive-query.ts";
import { nameOf } from "./testing/open-documents.ts";
import { randomDocument, randomQuery } from "./testing/random-query.ts";
import { type WireLeaf, leavesOf, randomCondition } from "./testing/random-rule.ts";
import { type Random, seededRandom, valueNear } from "./testing/random-values.ts";

const runs = Number(process.env["FUZZ_RUNS"] ?? 1_000);
const first = Number(process.env["FUZZ_SEED"] ?? 1);

const nobody: Lookups = { get: () => null, getAfter: () => null };
const asked = { auth: { uid: "me", token: {} }, nowMs: Date.parse("2026-05-01T12:00:00Z") };

test(`what ${runs} random rules allow to list, they allow to get`, () => {
  const seen = { listed: 0, found: 0, documents: 0 };
  for (let seed = first; seed < first + runs; seed += 1) {
    const random = seededRandom(seed);
    const pool = Array.from({ length: 40 }, () => randomDocument(random));
    const query = inOneCollection(random, randomQuery(random, pool).query);
    const leaves = query.where === undefined ? [] : leavesOf(query.where);
    const rulesQuery = toRulesQuery(query);
    const documents = [...pool, ...pool.slice(0, 20).map((one) => fulfilling(random, one, leaves))];
    const found = naiveQuery(documents.map(inTheCollection), query);
    for (let round = 0; round < 6; round += 1) {
      const condition = randomCondition(random, leaves, random.below(4));
      const rules = compile(condition);
      const list = { ...asked, method: "list", path: "c", allDescendants: false } as const;
      if (!rules.allows({ ...list, query: rulesQuery }, nobody)) continue;
      seen.listed += 1;
      if (found.length > 0 && condition.includes("resource")) seen.found += 1;
      for (const document of found) {
        seen.documents += 1;
        const get = { ...asked, method: "get", path: document.path, resource: document } as const;
        if (rules.allows(get, nobody)) continue;
        const about = JSON.stringify({ query, rulesQuery, document }, null, 1);
        throw new Error(`seed ${seed}: listed, and not to be read, if ${condition}\n${about}`);
      }
    }
  }
  expect(seen.listed).toBeGreaterThan(runs / 2);
  expect(seen.found).toBeGreaterThan(runs / 4);
  expect(seen.documents).toBeGreaterThan(runs);
});

function compile(condition: string) {
  const text = `rules_version = '2'; service cloud.firestore { match /databases/{db}/documents {
    match /c/{id} { allow read: if ${condition}; } } }`;
  return compileFirestoreRules({ file: "random.rules", text });
}

/** What cuts a result short would only hide what it finds. */
function inOneCollection(random: Random, { where, orderBy }: WireQuery): WireQuery {
  return {
    from: [{ collectionId: "c" }],
    ...(where !== undefined && { where: random.below(2) === 0 ? where : narrowed(random, where) }),
    ...(orderBy !== undefined && { orderBy }),
  };
}

/** Asks one of the fields once more. */
function narrowed(random: Random, where: WireFilter): WireFilter {
  const leaf = random.pick(leavesOf(where));
  if (!("fieldFilter" in leaf) || leaf.fieldFilter.field.fieldPath === "__name__") return where;
  const value = different(random, leaf.fieldFilter.value);
  const ops = ["LESS_THAN", "LESS_THAN_OR_EQUAL", "GREATER_THAN", "GREATER_THAN_OR_EQUAL", "EQUAL"];
  const more = { fieldFilter: { ...leaf.fieldFilter, op: random.pick(ops), value } };
  return { compositeFilter: { op: "AND", filters: [where, more] } };
}

function inTheCollection({ path, fields }: NaiveDocument): NaiveDocument {
  const canonical = parseFields(JSON.parse(JSON.stringify(fields)), "fields");
  return { path: `c/${path.split("/").at(-1)}`, fields: canonical };
}

/** With values that the query may find, and others that are close to them or of another type and equal. */
function fulfilling(
  random: Random,
  document: NaiveDocument,
  leaves: readonly WireLeaf[],
): NaiveDocument {
  // Nothing can be put into a vector.
  const hasVector = JSON.stringify(document.fields).includes("__type__");
  const fields = hasVector ? {} : structuredClone(document.fields);
  for (const leaf of leaves) {
    if (!("fieldFilter" in leaf)) {
      put(fields, leaf, leaf.unaryFilter.op.endsWith("NULL") ? { nullValue: null } : nan);
      continue;
    }
    const { op, value } = leaf.fieldFilter;
    const one = op === "IN" || op === "ARRAY_CONTAINS_ANY" ? memberOf(random, value) : value;
    const near = random.below(2) === 0 ? otherSpelling(one) : different(random, one);
    const isMember = op.startsWith("ARRAY_CONTAINS") && !("arrayValue" in near);
    put(fields, leaf, isMember ? { arrayValue: { values: [{ integerValue: "7" }, near] } } : near);
  }
  return { ...document, fields };
}

/** Vectors stay as they are: not each map that is close to one can be stored. */
function different(random: Random, value: FirestoreValue): FirestoreValue {
  return JSON.stringify(value).includes("__type__") ? value : valueNear(random, value);
}

const nan: FirestoreValue = { doubleValue: "NaN" };

function put(fields: FirestoreFields, leaf: WireLeaf, value: FirestoreValue): void {
  const { field } = "fieldFilter" in leaf ? leaf.fieldFilter : leaf.unaryFilter;
  const path = readFieldPath(field.fieldPath, "field");
  const above = getAt(fields, path.slice(0, 1));
  if (isNamePath(path) || JSON.stringify(above ?? null).includes("__type__")) return;
  setAt(fields, path, value);
}

function memberOf(random: Random, list: FirestoreValue): FirestoreValue {
  const values = "arrayValue" in list ? (list.arrayValue.values ?? []) : [];
  return values.length === 0 ? list : random.pick(values);
}

/** What a query finds as equal, and rules tell apart: 5 and 5.0, 0 and -0.0. */
function otherSpelling(value: FirestoreValue): FirestoreValue {
  if ("integerValue" in value) {
    const double = Number(value.integerValue);
    if (BigInt(double) !== BigInt(value.integerValue)) return value;
    return { doubleValue: double === 0 ? "-0" : double };
  }
  if ("doubleValue" in value && Number.isSafeInteger(Number(value.doubleValue))) {
    return { integerValue: String(Number(value.doubleValue)) };
  }
  if ("arrayValue" in value) {
    const values = value.arrayValue.values ?? [];
    return { arrayValue: { values: values.map(otherSpelling) } };
  }
  if (!("mapValue" in value) || JSON.stringify(value).includes("__type__")) return value;
  const entries = Object.entries(value.mapValue.fields ?? {});
  return {
    mapValue: { fields: Object.fromEntries(entries.map(([k, v]) => [k, otherSpelling(v)])) },
  };
}

test("a rule that looks at a name finds it where the query names it", () => {
  const where: WireFilter = {
    fieldFilter: {
      field: { fieldPath: "__name__" },
      op: "IN",
      value: {
        arrayValue: {
          values: [nameOf("c/a"), nameOf("c/b")].map((referenceValue) => ({ referenceValue })),
        },
      },
    },
  };
  const query = toRulesQuery({ from: [{ collectionId: "c" }], where });
  const list = { ...asked, method: "list", path: "c", allDescendants: false, query } as const;
  expect(compile("id in ['a', 'b']").allows(list, nobody)).toBe(true);
  expect(compile("id in ['a', 'c']").allows(list, nobody)).toBe(false);
});
