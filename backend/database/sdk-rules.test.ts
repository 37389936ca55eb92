/** Rules that look at the query and at priorities, through the SDK and REST. */
import { setLogLevel } from "firebase/app";
import {
  type Database,
  type Query,
  child,
  connectDatabaseEmulator,
  endAt,
  endBefore,
  equalTo,
  forceWebSockets,
  get,
  limitToFirst,
  limitToLast,
  onChildAdded,
  onValue,
  orderByChild,
  orderByKey,
  orderByPriority,
  orderByValue,
  query,
  ref,
  runTransaction,
  set,
  setPriority,
  setWithPriority,
  startAfter,
  startAt,
  update,
} from "firebase/database";
import { expect, test } from "vitest";
import { codeOf, openModelClient, watch } from "./testing/model-client.ts";
import { openDatabase } from "./testing/open-database.ts";

forceWebSockets();
// It prints each refusal.
setLogLevel("silent");

const RULES = {
  rules: {
    baskets: {
      ".read": "auth.uid != null && query.orderByChild == 'owner' && query.equalTo == auth.uid",
      ".indexOn": "owner",
    },
    log: { ".read": "query.orderByKey && query.limitToLast <= 2" },
    times: {
      ".read": "query.orderByChild == 'at' && query.startAt >= 10 && query.limitToFirst <= 3",
      ".indexOn": "at",
    },
    plain: { ".read": "query.orderByKey && query.limitToFirst == null" },
    byValue: { ".read": "query.orderByValue" },
    ranks: { ".read": "query.orderByPriority && query.endAt <= 5" },
    open: { ".read": "root.child('door').val() == true && query.limitToFirst <= 2" },
    count: { ".read": "query.orderByKey", ".write": true },
  },
};
const DATA = {
  baskets: { a: { owner: "ann", n: 1 }, b: { owner: "bob", n: 2 }, c: { owner: "ann", n: 3 } },
  log: { k1: 1, k2: 2, k3: 3 },
  times: { a: { at: 5 }, b: { at: 10 }, c: { at: 20 } },
  plain: { a: 1 },
  byValue: "leaf",
  ranks: { a: { ".value": 1, ".priority": 5 }, b: { ".value": 2, ".priority": 6 } },
  open: { a: 1, b: 2, c: 3 },
  door: true,
};

/** A token as the SDK reads it; the server knows it by its text. */
const ANN = `${btoa("{}")}.${btoa('{"iat":1,"sub":"ann"}')}.x`;

