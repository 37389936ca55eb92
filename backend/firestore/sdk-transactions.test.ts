/** The unmodified Lite SDK against the service: transactions, which it does by itself with preconditions. */
import {
  type Firestore,
  Transaction,
  collection,
  deleteDoc,
  deleteField,
  doc,
  getDoc,
  getDocs,
  increment,
  runTransaction,
  serverTimestamp,
  setDoc,
  setLogLevel,
  updateDoc,
} from "firebase/firestore/lite";
import { afterAll, expect, test } from "vitest";
import { openSdk, refusalOf } from "./testing/open-sdk.ts";
import { shortenTimersOfSdk } from "./testing/shorten-timers.ts";

setLogLevel("silent");

const timers = shortenTimersOfSdk();
const sdk = await openSdk();
afterAll(async () => {
  await sdk[Symbol.asyncDispose]();
  timers[Symbol.dispose]();
});

const CLIENTS = 10;
/** tests/reliability has many more. */
const INCREMENTS = 20;

const dataOf = async (db: Firestore, path: string) => (await getDoc(doc(db, path))).data();

test("a transaction reads, then writes in every way, and gives what its function returns", async () => {
  const c = sdk.newRoot();
  const at = (id: string) => doc(sdk.db, c, id);
  await setDoc(at("old"), { n: 1, gone: 1 });
  await setDoc(at("dead"), {});
  const result = await runTransaction(sdk.db, async (transaction) => {
    expect(transaction).toBeInstanceOf(Transaction);
    const [old, none, dead] = await Promise.all(
      ["old", "none", "dead"].map((id) => transaction.get(at(id))),
    );
    expect([old?.exists(), none?.exists(), dead?.exists()]).toEqual([true, false, true]);
    transaction
      .update(at("old"), { n: old?.get("n") + 1, gone: deleteField() })
      .set(at("none"), { made: true, at: serverTimestamp() })
      .set(at("blind"), { a: { b: 1 } })
      .set(at("blind"), { a: { c: 1 } }, { merge: true })
      .set(at("blind"), { a: { b: 9, d: 1 } }, { mergeFields: ["a.d"] })
      .update(at("blind"), "a.e", increment(2))
      .delete(at("dead"));
    return "done";
  });
  expect(result).toBe("done");
  expect(await dataOf(sdk.db, `${c}/old`)).toEqual({ n: 2 });
  expect(await dataOf(sdk.db, `${c}/none`)).toMatchObject({ made: true });
  expect(await dataOf(sdk.db, `${c}/blind`)).toEqual({ a: { b: 1, c: 1, d: 1, e: 2 } });
  expect((await getDoc(at("dead"))).exists()).toBe(false);
});

test("when a document that it read is changed before it commits, it runs again with what is there now", async () => {
  const c = sdk.newRoot();
  const other = sdk.newClient();
  const ref = doc(sdk.db, `${c}/1`);
  await setDoc(ref, { n: 1 });
  const seen: number[] = [];
  await runTransaction(sdk.db, async (transaction) => {
    const n = (await transaction.get(ref)).get("n");
    seen.push(n);
    if (seen.length === 1) await updateDoc(doc(other, `${c}/1`), { n: 10 });
    transaction.update(ref, { n: n + 1 });
  });
  expect(seen).toEqual([1, 10]);
  expect(await dataOf(sdk.db, `${c}/1`)).toEqual({ n: 11 });
});

test("a document that it only read must not have changed either", async () => {
  const c = sdk.newRoot();
  const [read, written] = [doc(sdk.db, `${c}/read`), doc(sdk.db, `${c}/written`)];
  await setDoc(read, { n: 1 });
  let runs = 0;
  await runTransaction(sdk.db, async (transaction) => {
    const n = (await transaction.get(read)).get("n");
    runs += 1;
    if (runs === 1) await setDoc(read, { n: 2 });
    transaction.set(written, { n });
  });
  expect(runs).toBe(2);
  expect(await dataOf(sdk.db, `${c}/written`)).toEqual({ n: 2 });
});

test("one that was missing and is made, or was there and is deleted, makes it run again", async () => {
  const c = sdk.newRoot();
  const ref = doc(sdk.db, `${c}/1`);
  const found: boolean[] = [];
  await runTransaction(sdk.db, async (transaction) => {
    const snapshot = await transaction.get(ref);
    found.push(snapshot.exists());
    if (found.length === 1) await setDoc(ref, { made: "elsewhere" });
    if (found.length === 2) await deleteDoc(ref);
    transaction.set(ref, { runs: found.length });
  });
  expect(found).toEqual([false, true, false]);
  expect(await dataOf(sdk.db, `${c}/1`)).toEqual({ runs: 3 });
});

test("a write that changed nothing does not disturb it", async () => {
  const c = sdk.newRoot();
  const ref = doc(sdk.db, `${c}/1`);
  await setDoc(ref, { n: 1 });
  let runs = 0;
  await runTransaction(sdk.db, async (transaction) => {
    runs += 1;
    const n = (await transaction.get(ref)).get("n");
    await setDoc(ref, { n: 1 });
    transaction.set(ref, { n: n + 1 });
  });
  expect(runs).toBe(1);
});

