/** The documents of one's own drive, as Firestore tells them: pages of what changed, and one folder. */
import { readDriveNode } from "#lib/drive/node.ts";
import { type FirestoreFields, fromFirestoreFields } from "#lib/firestore-value.ts";
import { callDocuments, documentsRoot } from "../documents-call.ts";
import type { KeptNode } from "./drive-cache.ts";

/** All throw NoAnswerError, and RefusedError for an answer that is final. */
export type DriveDocuments = {
  /** The first one first. @param after the last one of the page before, or a time (ISO) to begin with */
  changed(
    after: { at: string; id?: string } | undefined,
    limit: number,
    signal?: AbortSignal,
  ): Promise<KeptNode[]>;
  /** At most `limit`, in no order. */
  inFolder(folder: string, limit: number, signal?: AbortSignal): Promise<KeptNode[]>;
};

export function createDriveDocuments(uid: string): DriveDocuments {
  const below = `/users/${uid}`;
  async function ask(query: object, signal: AbortSignal | undefined): Promise<KeptNode[]> {
    const structuredQuery = { from: [{ collectionId: "files" }], ...query };
    const answer = await callDocuments(uid, "runQuery", { structuredQuery }, signal, below);
    return (answer as { document?: Found }[]).flatMap(({ document }) =>
      document ? [keptOf(document)] : [],
    );
  }
  return {
    async changed(after, limit, signal) {
      const orderBy = [{ field: { fieldPath: "changedAt" } }, { field: { fieldPath: "__name__" } }];
      if (after === undefined) return ask({ orderBy, limit }, signal);
      const values: object[] = [{ stringValue: after.at }];
      if (after.id !== undefined) {
        values.push({ referenceValue: `${await documentsRoot()}/users/${uid}/files/${after.id}` });
      }
      const startAt = { values, before: after.id === undefined };
      return ask({ orderBy, limit, startAt }, signal);
    },
    inFolder(folder, limit, signal) {
      const where = {
        fieldFilter: {
          field: { fieldPath: "parent" },
          op: "EQUAL",
          value: { stringValue: folder },
        },
      };
      return ask({ where, limit }, signal);
    },
  };
}

type Found = { name: string; fields?: FirestoreFields };

function keptOf({ name, fields = {} }: Found): KeptNode {
  const { changedAt, gone, ...rest } = fields;
  const isGone = gone !== undefined && "booleanValue" in gone && gone.booleanValue;
  const id = name.slice(name.lastIndexOf("/") + 1);
  return {
    id,
    at: changedAt && "stringValue" in changedAt ? changedAt.stringValue : "",
    node: isGone ? null : readDriveNode({ ...fromFirestoreFields(rest), id }),
  };
}
