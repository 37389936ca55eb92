/** Keeps the indexes of the database those that are defined. Changes of them are done one after the other. */
import type { Log, SqlitePort } from "../sqlite/index.ts";
import type { FirestoreOperations } from "./firestore-operations.ts";
import { type IndexDefinitions, IndexesError } from "./index-definition.ts";

export type Indexing = {
  /**
   * Resolves when queries can use all of them; meanwhile they use those that were there before and stay. Without
   * definitions those of the database stay. Goes on where an earlier process was stopped.
   * @throws IndexesError when a document would have too many entries; what is new for its collection id is given up.
   */
  set: (definitions: IndexDefinitions | undefined) => Promise<void>;
};

export function createIndexing(deps: {
  sqlite: SqlitePort<FirestoreOperations>;
  log: Log;
}): Indexing {
  const { sqlite, log } = deps;
  let last: Promise<unknown> = Promise.resolve();

  async function change(definitions: IndexDefinitions | undefined): Promise<void> {
    const left = await build();
    if (left !== undefined) log.warn({}, left);
    if (definitions === undefined) return;
    const hasWork = await sqlite.write("firestore.setIndexes", { definitions });
    const refused = hasWork ? await build() : undefined;
    if (refused !== undefined) throw new IndexesError(refused);
  }

  /** In slices, so that other writes need not wait for all of it. Returns why not all of it could be done. */
  async function build(): Promise<string | undefined> {
    const built = { documents: 0, added: 0, removed: 0 };
    let refused: string | undefined;
    for (let slices = 1; ; slices += 1) {
      // oxlint-disable-next-line no-await-in-loop
      const slice = await sqlite.write("firestore.buildIndexes", {});
      if (slice === undefined) return undefined;
      built.documents += slice.documents;
      built.added += slice.added;
      built.removed += slice.removed;
      refused ??= slice.refused;
      if (slice.isDone) break;
      if (slices === 1) log.info({}, "Building indexes of documents");
    }
    log.info(built, "Built the indexes of documents");
    return refused;
  }

  return {
    set(definitions) {
      const done = last.then(() => change(definitions));
      // Whoever asked hears of a failure; the next change is tried all the same.
      last = done.catch(() => undefined);
      return done;
    },
  };
}
