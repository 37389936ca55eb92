/** A connection to a database of the browser: opened when it is needed, and again where it was lost. */
import { type DBSchema, type IDBPDatabase, type OpenDBCallbacks, openDB } from "idb";

export type Connection<Schema extends DBSchema> = {
  /**
   * `work` begins before this returns where there is a connection.
   * @throws DOMException when there is none to be had; what `work` throws
   */
  using: <Done>(work: (database: IDBPDatabase<Schema>) => Promise<Done>) => Promise<Done>;
  /** Whether it was lost and opened again, since this was asked the last time: what was in it may be gone. */
  wasLost: () => boolean;
  /** Called when the browser takes it away. One listener; a second one takes the place of the first. */
  onLost: (call: () => void) => void;
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
  let isLost = false;
  let tellLost = () => {};
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
      if (!life.signal.aborted) tellLost();
    };
    const opened = await openDB<Schema>(name, version, {
      upgrade,
      blocking(_current, _wanted, event) {
        // A newer page must not wait for this one.
        (event.target as IDBDatabase).close();
        lose();
      },
      terminated: lose,
    });
    isLost = hasOpened;
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
    wasLost() {
      const was = isLost;
      isLost = false;
      return was;
    },
    onLost(call) {
      tellLost = call;
    },
    close() {
      life.abort();
      held?.close();
    },
  };
}