async function openRules() {
  const server = await openDatabase({
    rules: RULES,
    clients: { [ANN]: { uid: "ann", token: {} } },
  });
  const client = openModelClient(server.url());
  const { hostname, port } = new URL(server.origin());
  connectDatabaseEmulator(client.db, hostname, Number(port), { mockUserToken: ANN });
  await server.admin("PUT", "", DATA);
  return {
    server,
    db: client.db,
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

const asked: [string, (db: Database) => Query, unknown][] = [
  [
    "own baskets",
    (db) => query(ref(db, "baskets"), orderByChild("owner"), equalTo("ann")),
    {
      a: { owner: "ann", n: 1 },
      c: { owner: "ann", n: 3 },
    },
  ],
  [
    "the first own basket",
    (db) => query(ref(db, "baskets"), orderByChild("owner"), equalTo("ann"), limitToFirst(1)),
    { a: { owner: "ann", n: 1 } },
  ],
  [
    "one own basket",
    (db) => query(ref(db, "baskets"), orderByChild("owner"), equalTo("ann", "c")),
    { c: { owner: "ann", n: 3 } },
  ],
  [
    "another's baskets",
    (db) => query(ref(db, "baskets"), orderByChild("owner"), equalTo("bob")),
    "refused",
  ],
  [
    "baskets from ann on",
    (db) => query(ref(db, "baskets"), orderByChild("owner"), startAt("ann")),
    "refused",
  ],
  [
    "baskets by number",
    (db) => query(ref(db, "baskets"), orderByChild("n"), equalTo("ann")),
    "refused",
  ],
  ["baskets in order", (db) => query(ref(db, "baskets"), orderByChild("owner")), "refused"],
  ["all baskets", (db) => ref(db, "baskets"), "refused"],
  ["a basket", (db) => ref(db, "baskets/a"), "refused"],
  [
    "a part of another's basket",
    (db) => query(ref(db, "baskets/b"), orderByChild("owner"), equalTo("ann")),
    "refused",
  ],
  [
    "the last of the log",
    (db) => query(ref(db, "log"), orderByKey(), limitToLast(2)),
    { k2: 2, k3: 3 },
  ],
  [
    "the last of the log before one",
    (db) => query(ref(db, "log"), orderByKey(), endBefore("k3"), limitToLast(2)),
    { k1: 1, k2: 2 },
  ],
  ["too much of the log", (db) => query(ref(db, "log"), orderByKey(), limitToLast(3)), "refused"],
  ["the first of the log", (db) => query(ref(db, "log"), orderByKey(), limitToFirst(2)), "refused"],
  ["the log by priority", (db) => query(ref(db, "log"), limitToLast(2)), "refused"],
  [
    "times from ten on",
    (db) => query(ref(db, "times"), orderByChild("at"), startAt(10), limitToFirst(3)),
    { b: { at: 10 }, c: { at: 20 } },
  ],
  [
    "times after ten",
    (db) => query(ref(db, "times"), orderByChild("at"), startAfter(10), limitToFirst(3)),
    { c: { at: 20 } },
  ],
  [
    "times from nine on",
    (db) => query(ref(db, "times"), orderByChild("at"), startAt(9), limitToFirst(3)),
    "refused",
  ],
  [
    "all times from ten on",
    (db) => query(ref(db, "times"), orderByChild("at"), startAt(10)),
    "refused",
  ],
  ["all of it", (db) => ref(db, "plain"), { a: 1 }],
  ["values in no order", (db) => ref(db, "byValue"), "refused"],
  ["low ranks", (db) => query(ref(db, "ranks"), orderByPriority(), endAt(5)), { a: 1 }],
  ["low ranks, without naming the order", (db) => query(ref(db, "ranks"), endAt(5)), { a: 1 }],
  ["higher ranks", (db) => query(ref(db, "ranks"), orderByPriority(), endAt(6)), "refused"],
];

test("get and listens are allowed and refused by what they ask for", async () => {
  await using at = await openRules();
  for (const [name, queryOf, expected] of asked) {
    const listened = new Promise((resolve, reject) => {
      onValue(queryOf(at.db), (snapshot) => resolve(snapshot.val()), reject, { onlyOnce: true });
    });
    // One after the other: what one of them knows must not answer the next.
    // oxlint-disable-next-line no-await-in-loop
    expect([name, await listened.catch(refusedOf)]).toEqual([name, expected]);
    // oxlint-disable-next-line no-await-in-loop
    const got = await get(queryOf(at.db)).then((snapshot) => snapshot.val() as unknown, refusedOf);
    expect([name, got]).toEqual([name, expected]);
  }
});

test("get tells the rules the order also of all data; a listen to all data has none", async () => {
  await using at = await openRules();
  const byValue = query(ref(at.db, "byValue"), orderByValue());
  expect((await get(byValue)).val()).toBe("leaf");
  await expect(get(query(ref(at.db, "byValue"), orderByChild("x")))).rejects.toThrow("denied");
  const listened = new Promise((resolve, reject) => onValue(byValue, resolve, reject));
  expect(await codeOf(listened)).toBe("PERMISSION_DENIED");
});

function refusedOf(error: Error): string {
  return /permission.denied/i.test(error.message) ? "refused" : error.message;
}

test("REST reads are allowed and refused by what they ask for", async () => {
  await using at = await openRules();
  const cases: [string, number][] = [
    ['baskets?orderBy="owner"&equalTo="ann"', 200],
    ['baskets?orderBy="owner"&equalTo="bob"', 401],
    ['baskets?orderBy="owner"&startAt="ann"&endAt="b"', 401],
    ["baskets", 401],
    ["baskets?shallow=true", 401],
    ['log?orderBy="$key"&limitToLast=2', 200],
    ['log?orderBy="$key"&limitToLast=3', 401],
    ['log?orderBy="$key"', 401],
    ['times?orderBy="at"&startAt=10&limitToFirst=3', 200],
    ['times?orderBy="at"&startAt=9&limitToFirst=3', 401],
    ["plain", 200],
    ["plain?shallow=true", 200],
    ['plain?orderBy="$priority"', 401],
  ];
  for (const [path, status] of cases) {
    const [name, search = ""] = path.split("?");
    // oxlint-disable-next-line no-await-in-loop
    const answer = await at.server.rest(
      "GET",
      `${name}?auth=${ANN}&${search.replaceAll('"', "%22")}`,
    );
    expect([path, answer.status]).toEqual([path, status]);
  }
  const visitor = await at.server.rest("GET", 'baskets?orderBy="owner"&equalTo=null');
  expect(visitor.status).toBe(401);
});

test("REST streams are allowed and refused by what they ask for", async () => {
  await using at = await openRules();
  const open = (search: string) =>
    at.server.service.fetch(
      new Request(`http://test/log.json?${search}`, { headers: { accept: "text/event-stream" } }),
      { client: "10.0.0.1", origin: at.server.origin() },
    );
  const allowed = await open("orderBy=%22$key%22&limitToLast=1");
  expect(allowed.status).toBe(200);
  await allowed.body?.cancel();
  expect((await open("orderBy=%22$key%22&limitToLast=3")).status).toBe(401);
  expect((await open("")).status).toBe(401);
});

test("a window goes on as it was allowed, and ends with the right to it, though nothing in it changes", async () => {
  await using at = await openRules();
  const keys: (string | null)[] = [];
  const two = query(ref(at.db, "open"), limitToFirst(2));
  const added = new Promise<Error>((resolve) => {
    onChildAdded(two, ({ key }) => void keys.push(key), resolve);
  });
  const values = new Promise<Error>((resolve) => onValue(two, () => {}, resolve));
  const seen = watch(two);
  await seen.until((value) => value !== null);
  await at.server.admin("PUT", "open/a", null);
  expect(await seen.until((value) => JSON.stringify(value) === '{"b":2,"c":3}')).toBeTruthy();
  expect(keys).toEqual(["a", "b", "c"]);
  await at.server.admin("PUT", "door", false);
  for (const error of await Promise.all([added, values])) {
    expect((error as { code?: string }).code).toBe("PERMISSION_DENIED");
  }
  await at.server.admin("PUT", "open/b", "secret");
  expect(JSON.stringify(seen.seen)).not.toContain("secret");
});

test("a transaction reads all of its node", async () => {
  await using at = await openRules();
  const add = (n: number | null) => (n ?? 0) + 1;
  expect((await runTransaction(ref(at.db, "count"), add)).snapshot.val()).toBe(1);
  expect(await codeOf(runTransaction(ref(at.db, "log/k1"), add))).toBeDefined();
});

test("rules see the priority that a write leaves", async () => {
  await using server = await openDatabase({
    rules: {
      rules: {
        ".read": true,
        ranked: { $id: { ".write": "!newData.exists() || newData.getPriority() > 0" } },
        rising: {
          ".write": true,
          $id: {
            ".validate": "data.getPriority() == null || newData.getPriority() > data.getPriority()",
          },
        },
        plain: { ".write": true, ".validate": "newData.getPriority() == null" },
      },
    },
  });
  await using a = openModelClient(server.url());
  const at = (path: string) => ref(a.db, path);
  const cases: [string, () => Promise<void>, string | undefined][] = [
    ["a value with a priority", () => setWithPriority(at("ranked/a"), 1, 5), undefined],
    ["with a wrong one", () => setWithPriority(at("ranked/b"), 1, -5), "PERMISSION_DENIED"],
    ["without one", () => set(at("ranked/a"), 2), "PERMISSION_DENIED"],
    ["another priority", () => setPriority(at("ranked/a"), 6), undefined],
    ["no priority", () => setPriority(at("ranked/a"), null), "PERMISSION_DENIED"],
    ["a priority as text", () => setPriority(at("ranked/a"), "6"), "PERMISSION_DENIED"],
    ["children, which keep it", () => update(at("ranked/a"), { x: 1, y: 2 }), undefined],
    ["a child", () => set(child(at("ranked/a"), "x"), 2), undefined],
    [
      "all children anew, which loses it",
      () => update(at("ranked/a"), { x: null, y: null, z: 1 }),
      "PERMISSION_DENIED",
    ],
    ["a delete", () => set(at("ranked/a"), null), undefined],
    ["a first rank", () => setWithPriority(at("rising/a"), 1, 5), undefined],
    ["a higher rank", () => setPriority(at("rising/a"), 6), undefined],
    ["the same rank", () => setPriority(at("rising/a"), 6), "PERMISSION_DENIED"],
    ["a value without rank", () => set(at("rising/a"), 2), "PERMISSION_DENIED"],
    ["a plain value", () => set(at("plain"), { a: { ".value": 1, ".priority": 3 } }), undefined],
    ["a value that has one", () => setWithPriority(at("plain"), 1, "x"), "PERMISSION_DENIED"],
  ];
  for (const [name, write, code] of cases) {
    // oxlint-disable-next-line no-await-in-loop
    expect([name, await codeOf(write())]).toEqual([name, code]);
  }
});
