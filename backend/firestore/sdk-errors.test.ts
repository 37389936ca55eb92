/** The unmodified Lite SDK against the service: the code that each refusal has in the SDK. */
import { initializeApp, deleteApp } from "firebase/app";
import {
  type Firestore,
  addDoc,
  collection,
  connectFirestoreEmulator,
  doc,
  getCount,
  getDoc,
  getDocs,
  getFirestore,
  limit,
  orderBy,
  query,
  runTransaction,
  setDoc,
  setLogLevel,
  updateDoc,
  where,
  writeBatch,
} from "firebase/firestore/lite";
import { expect, test } from "vitest";
import { openSdk, refusalOf } from "./testing/open-sdk.ts";

setLogLevel("silent");

const RULES = `
  rules_version = '2';
  service cloud.firestore {
    match /databases/{database}/documents {
      match /open/{id} { allow read, write; }
      match /own/{uid} { allow get, write: if request.auth != null && request.auth.uid == uid; }
      match /listed/{id} {
        allow get: if resource.data.public == true;
        allow list: if resource.data.public == true || request.query.limit <= 2;
      }
    }
  }`;

test("who may not do it has permission-denied, and learns nothing of what is there", async () => {
  await using sdk = await openSdk({ rules: RULES, clients: { ann: { uid: "ann", token: {} } } });
  await sdk.put("own/bob", { secret: { booleanValue: true } });
  const ann = sdk.newClient({ token: "ann" });
  await setDoc(doc(ann, "own/ann"), { n: 1 });
  expect((await getDoc(doc(ann, "own/ann"))).get("n")).toBe(1);
  const refused: [string, (db: Firestore) => Promise<unknown>][] = [
    ["get", (db) => getDoc(doc(db, "own/bob"))],
    ["get of nothing", (db) => getDoc(doc(db, "own/none"))],
    ["list", (db) => getDocs(collection(db, "own"))],
    [
      "list without its index",
      (db) => getDocs(query(collection(db, "own"), where("a", "==", 1), orderBy("b"))),
    ],
    ["count", (db) => getCount(collection(db, "own"))],
    ["set", (db) => setDoc(doc(db, "own/bob"), { n: 1 })],
    ["update", (db) => updateDoc(doc(db, "own/bob"), { n: 1 })],
    ["update of nothing", (db) => updateDoc(doc(db, "own/none"), { n: 1 })],
    ["add", (db) => addDoc(collection(db, "own"), { n: 1 })],
    ["unknown", (db) => getDoc(doc(db, "elsewhere/1"))],
    [
      "batch",
      (db) => writeBatch(db).set(doc(db, "open/1"), {}).delete(doc(db, "own/bob")).commit(),
    ],
    [
      "transaction",
      (db) => runTransaction(db, async (transaction) => transaction.get(doc(db, "own/bob"))),
    ],
  ];
  for (const db of [sdk.db, ann]) {
    for (const [name, attempt] of refused) {
      const { code, message } = await refusalOf(attempt(db));
      expect(code, name).toBe("permission-denied");
      expect(message, name).toContain("Missing or insufficient permissions.");
    }
  }
  expect((await getDoc(doc(sdk.db, "open/1"))).exists()).toBe(false);
  expect(await sdk.fields("own/bob")).toEqual({ secret: { booleanValue: true } });
});

test("a query is allowed by what it asks, not by what it finds", async () => {
  await using sdk = await openSdk({ rules: RULES });
  await sdk.put("listed/1", { public: { booleanValue: true } });
  await sdk.put("listed/2", { public: { booleanValue: true } });
  const listed = collection(sdk.db, "listed");
  expect((await refusalOf(getDocs(listed))).code).toBe("permission-denied");
  expect((await getDocs(query(listed, where("public", "==", true)))).size).toBe(2);
  expect((await getCount(query(listed, where("public", "==", true)))).data().count).toBe(2);
  expect((await getDocs(query(listed, limit(2)))).size).toBe(2);
  expect((await refusalOf(getCount(listed))).code).toBe("permission-denied");
});

test("a token that nobody has is unauthenticated", async () => {
  await using sdk = await openSdk();
  const stranger = sdk.newClient({ token: "made-up" });
  expect((await refusalOf(getDoc(doc(stranger, "c/1")))).code).toBe("unauthenticated");
  expect((await refusalOf(setDoc(doc(stranger, "c/1"), {}))).code).toBe("unauthenticated");
});

test("a query without its index says which to add; with it, it is answered", async () => {
  await using sdk = await openSdk();
  const c = collection(sdk.db, "c");
  await setDoc(doc(c, "1"), { filter: true, sort: 1 });
  await setDoc(doc(c, "2"), { filter: true, sort: 0 });
  const asked = query(c, where("filter", "==", true), orderBy("sort", "desc"));
  const { code, message } = await refusalOf(getDocs(asked));
  expect(code).toBe("failed-precondition");
  expect(message).toContain("The query requires an index");
  expect(message).toContain("firestore.indexes.json");
  const entry = JSON.parse(/\{.*\}/s.exec(message)?.[0] ?? "null");
  expect(entry).toMatchObject({
    collectionGroup: "c",
    queryScope: "COLLECTION",
    fields: [
      { fieldPath: "filter", order: "ASCENDING" },
      { fieldPath: "sort", order: "DESCENDING" },
    ],
  });
  await using helped = await openSdk({ addsIndexes: true });
  const there = collection(helped.db, "c");
  await setDoc(doc(there, "1"), { filter: true, sort: 1 });
  await setDoc(doc(there, "2"), { filter: true, sort: 2 });
  await setDoc(doc(there, "3"), { filter: false, sort: 3 });
  const found = await getDocs(query(there, where("filter", "==", true), orderBy("sort", "desc")));
  expect(found.docs.map((one) => one.id)).toEqual(["2", "1"]);
});

test("another project's documents are not found here", async () => {
  await using sdk = await openSdk();
  const app = initializeApp({ projectId: "other", apiKey: "any" }, "other-project");
  try {
    const db = getFirestore(app);
    connectFirestoreEmulator(db, "127.0.0.1", sdk.port);
    expect((await refusalOf(getDoc(doc(db, "c/1")))).code).toBe("not-found");
    expect((await refusalOf(setDoc(doc(db, "c/1"), {}))).code).toBe("not-found");
  } finally {
    await deleteApp(app);
  }
});

test("what exists already is aborted, as the SDK has one code for status 409", async () => {
  await using sdk = await openSdk();
  const ref = doc(sdk.db, "c/1");
  let runs = 0;
  const attempt = runTransaction(
    sdk.db,
    async (transaction) => {
      runs += 1;
      // Made anew each time between the read, which finds nothing, and the commit.
      await transaction.get(ref);
      await setDoc(ref, { runs });
      transaction.set(ref, {});
    },
    { maxAttempts: 1 },
  );
  expect((await refusalOf(attempt)).code).toBe("aborted");
  expect((await getDoc(ref)).data()).toEqual({ runs: 1 });
});