test("it gives up after as many attempts as it may have, and has written nothing", async () => {
  const c = sdk.newRoot();
  const ref = doc(sdk.db, `${c}/1`);
  await setDoc(ref, { n: 0 });
  let runs = 0;
  const attempt = runTransaction(
    sdk.db,
    async (transaction) => {
      runs += 1;
      const n = (await transaction.get(ref)).get("n");
      await updateDoc(ref, { n: increment(1) });
      transaction.set(ref, { n: n + 100 });
    },
    { maxAttempts: 2 },
  );
  expect((await refusalOf(attempt)).code).toBe("failed-precondition");
  expect(runs).toBe(2);
  expect(await dataOf(sdk.db, `${c}/1`)).toEqual({ n: 2 });
});

test("an error of its function ends it at once, and a failed write undoes all of it", async () => {
  const c = sdk.newRoot();
  const ref = doc(sdk.db, `${c}/1`);
  let runs = 0;
  const thrown = runTransaction(sdk.db, async (transaction) => {
    runs += 1;
    transaction.set(ref, {});
    throw new Error("its own");
  });
  expect((await refusalOf(thrown)).message).toBe("its own");
  expect(runs).toBe(1);
  const failed = runTransaction(sdk.db, async (transaction) => {
    transaction.set(ref, {});
    transaction.update(doc(sdk.db, `${c}/none`), { a: 1 });
  });
  expect((await refusalOf(failed)).code).toBe("not-found");
  const late = runTransaction(sdk.db, async (transaction) => {
    transaction.set(ref, {});
    await transaction.get(ref);
  });
  expect((await refusalOf(late)).message).toMatch(/reads to be executed before all writes/);
  expect((await getDoc(ref)).exists()).toBe(false);
});

test("an update of a document that was read as missing is refused by the SDK", async () => {
  const c = sdk.newRoot();
  const ref = doc(sdk.db, `${c}/1`);
  const attempt = runTransaction(sdk.db, async (transaction) => {
    await transaction.get(ref);
    transaction.update(ref, { a: 1 });
  });
  expect((await refusalOf(attempt)).code).toBe("invalid-argument");
});

test("a transaction without writes is one too", async () => {
  const c = sdk.newRoot();
  const ref = doc(sdk.db, `${c}/1`);
  await setDoc(ref, { n: 1 });
  const read = await runTransaction(sdk.db, async (transaction) =>
    (await transaction.get(ref)).get("n"),
  );
  expect(read).toBe(1);
  expect(await runTransaction(sdk.db, async () => "nothing")).toBe("nothing");
});

test(`${INCREMENTS} increments of one document by ${CLIENTS} clients at once add up`, async () => {
  const c = sdk.newRoot();
  await setDoc(doc(sdk.db, `${c}/sum`), { n: 0 });
  let runs = 0;
  const work = Array.from({ length: CLIENTS }, async () => {
    const db = sdk.newClient();
    const ref = doc(db, `${c}/sum`);
    for (let i = 0; i < INCREMENTS / CLIENTS; i += 1) {
      await runTransaction(
        db,
        async (transaction) => {
          runs += 1;
          const n = (await transaction.get(ref)).get("n");
          transaction.update(ref, { n: n + 1, [`by${n}`]: i });
        },
        { maxAttempts: 1_000 },
      );
    }
  });
  await Promise.all(work);
  const data = (await dataOf(sdk.db, `${c}/sum`)) ?? {};
  expect(data["n"]).toBe(INCREMENTS);
  expect(Object.keys(data)).toHaveLength(INCREMENTS + 1);
  expect(runs).toBeGreaterThan(INCREMENTS);
});

test("money moved between accounts by many at once neither grows nor shrinks", async () => {
  const c = sdk.newRoot();
  const accounts = ["a", "b", "c", "d"];
  for (const id of accounts) await setDoc(doc(sdk.db, c, id), { n: 100 });
  const moves = Array.from({ length: 24 }, (_, index) => {
    const from = doc(sdk.db, c, accounts[index % 4] as string);
    const to = doc(sdk.db, c, accounts[(index * 3 + 1) % 4] as string);
    if (from.id === to.id) return Promise.resolve();
    return runTransaction(
      sdk.db,
      async (transaction) => {
        const [giver, taker] = [await transaction.get(from), await transaction.get(to)];
        transaction.update(from, { n: giver.get("n") - index });
        transaction.update(to, { n: taker.get("n") + index });
      },
      { maxAttempts: 100 },
    );
  });
  await Promise.all(moves);
  const all = await getDocs(collection(sdk.db, c));
  expect(all.docs.reduce((sum, one) => sum + one.get("n"), 0)).toBe(400);
  expect(all.docs.some((one) => one.get("n") !== 100)).toBe(true);
});
