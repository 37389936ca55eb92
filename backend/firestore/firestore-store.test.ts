import { expect, test } from "vitest";
import { getDocument, getDocumentByNumber, scanDocuments } from "./firestore-store.ts";
import { encodePath, successor } from "./encode-path.ts";
import { countEntries, findScope, nextScope, scanEntries, scopeKey } from "./index-store.ts";
import { deleteWrite, openStore, setWrite } from "./testing/open-store.ts";

const int = (value: number) => ({ integerValue: String(value) });

test("a write changes only the rows of what it changes", () => {
  using store = openStore();
  const changedRows = (work: () => unknown) => {
    const total = () =>
      store.connection.prepare("SELECT total_changes() AS total").get()?.["total"] as number;
    const before = total();
    work();
    return total() - before;
  };
  const fields = { a: int(1), b: int(2), list: { arrayValue: { values: [int(1), int(2)] } } };
  // The document, the commit, two scopes, two names, three fields and two elements.
  expect(changedRows(() => store.commit(setWrite("notes/1", fields)))).toBe(11);
  const changed = { ...fields, b: int(3), list: { arrayValue: { values: [int(2), int(1)] } } };
  // The document, the commit, and an entry of `b` and of `list` away and back.
  expect(changedRows(() => store.commit(setWrite("notes/1", changed)))).toBe(6);
  expect(changedRows(() => store.commit(setWrite("notes/1", changed)))).toBe(0);
  expect(changedRows(() => store.commit(deleteWrite("notes/1")))).toBe(11);
  store.check();
});

test("a document is written and deleted several times in one commit", () => {
  using store = openStore();
  store.commit(
    setWrite("notes/1", { a: int(1) }),
    setWrite("notes/1", { a: int(2), b: int(1) }),
    deleteWrite("notes/1"),
    setWrite("notes/1", { a: int(3) }),
    setWrite("notes/2", { a: int(3) }),
    deleteWrite("notes/2"),
  );
  expect(store.check()).toEqual({ documents: 1, entries: 3 });
  expect(getDocument(store.db, "notes/1")?.fieldsText).toContain("3");
});

test("a write that is refused leaves no entry", () => {
  using store = openStore();
  store.commit(setWrite("notes/1", { a: int(1) }));
  const before = store.rows("SELECT * FROM firestore_index_entries");
  store.connection.exec("SAVEPOINT one_write");
  const missing = { ...deleteWrite("notes/3"), precondition: { exists: true } };
  expect(() => store.commit(setWrite("others/2", { a: int(1) }), missing)).toThrow("notes/3");
  store.connection.exec("ROLLBACK TO one_write");
  expect(store.rows("SELECT * FROM firestore_index_entries")).toEqual(before);
  store.check();
});

test("documents are scanned by name, below a path and in both directions", () => {
  using store = openStore();
  const paths = ["a/1", "a/1/b/1", "a/1/b/2", "a/1/c/1", "a/10", "a/2", "b/__id10__", "b/__id9__"];
  for (const path of paths) store.commit(setWrite(path, {}));
  const scan = (from: string, options: { limit: number; descending?: boolean }) => {
    const prefix = encodePath(from);
    return scanDocuments(store.db, prefix, successor(prefix), options).map(({ path }) => path);
  };
  expect(scan("a/1", { limit: 10 })).toEqual(["a/1", "a/1/b/1", "a/1/b/2", "a/1/c/1"]);
  expect(scan("a/1/b", { limit: 10, descending: true })).toEqual(["a/1/b/2", "a/1/b/1"]);
  expect(scan("b", { limit: 1 })).toEqual(["b/__id9__"]);
  expect(scan("c", { limit: 1 })).toEqual([]);
});

test("entries of a scope are scanned and counted in a range, and lead to their documents", () => {
  using store = openStore();
  for (const id of ["1", "2", "3"]) store.commit(setWrite(`users/7/notes/${id}`, {}));
  store.commit(setWrite("notes/4", {}));
  const { db } = store;
  const [from, to] = [Buffer.of(1), Buffer.of(2)];
  const group = findScope(db, "group", "notes") as number;
  const own = findScope(db, "collection", "users/7/notes") as number;
  expect([countEntries(db, group, from, to, 9), countEntries(db, own, from, to, 9)]).toEqual([
    4, 3,
  ]);
  const found = scanEntries(db, own, from, to, { limit: 2, descending: true });
  expect(found.map(({ document }) => getDocumentByNumber(db, document).path)).toEqual([
    "users/7/notes/3",
    "users/7/notes/2",
  ]);
  const middle = (found[1] as { key: Uint8Array }).key;
  expect(countEntries(db, own, middle, to, 9)).toBe(2);
  expect(countEntries(db, own, from, to, 2)).toBe(2);
  expect(countEntries(db, own, from, middle, 9)).toBe(1);
  expect(findScope(db, "collection", "users/8/notes")).toBeUndefined();
  const users = scopeKey("collection", "users/7/notes");
  expect(nextScope(db, Buffer.of(1), Buffer.of(2))).toEqual(
    new Uint8Array(scopeKey("collection", "notes")),
  );
  expect(nextScope(db, users, successor(users))).toEqual(new Uint8Array(users));
  expect(nextScope(db, successor(users), Buffer.of(2))).toBeUndefined();
});
