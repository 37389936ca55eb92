/** The unmodified Lite SDK against the service: every way to write, and what it leaves. */
import {
  Bytes,
  FieldPath,
  Timestamp,
  addDoc,
  arrayRemove,
  arrayUnion,
  collection,
  deleteDoc,
  deleteField,
  doc,
  getDoc,
  getDocs,
  increment,
  maximum,
  minimum,
  orderBy,
  query,
  serverTimestamp,
  setDoc,
  setLogLevel,
  updateDoc,
  vector,
  writeBatch,
} from "firebase/firestore/lite";
import { afterAll, expect, test } from "vitest";
import { openSdk, refusalOf } from "./testing/open-sdk.ts";

setLogLevel("silent");

const sdk = await openSdk();
afterAll(() => sdk[Symbol.asyncDispose]());

async function dataOf(path: string): Promise<unknown> {
  return (await getDoc(doc(sdk.db, path))).data();
}

test("set replaces the whole document, another client sees it, delete removes it", async () => {
  const c = sdk.newRoot();
  const ref = doc(sdk.db, `${c}/1`);
  expect((await getDoc(ref)).exists()).toBe(false);
  await setDoc(ref, { a: 1, b: 2 });
  await setDoc(ref, { b: 3 });
  const other = sdk.newClient();
  expect((await getDoc(doc(other, `${c}/1`))).data()).toEqual({ b: 3 });
  await setDoc(ref, {});
  const empty = await getDoc(ref);
  expect([empty.exists(), empty.data()]).toEqual([true, {}]);
  await deleteDoc(doc(other, `${c}/1`));
  expect((await getDoc(ref)).exists()).toBe(false);
  // There is nothing to delete any more, which is no error.
  await deleteDoc(ref);
});

test("a document under one that does not exist is there all the same", async () => {
  const c = sdk.newRoot();
  await setDoc(doc(sdk.db, `${c}/none/below/1`), { a: 1 });
  expect((await getDoc(doc(sdk.db, `${c}/none`))).exists()).toBe(false);
  expect((await getDocs(collection(sdk.db, `${c}/none/below`))).size).toBe(1);
  expect((await getDocs(collection(sdk.db, c))).empty).toBe(true);
});

test("add chooses an id of its own each time, and never writes over a document", async () => {
  const c = sdk.newRoot();
  const target = collection(sdk.db, c);
  const sent = sdk.requests.length;
  const refs = [await addDoc(target, { n: 1 }), await addDoc(target, { n: 2 })];
  expect(new Set(refs.map((ref) => ref.id)).size).toBe(2);
  expect(refs[0]?.id).toMatch(/^[A-Za-z0-9]{20}$/);
  expect((await getDocs(query(target, orderBy("n")))).docs.map((one) => one.get("n"))).toEqual([
    1, 2,
  ]);
  expect(sdk.requests[sent]?.body).toMatchObject({
    writes: [{ currentDocument: { exists: false } }],
  });
});

test("merge writes the given leaves only; an empty map replaces what is there", async () => {
  const c = sdk.newRoot();
  const ref = doc(sdk.db, `${c}/1`);
  await setDoc(ref, { a: { x: 1, y: 2 }, b: 1, list: [1] }, { merge: true });
  await setDoc(ref, { a: { x: 3 }, list: [2] }, { merge: true });
  expect(await dataOf(`${c}/1`)).toEqual({ a: { x: 3, y: 2 }, b: 1, list: [2] });
  await setDoc(ref, { a: {} }, { merge: true });
  expect(await dataOf(`${c}/1`)).toEqual({ a: {}, b: 1, list: [2] });
  await setDoc(ref, { b: deleteField(), c: { d: deleteField() } }, { merge: true });
  expect(await dataOf(`${c}/1`)).toEqual({ a: {}, list: [2] });
  await setDoc(ref, {}, { merge: true });
  expect(await dataOf(`${c}/1`)).toEqual({ a: {}, list: [2] });
});

test("mergeFields writes the named fields and leaves the others, named or given", async () => {
  const c = sdk.newRoot();
  const ref = doc(sdk.db, `${c}/1`);
  await setDoc(ref, { a: { x: 1, y: 1 }, b: 1, "c.d": 1 });
  const data = { a: { x: 2, y: 2 }, b: 2, "c.d": 2 };
  await setDoc(ref, data, { mergeFields: ["a.x", new FieldPath("c.d")] });
  expect(await dataOf(`${c}/1`)).toEqual({ a: { x: 2, y: 1 }, b: 1, "c.d": 2 });
  await setDoc(ref, data, { mergeFields: ["a"] });
  expect(await dataOf(`${c}/1`)).toEqual({ a: { x: 2, y: 2 }, b: 1, "c.d": 2 });
  await setDoc(ref, { b: 9 }, { mergeFields: [] });
  expect(await dataOf(`${c}/1`)).toEqual({ a: { x: 2, y: 2 }, b: 1, "c.d": 2 });
});

