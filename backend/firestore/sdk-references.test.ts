/** The unmodified Lite SDK against the service: clients, references, converters, comparing. */
import { deleteApp, initializeApp } from "firebase/app";
import {
  CollectionReference,
  DocumentReference,
  DocumentSnapshot,
  FieldPath,
  FieldValue,
  Firestore,
  QueryDocumentSnapshot,
  Timestamp,
  WriteBatch,
  addDoc,
  collection,
  collectionGroup,
  connectFirestoreEmulator,
  deleteField,
  doc,
  getCount,
  getDoc,
  getDocs,
  getFirestore,
  increment,
  initializeFirestore,
  limit,
  query,
  queryEqual,
  refEqual,
  runTransaction,
  serverTimestamp,
  setDoc,
  setLogLevel,
  snapshotEqual,
  terminate,
  where,
  writeBatch,
} from "firebase/firestore/lite";
import { afterAll, expect, test } from "vitest";
import { openSdk } from "./testing/open-sdk.ts";

setLogLevel("silent");

const sdk = await openSdk();
afterAll(() => sdk[Symbol.asyncDispose]());

class Post {
  readonly title: string;
  readonly author: string;
  constructor(title: string, author: string) {
    this.title = title;
    this.author = author;
  }
  get line() {
    return `${this.title} by ${this.author}`;
  }
}

const postConverter = {
  toFirestore: (post: Post) => ({ title: post.title, author: post.author }),
  fromFirestore: (snapshot: QueryDocumentSnapshot) =>
    new Post(snapshot.get("title"), snapshot.get("author")),
};

test("one app has one client, by whichever call it is got", async () => {
  const c = sdk.newRoot();
  const app = initializeApp({ projectId: "p", apiKey: "any" }, "references");
  try {
    const db = initializeFirestore(app, { host: `127.0.0.1:${sdk.port}`, ssl: false });
    expect(db).toBeInstanceOf(Firestore);
    expect(getFirestore(app)).toBe(db);
    await setDoc(doc(getFirestore(app), `${c}/1`), { by: "app" });
    expect((await getDoc(doc(sdk.db, `${c}/1`))).data()).toEqual({ by: "app" });
  } finally {
    await deleteApp(app);
  }
});

test("a client that is told of the server as of an emulator works the same", async () => {
  const c = sdk.newRoot();
  const app = initializeApp({ projectId: "p", apiKey: "any" }, "emulated");
  try {
    const db = getFirestore(app);
    connectFirestoreEmulator(db, "127.0.0.1", sdk.port);
    const ref = await addDoc(collection(db, c), { n: 1 });
    expect((await getDoc(doc(sdk.db, ref.path))).get("n")).toBe(1);
  } finally {
    await deleteApp(app);
  }
});

test("after it is terminated, a client asks nothing any more; others go on", async () => {
  const c = sdk.newRoot();
  const db = sdk.newClient();
  const ref = doc(db, `${c}/1`);
  await setDoc(ref, { n: 1 });
  await terminate(db);
  await terminate(db);
  expect(() => getDoc(ref)).toThrow(/terminated/);
  expect(() => getCount(collection(db, c))).toThrow(/terminated/);
  expect((await getDoc(doc(sdk.db, `${c}/1`))).get("n")).toBe(1);
});

test("references know their place, and a stored one can be followed", async () => {
  const c = collection(sdk.db, sdk.newRoot());
  expect(c).toBeInstanceOf(CollectionReference);
  const ref = doc(c, "1");
  expect(ref).toBeInstanceOf(DocumentReference);
  await setDoc(ref, { next: doc(sdk.db, `${c.path}/2/d/3`) });
  await setDoc(doc(sdk.db, `${c.path}/2/d/3`), { end: true });
  const next: DocumentReference = (await getDoc(ref)).get("next");
  expect([next.id, next.parent.id, next.parent.parent?.path]).toEqual(["3", "d", `${c.path}/2`]);
  expect((await getDoc(next)).data()).toEqual({ end: true });
  expect(c.parent).toBe(null);
  const parsed = DocumentReference.fromJSON(sdk.db, ref.toJSON());
  expect(refEqual(parsed, ref)).toBe(true);
});

