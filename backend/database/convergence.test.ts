/** Many clients write at once; whoever listened must have, in the end, exactly what is stored. */
import { deleteApp, initializeApp, setLogLevel } from "firebase/app";
import {
  type Database,
  type Query,
  forceWebSockets,
  get,
  getDatabase,
  increment,
  limitToLast,
  onValue,
  orderByChild,
  query,
  ref,
  runTransaction,
  serverTimestamp,
  set,
  setPriority,
  setWithPriority,
  update,
} from "firebase/database";
import { expect, test } from "vitest";
import type { DatabaseValue } from "../rules/index.ts";
import { openDatabase } from "./testing/open-database.ts";
import { seededRandom } from "./testing/random.ts";
import { childAt, toExportText, withChild, withoutPriorities } from "./value.ts";

forceWebSockets();
setLogLevel("error");

const RUNS = Number(process.env["FUZZ_RUNS"] ?? 4);
const FIRST_SEED = Number(process.env["FUZZ_SEED"] ?? 1);
const KEYS = ["a", "b", "1", "2", "10", "x"];

async function writeSomething(
  db: Database,
  random: ReturnType<typeof seededRandom>,
): Promise<unknown> {
  const path = () => Array.from({ length: 1 + random.below(3) }, () => random.pick(KEYS)).join("/");
  const value = () =>
    random.pick([null, random.leaf(), random.value(2), serverTimestamp(), increment(1)]);
  const priority = random.pick([null, 0, 2, "a"]);
  const kind = random.below(8);
  if (kind === 0) {
    const [one, two] = [random.pick(KEYS), random.pick(KEYS)];
    const below = `${two}/${random.pick(KEYS)}`;
    return update(ref(db), one === two ? { [one]: value() } : { [one]: value(), [below]: value() });
  }
  if (kind === 1)
    return runTransaction(ref(db, path()), (n) => (typeof n === "number" ? n + 1 : 1));
  if (kind === 2) return setPriority(ref(db, path()), priority);
  if (kind === 3) return setWithPriority(ref(db, path()), value(), priority);
  return set(ref(db, path()), value());
}

for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) {
  test(`all listeners converge on what is stored, and so do the announced commits (seed ${seed})`, async () => {
    const random = seededRandom(seed);
    await using server = await openDatabase();
    await server.admin("PUT", "", random.value(3));
    const before = (await server.admin("GET", "")).body as DatabaseValue;
    server.commits.length = 0;
    const apps = [1, 2, 3, 4].map((n) =>
      initializeApp({ projectId: "foyer", databaseURL: server.url() }, `${seed}-${n}`),
    );
    const [one, two, listening, filtering] = apps.map((app) => getDatabase(app)) as [
      Database,
      Database,
      Database,
      Database,
    ];
    const latest = new Map<string, unknown>();
    const keep = (name: string, target: Query) =>
      onValue(target, (snapshot) => void latest.set(name, snapshot.exportVal()));
    for (const path of ["a", "b/1", "x/x/x", "1", "10/a"]) keep(path, ref(listening, path));
    const last = query(ref(filtering, "a"), orderByChild("b"), limitToLast(2));
    keep("last two", last);
    keep("a/1", ref(one, "a/1"));
    for (let round = 0; round < 60; round += 1) {
      void writeSomething(one, random).catch(() => {});
      // oxlint-disable-next-line no-await-in-loop
      await writeSomething(two, random).catch(() => {});
    }
    // Each connection is told of its marker after all that came before it.
    for (const db of [one, two, listening, filtering]) {
      // oxlint-disable-next-line no-await-in-loop
      await set(ref(db, "marker"), true);
    }
    const fresh = initializeApp({ projectId: "foyer", databaseURL: server.url() }, `${seed}-5`);
    const at = async (path: string) =>
      (await get(ref(getDatabase(fresh), path))).exportVal() as unknown;
    for (const path of ["a", "b/1", "x/x/x", "1", "10/a", "a/1"]) {
      // oxlint-disable-next-line no-await-in-loop
      expect({ path, value: latest.get(path) }).toEqual({ path, value: await at(path) });
    }
    const stored = await at("/");
    const window = await new Promise((resolve) => {
      const target = query(ref(getDatabase(fresh), "a"), orderByChild("b"), limitToLast(2));
      onValue(target, (snapshot) => resolve(snapshot.exportVal()), { onlyOnce: true });
    });
    expect(latest.get("last two")).toEqual(window);
    let replayed: DatabaseValue = toTree(before);
    for (const { writes } of server.commits) {
      for (const { path, value } of writes) {
        replayed = withChild(replayed, path.split("/").filter(Boolean), value);
      }
    }
    // They are announced without priorities.
    const announced = withoutPriorities(stored as DatabaseValue);
    expect(JSON.parse(toExportText(replayed))).toEqual(JSON.parse(toExportText(announced)));
    expect(childAt(replayed, ["marker"])).toBe(true);
    await Promise.all([...apps, fresh].map((app) => deleteApp(app)));
  }, 60_000);
}

/** From what REST answers, with arrays, to objects. */
function toTree(json: unknown): DatabaseValue {
  if (typeof json !== "object" || json === null) return json as DatabaseValue;
  let tree: DatabaseValue = null;
  for (const [key, child] of Object.entries(json)) tree = withChild(tree, [key], toTree(child));
  return tree;
}
