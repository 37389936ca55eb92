/** Requests with deep, huge and malicious values against random rules: an answer each time, and no error. */
import type { FirestoreFields, FirestoreValue } from "#lib/firestore-value.ts";
import { compileDatabaseRules, compileFirestoreRules, compileStorageRules } from "../index.ts";
import type { DatabaseValue } from "../database/types.ts";
import type { RulesAuth, RulesFile } from "../types.ts";
import { isTaken } from "./compare-database.ts";
import { listQuery } from "./list-query.ts";
import { randomPath, randomRules } from "./random-database.ts";
import { viciousKeys } from "./random-expression.ts";
import { randomService } from "./random-service.ts";
import { seededRandom, type Random } from "../../../tests/support/seeded-random.ts";
import { noLookups, nowMs, treeView, writeRequest } from "./trees.ts";

const requestsOfFile = 6;

const texts = [
  () => "a".repeat(20_000),
  () => "(a|a)*".repeat(100),
  () => "(".repeat(900),
  () => "\u{1f600}".repeat(5_000),
  () => "\ud800",
  () => "\u0000/..//__proto__",
  () => "9".repeat(400),
];

/** @returns how many were granted */
export function askHostileService(service: "firestore" | "storage", seed: number): number {
  const random = seededRandom(seed);
  const source = { file: "random.rules", text: randomService(random, service) };
  const ask = { firestore: openFirestore, storage: openStorage }[service](source, random);
  return Array.from({ length: requestsOfFile }, ask).filter(Boolean).length;
}

function openFirestore(source: { file: string; text: string }, random: Random): () => boolean {
  const rules = compileFirestoreRules(source);
  return () => {
    const path = hostilePath(random);
    const asked = { auth: hostileCaller(random), nowMs };
    if (random.below(3) === 0) {
      const query = listQuery({
        where: [[random.pick(["string", "map.a", "__proto__"]), "==", random.pick(texts)()]],
      });
      const collection = path.split("/").slice(0, -1).join("/");
      const allDescendants = random.below(2) === 0;
      return rules.allows(
        { ...asked, method: "list", path: collection, allDescendants, query },
        noLookups,
      );
    }
    const [resource, newResource] = [hostileFields(random), hostileFields(random)].map(
      (fields) => ({
        path,
        fields,
      }),
    ) as [{ path: string; fields: FirestoreFields }, { path: string; fields: FirestoreFields }];
    return rules.allows({ ...asked, method: "update", path, resource, newResource }, noLookups);
  };
}

function openStorage(source: { file: string; text: string }, random: Random): () => boolean {
  const rules = compileStorageRules(source);
  return () => {
    const name = random.pick([hostilePath(random), "", "/", "a//b", "c/", "/c/a"]);
    const metadata = Object.fromEntries(
      [...viciousKeys, "string", "map"].map((key) => [key, random.pick(texts)()]),
    );
    const file: RulesFile = {
      name,
      bucket: "b",
      size: Number.MAX_VALUE,
      contentType: null,
      metadata,
    };
    const method = random.pick(["get", "list", "create", "update", "delete"] as const);
    const asked = { auth: hostileCaller(random), nowMs, method, bucket: "b", name };
    return rules.allows({ ...asked, resource: file, newResource: file }, noLookups);
  };
}

/** @returns how many were granted */
export function askHostileDatabase(seed: number): number {
  const random = seededRandom(seed);
  const text = JSON.stringify({ rules: randomRules(random, isTaken) });
  const rules = compileDatabaseRules({ file: "random.json", text });
  let granted = 0;
  for (let count = 0; count < requestsOfFile; count += 1) {
    const auth = hostileCaller(random);
    const tree = hostileTree(random);
    const path = [...randomPath(random), ...(random.below(4) === 0 ? hostileKeys(random) : [])];
    const write = { [path.join("/")]: hostileTree(random) };
    const read = { auth, nowMs, path, root: treeView(tree), query: null };
    if (rules.allowsRead(read)) granted += 1;
    if (rules.allowsWrite(writeRequest(auth, tree, write))) granted += 1;
  }
  return granted;
}

function hostilePath(random: Random): string {
  const ids = ["..", ".", "é", "%2F", "a".repeat(1_500), "\u{1f600}", ...viciousKeys];
  const length = random.pick([2, 4, 4, 100]);
  const rest = Array.from({ length: length - 2 }, (_, at) =>
    at % 2 === 0 ? "d" : random.pick(ids),
  );
  return [random.pick(["c", "c", "e"]), random.pick(ids), ...rest].join("/");
}

function hostileCaller(random: Random): RulesAuth {
  let deep: unknown = "end";
  for (let level = 0; level < 2_000; level += 1) deep = level % 2 === 0 ? { a: deep } : [deep];
  const token = Object.fromEntries([
    ...viciousKeys.map((key) => [
      key,
      random.pick<unknown>([deep, null, 1e308, random.pick(texts)()]),
    ]),
    ["map", deep],
    ["list", random.pick<unknown>([deep, Array.from({ length: 2_000 }, (_, at) => at)])],
    ["string", random.pick(texts)()],
    ["int", random.pick<unknown>([Number.MAX_SAFE_INTEGER, 1e300, -0, "1"])],
  ]) as Record<string, unknown>;
  return random.below(6) === 0 ? null : { uid: random.pick(texts)(), token };
}

function hostileFields(random: Random): FirestoreFields {
  let deep: FirestoreValue = { nullValue: null };
  for (let level = 0; level < 500; level += 1) {
    deep =
      level % 2 === 0 ? { arrayValue: { values: [deep] } } : { mapValue: { fields: { a: deep } } };
  }
  const wide = {
    arrayValue: { values: Array.from({ length: 2_000 }, (_, at) => ({ integerValue: `${at}` })) },
  };
  const many = Object.fromEntries(
    Array.from({ length: 2_000 }, (_, at) => [`k${at}`, { booleanValue: true }]),
  );
  const fields: [string, FirestoreValue][] = [
    ["map", random.pick<FirestoreValue>([deep, { mapValue: { fields: many } }])],
    ["list", random.pick<FirestoreValue>([deep, wide])],
    ["string", { stringValue: random.pick(texts)() }],
    ["int", { integerValue: "-9223372036854775808" }],
    ["float", { doubleValue: random.pick(["NaN", "Infinity", 1e308]) }],
    ["__proto__", deep],
  ];
  return Object.fromEntries(fields);
}

function hostileKeys(random: Random): string[] {
  return Array.from({ length: 30 }, () =>
    random.pick(["a", "b", "\u{1f600}".repeat(100), ...viciousKeys]),
  );
}

function hostileTree(random: Random): DatabaseValue {
  let deep: DatabaseValue = random.pick<DatabaseValue>([random.pick(texts)(), 1e308, true]);
  for (const key of hostileKeys(random)) deep = Object.fromEntries([[key, deep]]);
  const wide = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`k${at}`, at]));
  const leaf = random.pick(texts)();
  return Object.fromEntries(
    ["a", "b", "c", "__proto__", "constructor"].map((key) => [
      key,
      random.pick([deep, wide, leaf]),
    ]),
  );
}