test("a snapshot has its data whole and by field; one of nothing has none", async () => {
  const c = sdk.newRoot();
  const ref = doc(sdk.db, `${c}/1`);
  await setDoc(ref, { a: { b: [1, 2] }, "x.y": 3 });
  const snapshot = await getDoc(ref);
  expect(snapshot).toBeInstanceOf(DocumentSnapshot);
  expect([snapshot.id, snapshot.ref.path, snapshot.exists()]).toEqual(["1", `${c}/1`, true]);
  expect(snapshot.get("a.b")).toEqual([1, 2]);
  expect(snapshot.get(new FieldPath("x.y"))).toBe(3);
  expect(snapshot.get("none.at.all")).toBe(undefined);
  const none = await getDoc(doc(sdk.db, `${c}/none`));
  expect([none.exists(), none.data(), none.get("a")]).toEqual([false, undefined, undefined]);
});

test("a converter stands between the document and the object, in reads, writes, queries, transactions", async () => {
  const posts = collection(sdk.db, "posts").withConverter(postConverter);
  const ref = await addDoc(posts, new Post("One", "Ann"));
  expect((await getDoc(ref)).data()?.line).toBe("One by Ann");
  await setDoc(doc(posts, "2"), new Post("Two", "Bob"));
  await writeBatch(sdk.db).set(doc(posts, "3"), new Post("Three", "Ann")).commit();
  await runTransaction(sdk.db, async (transaction) => {
    const post = (await transaction.get(ref)).data();
    transaction.set(doc(posts, "4"), new Post("Four", post?.author ?? ""));
  });
  const byAnn = await getDocs(query(posts, where("author", "==", "Ann")));
  expect(byAnn.docs.map((one) => one.data()).every((post) => post instanceof Post)).toBe(true);
  expect(byAnn.docs.map((one) => one.data().title).toSorted()).toEqual(["Four", "One", "Three"]);
  const group = await getDocs(collectionGroup(sdk.db, "posts").withConverter(postConverter));
  expect(group.docs.map((one) => one.data().line)).toContain("Two by Bob");
  expect((await getDoc(doc(sdk.db, "posts/2"))).data()).toEqual({ title: "Two", author: "Bob" });
  const plain = doc(posts, "2").withConverter(null);
  expect((await getDoc(plain)).data()).toEqual({ title: "Two", author: "Bob" });
});

test("references, queries and snapshots are equal when they mean the same", async () => {
  const c = collection(sdk.db, sdk.newRoot());
  const other = sdk.newClient();
  expect(refEqual(doc(c, "1"), doc(sdk.db, `${c.path}/1`))).toBe(true);
  expect(refEqual(doc(c, "1"), doc(other, `${c.path}/1`))).toBe(false);
  expect(refEqual(c, collection(sdk.db, "d"))).toBe(false);
  const few = query(c, where("n", "==", 1), limit(2));
  expect(queryEqual(few, query(c, where("n", "==", 1), limit(2)))).toBe(true);
  expect(queryEqual(few, query(c, limit(2), where("n", "==", 2)))).toBe(false);
  await setDoc(doc(c, "1"), { n: 1 });
  const [once, again] = [await getDoc(doc(c, "1")), await getDoc(doc(c, "1"))];
  expect(snapshotEqual(once, again)).toBe(true);
  const [all, same] = [await getDocs(few), await getDocs(few)];
  expect(snapshotEqual(all, same)).toBe(true);
  await setDoc(doc(c, "1"), { n: 1, m: 1 });
  expect(snapshotEqual(once, await getDoc(doc(c, "1")))).toBe(false);
  expect(snapshotEqual(all, await getDocs(few))).toBe(false);
});

test("field values and batches are of the SDK's classes", async () => {
  for (const value of [serverTimestamp(), deleteField(), increment(1)]) {
    expect(value).toBeInstanceOf(FieldValue);
  }
  expect(increment(1).isEqual(increment(1))).toBe(true);
  expect(writeBatch(sdk.db)).toBeInstanceOf(WriteBatch);
  expect(Timestamp.fromMillis(1_500).isEqual(new Timestamp(1, 500_000_000))).toBe(true);
});
