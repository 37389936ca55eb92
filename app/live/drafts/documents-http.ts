/** The documents of drafts and content, by Firestore's REST: see documents-call.ts. */
import type { FirestoreFields, PlainFields } from "#lib/firestore-value.ts";
import { fromFirestoreFields, toFirestoreFields } from "#lib/firestore-value.ts";
import { RefusedError, callDocuments, documentsRoot, lostRaces } from "../documents-call.ts";

/** `updateTime` is Firestore's own text: it is only compared. */
export type ReadDocument = { fields: PlainFields; updateTime: string };

/** Undefined: it must not be there. */
type Precondition = { path: string; updateTime: string | undefined };

export type DocumentsHttp = {
  /** All at one time, in the order of the paths; undefined where there is none. @throws NoAnswerError, RefusedError */
  read(paths: readonly string[], signal?: AbortSignal): Promise<(ReadDocument | undefined)[]>;
  /** False: a precondition does not hold (any more). @throws NoAnswerError, RefusedError */
  write(
    document: Precondition & { fields: PlainFields },
    same: readonly Precondition[],
    signal?: AbortSignal,
  ): Promise<boolean>;
};

export function createDocumentsHttp(uid: string): DocumentsHttp {
  return {
    async read(paths, signal) {
      const root = await documentsRoot();
      const documents = paths.map((path) => `${root}/${path}`);
      const answer = await callDocuments(uid, "batchGet", { documents }, signal);
      const found = new Map<string, ReadDocument>();
      for (const item of answer as { found?: Found }[]) {
        if (item.found === undefined) continue;
        const { name, updateTime, fields = {} } = item.found;
        // With the prototype of every other object.
        const plain = structuredClone(fromFirestoreFields(fields));
        found.set(name, { fields: plain, updateTime });
      }
      return documents.map((name) => found.get(name));
    },
    async write({ path, updateTime, fields }, same, signal) {
      const root = await documentsRoot();
      const update = { name: `${root}/${path}`, fields: toFirestoreFields(fields) };
      const writes = [
        { update, currentDocument: conditionOf(updateTime) },
        ...same.map((one) => ({
          verify: `${root}/${one.path}`,
          currentDocument: conditionOf(one.updateTime),
        })),
      ];
      try {
        await callDocuments(uid, "commit", { writes }, signal);
        return true;
      } catch (error) {
        if (error instanceof RefusedError && lostRaces.has(error.message)) return false;
        throw error;
      }
    },
  };
}

type Found = { name: string; updateTime: string; fields?: FirestoreFields };

function conditionOf(updateTime: string | undefined) {
  return updateTime === undefined ? { exists: false } : { updateTime };
}