test("update changes fields deep inside, deletes them, and replaces what is in the way", async () => {
  const c = sdk.newRoot();
  const ref = doc(sdk.db, `${c}/1`);
  await setDoc(ref, { a: { x: 1, y: { z: 1 } }, b: 1, gone: 1 });
  await updateDoc(ref, {
    "a.y.z": 2,
    "b.into.it": 3,
    gone: deleteField(),
    "no.such": deleteField(),
  });
  expect(await dataOf(`${c}/1`)).toEqual({ a: { x: 1, y: { z: 2 } }, b: { into: { it: 3 } } });
  await updateDoc(ref, { a: { only: 1 } });
  expect(await dataOf(`${c}/1`)).toEqual({ a: { only: 1 }, b: { into: { it: 3 } } });
  await updateDoc(ref, "a.only", 2, new FieldPath("b", "into.it"), 4);
  expect(await dataOf(`${c}/1`)).toEqual({
    a: { only: 2 },
    b: { into: { it: 3 }, "into.it": 4 },
  });
  await updateDoc(ref, { a: deleteField(), b: deleteField() });
  expect(await dataOf(`${c}/1`)).toEqual({});
});

test("update of a document that does not exist is not found, and makes none", async () => {
  const c = sdk.newRoot();
  const ref = doc(sdk.db, `${c}/1`);
  expect((await refusalOf(updateDoc(ref, { a: 1 }))).code).toBe("not-found");
  expect((await refusalOf(updateDoc(ref, { a: increment(1) }))).code).toBe("not-found");
  expect((await getDoc(ref)).exists()).toBe(false);
});

test("the server's time is one for the whole batch, and rises from commit to commit", async () => {
  const c = sdk.newRoot();
  const before = Date.now();
  const batch = writeBatch(sdk.db);
  batch.set(doc(sdk.db, `${c}/1`), { at: serverTimestamp(), in: { it: serverTimestamp() }, n: 1 });
  batch.set(doc(sdk.db, `${c}/2`), { at: serverTimestamp() });
  await batch.commit();
  await setDoc(doc(sdk.db, `${c}/3`), { at: serverTimestamp() }, { merge: true });
  const [one, two, three] = await Promise.all(
    [`${c}/1`, `${c}/2`, `${c}/3`].map((path) => getDoc(doc(sdk.db, path))),
  );
  const at: Timestamp = one?.get("at");
  expect(at).toBeInstanceOf(Timestamp);
  expect(one?.get("in.it").isEqual(at)).toBe(true);
  expect(two?.get("at").isEqual(at)).toBe(true);
  expect(at.toMillis()).toBeGreaterThanOrEqual(before);
  expect(three?.get("at").valueOf() > at.valueOf()).toBe(true);
});

test("increment adds integers and doubles, starts from nothing, and stops at the ends of 64 bits", async () => {
  const c = sdk.newRoot();
  const ref = doc(sdk.db, `${c}/1`);
  await sdk.put(`${c}/1`, {
    n: { integerValue: "5" },
    text: { stringValue: "x" },
    most: { integerValue: "9223372036854775806" },
    least: { integerValue: "-9223372036854775807" },
  });
  await updateDoc(ref, {
    n: increment(-7),
    text: increment(2),
    "new.one": increment(0.5),
    most: increment(5),
    least: increment(-5),
  });
  expect(await sdk.fields(`${c}/1`)).toEqual({
    n: { integerValue: "-2" },
    text: { integerValue: "2" },
    new: { mapValue: { fields: { one: { doubleValue: 0.5 } } } },
    most: { integerValue: "9223372036854775807" },
    least: { integerValue: "-9223372036854775808" },
  });
  await setDoc(ref, { n: increment(1.5) }, { merge: true });
  await setDoc(ref, { n: increment(1) }, { merge: true });
  expect((await sdk.fields(`${c}/1`)).n).toEqual({ doubleValue: 0.5 });
  // Without merge there is nothing to add to.
  await setDoc(ref, { n: increment(1) });
  expect(await sdk.fields(`${c}/1`)).toEqual({ n: { integerValue: "1" } });
});

