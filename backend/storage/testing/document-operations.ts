/** Stands for Firestore: one document per membership, `memberships/{kind}_{id}_{uid}`. */
import type { FirestoreFields } from "#lib/firestore-value.ts";
import type { OperationModule, StoreDatabase } from "../../sqlite/index.ts";

export const room = "test-documents";

export const migrations = [new URL("./migrations/0001-documents.sql", import.meta.url)];

export const operations = {
  "test.addDocument": (db: StoreDatabase, { path }: { path: string }): void => {
    db.prepare("INSERT INTO test_documents VALUES (?)").run(path);
  },
  "test.removeDocument": (db: StoreDatabase, { path }: { path: string }): void => {
    db.prepare("DELETE FROM test_documents WHERE path = ?").run(path);
  },
  "test.readDocument": (db: StoreDatabase, { path }: { path: string }): FirestoreFields | null => {
    const row = db.prepare("SELECT path FROM test_documents WHERE path = ?").get(path);
    return row === undefined ? null : { member: { booleanValue: true } };
  },
} satisfies OperationModule["operations"];

export type DocumentOperations = typeof operations;
