/** A connection to a database of the browser: opened when it is needed, and again where it was lost. */
import { type DBSchema, type IDBPDatabase, type OpenDBCallbacks, openDB } from "idb";

export type Connection<Schema extends DBSchema> = {
  /**
   * `work` begins before this returns where there is a connection.
   * @throws DOMException when there is none to be had; what `work` throws
   */
  using: <Done>(work: (database: IDBPDatabase<Schema>) => Promise<Done>) => Promise<Done>;
  /** Whether all that was in it is gone, since this was asked the last time: it was made anew. */
  wasEmptied: () => boolean;
  close: () => void;
};

export function connectionTo<Schema extends DBSchema>(
  name: string,
  version: number,
  upgrade: NonNullable<OpenDBCallbacks<Schema>["upgrade"]>,
): Connection<Schema> {
  const life = new AbortController();
  let held: IDBPDatabase<Schema> | undefined;
  let hasOpened = false;
  let isEmptied = false;
  let opening: Promise<IDBPDatabase<Schema>> | undefined;

  /** Two that ask at the same time have the same one. */
  function open(): Promise<IDBPDatabase<Schema>> {
    opening ??= openNow().finally(() => {
      opening = undefined;
    });
    return opening;
  }

  async function openNow(): Promise<IDBPDatabase<Schema>> {
    life.signal.throwIfAborted();
    const lose = () => {
      held = undefined;
    };
    const opened = await openDB<Schema>(name, version, {
      upgrade(...made) {
        isEmptied = hasOpened;
        return upgrade(...made);
      },
      blocking(_current, _wanted, event) {
        // A newer page must not wait for this one.
        (event.target as IDBDatabase).close();
        lose();
      },
      terminated: lose,
    });
    hasOpened = true;
    if (!life.signal.aborted) held = opened;
    return opened;
  }

  return {
    async using(work) {
      try {
        return await work(held ?? (await open()));
      } catch (error) {
        // It was closed unheard: nothing was begun.
        if (!(error instanceof DOMException) || error.name !== "InvalidStateError") throw error;
        return work(await open());
      }
    },
    wasEmptied() {
      const was = isEmptied;
      isEmptied = false;
      return was;
    },
    close() {
      life.abort();
      held?.close();
    },
  };
}
