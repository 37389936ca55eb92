import { deleteApp, initializeApp } from "firebase/app";
import { type DataSnapshot, getDatabase, goOffline, onValue, ref, set } from "firebase/database";
import { expect, test } from "vitest";
import { hashOf } from "./hash.ts";
import { newValueLimits, parseValue } from "./parse-value.ts";
import { seededRandom } from "./testing/random.ts";

/** The SDK's own node, by which a snapshot hashes. */
type Hashed = DataSnapshot & { _node: { hash(): string } };

/** What the SDK makes of values that are set; it never connects. */
function openOfflineSdk() {
  const app = initializeApp({ databaseURL: "http://localhost:1?ns=none" }, "hash.test");
  const db = getDatabase(app);
  goOffline(db);
  let told: DataSnapshot | undefined;
  onValue(ref(db, "n"), (snapshot) => (told = snapshot));
  return {
    hash(json: unknown): string {
      // Offline it is never acknowledged, and told at once.
      void set(ref(db, "n"), json);
      return (told as Hashed)._node.hash();
    },
    [Symbol.asyncDispose]: () => deleteApp(app),
  };
}

const ourHash = (json: unknown): string => hashOf(parseValue(json, [], newValueLimits()));

test("the hash of random values with priorities is the SDK's own", async () => {
  await using sdk = openOfflineSdk();
  const random = seededRandom(41);
  const priority = () =>
    random.pick([null, 0, -1, 2.5, 10, random.next(), "", "a", "10", random.key()]);
  function value(depth: number): unknown {
    if (depth === 0 || random.below(3) === 0) {
      const leaf = random.leaf();
      return random.below(2) === 0 ? leaf : { ".value": leaf, ".priority": priority() };
    }
    const object: Record<string, unknown> = {};
    for (let i = random.below(6); i > 0; i -= 1) object[random.key()] = value(depth - 1);
    if (random.below(2) === 0) object[".priority"] = priority();
    return object;
  }
  for (let i = 0; i < 2_000; i += 1) {
    const json = value(3);
    expect(ourHash(json), JSON.stringify(json)).toBe(sdk.hash(json));
  }
});

test("a priority, its type and the order that it gives are part of the hash", () => {
  const hashes = [
    1,
    { ".value": 1, ".priority": 1 },
    { ".value": 1, ".priority": "1" },
    { a: 1 },
    { a: 1, ".priority": 1 },
    { a: { ".value": 1, ".priority": 1 } },
  ].map(ourHash);
  expect(new Set(hashes).size).toBe(hashes.length);
  expect(ourHash({ ".priority": 1 })).toBe("");
});