test("minimum and maximum keep the stored number when it is equal, whatever its type", async () => {
  const c = sdk.newRoot();
  const ref = doc(sdk.db, `${c}/1`);
  await sdk.put(`${c}/1`, { n: { doubleValue: 2 }, text: { stringValue: "x" } });
  await updateDoc(ref, { n: maximum(2), text: maximum(1), none: minimum(7) });
  expect(await sdk.fields(`${c}/1`)).toEqual({
    n: { doubleValue: 2 },
    text: { integerValue: "1" },
    none: { integerValue: "7" },
  });
  await updateDoc(ref, { n: minimum(1), none: maximum(7.5) });
  await updateDoc(ref, { n: minimum(3), none: maximum(2) });
  expect(await sdk.fields(`${c}/1`)).toMatchObject({
    n: { integerValue: "1" },
    none: { doubleValue: 7.5 },
  });
});

test("a union adds what is not there yet, and removing removes every equal element", async () => {
  const c = sdk.newRoot();
  const ref = doc(sdk.db, `${c}/1`);
  await setDoc(ref, { list: [1, 2, "a", { m: 1 }], text: "x" });
  await updateDoc(ref, {
    list: arrayUnion(2, 3, 3, { m: 1 }, { m: 2 }, NaN, null),
    text: arrayUnion("y"),
    none: arrayUnion(vector([1]), Bytes.fromBase64String("AA==")),
  });
  expect(await dataOf(`${c}/1`)).toEqual({
    list: [1, 2, "a", { m: 1 }, 3, { m: 2 }, NaN, null],
    text: ["y"],
    none: [vector([1]), Bytes.fromBase64String("AA==")],
  });
  await updateDoc(ref, {
    list: arrayRemove(1, { m: 1 }, NaN, "none"),
    text: arrayRemove("y"),
    none: arrayRemove(),
    fresh: arrayRemove(1),
  });
  expect(await dataOf(`${c}/1`)).toMatchObject({
    list: [2, "a", 3, { m: 2 }, null],
    text: [],
    fresh: [],
  });
  // 3 and 3.0 are the same element.
  await sdk.put(`${c}/2`, { list: { arrayValue: { values: [{ doubleValue: 3 }] } } });
  await updateDoc(doc(sdk.db, `${c}/2`), { list: arrayUnion(3) });
  expect(await dataOf(`${c}/2`)).toEqual({ list: [3] });
});

test("a batch is done in order and as a whole", async () => {
  const c = sdk.newRoot();
  const [one, two, three] = [`${c}/1`, `${c}/2`, `${c}/3`].map((path) => doc(sdk.db, path)) as [
    ReturnType<typeof doc>,
    ReturnType<typeof doc>,
    ReturnType<typeof doc>,
  ];
  await setDoc(three, { here: true });
  await writeBatch(sdk.db)
    .set(one, { n: 1 })
    .update(one, { n: increment(1), m: 1 })
    .set(one, { k: 1 }, { merge: true })
    .update(one, "m", 2, "l", 3)
    .set(two, { n: 1 })
    .delete(two)
    .delete(three)
    .set(three, { fresh: true })
    .commit();
  expect(await dataOf(`${c}/1`)).toEqual({ n: 2, m: 2, k: 1, l: 3 });
  expect((await getDoc(two)).exists()).toBe(false);
  expect(await dataOf(`${c}/3`)).toEqual({ fresh: true });

  const failing = writeBatch(sdk.db).set(one, { lost: true }).delete(three).update(two, { n: 1 });
  expect((await refusalOf(failing.commit())).code).toBe("not-found");
  expect(await dataOf(`${c}/1`)).toEqual({ n: 2, m: 2, k: 1, l: 3 });
  expect((await getDoc(three)).exists()).toBe(true);
});

test("an empty batch does nothing, a full one of 500 documents is one commit, and none can be used twice", async () => {
  const c = sdk.newRoot();
  const sent = sdk.requests.length;
  const empty = writeBatch(sdk.db);
  await empty.commit();
  expect(() => empty.set(doc(sdk.db, `${c}/1`), {})).toThrow(/commit/);
  const full = writeBatch(sdk.db);
  for (let n = 0; n < 500; n += 1) full.set(doc(sdk.db, c, String(n)), { n });
  await full.commit();
  expect((await getDocs(collection(sdk.db, c))).size).toBe(500);
  expect(sdk.requests.slice(sent).filter(({ path }) => path.endsWith(":commit"))).toHaveLength(1);
});
