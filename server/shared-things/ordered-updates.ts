/**
 * The one way by which something of several people is changed: `{kind}/{id}/seq` is read first, all else after it, and the
 * update is taken only if nobody has changed the thing meanwhile. docs/boards.md
 */
import type { DatabaseJson, OrderedKind, ServerBackend } from "#lib/server-backend.ts";
import type { Log } from "../log.ts";

export type OrderedUpdate = Record<string, DatabaseJson>;

/** What is answered, and what is written before that; without an update nothing is. */
export type Prepared<Said> = { said: Said; update?: OrderedUpdate };

/**
 * @param prepare may be asked again, and then has to read anew
 * @param read instead of the usual one, where more is read with the head
 * @throws BackendError
 */
export type UpdateInOrder<Head> = <Said>(
  id: string,
  prepare: (head: Head) => Promise<Prepared<Said>>,
  read?: (id: string) => Promise<Head | undefined>,
) => Promise<Said | "none" | "busy">;

const tries = 20;

export function createOrderedUpdates<Head extends { seq: number }>(deps: {
  backend: Pick<ServerBackend, "updateInOrder">;
  kind: OrderedKind;
  /** `seq` first. Undefined: there is no such thing. @throws BackendError */
  readHead: (id: string) => Promise<Head | undefined>;
  log: Log;
  /** Is called after each update that was taken, or may have been. */
  changed?: ((id: string) => void) | undefined;
}): UpdateInOrder<Head> {
  const { backend, kind, readHead, log, changed } = deps;
  const inTurn = createTurns();

  async function inTries<Said>(
    id: string,
    prepare: (head: Head) => Promise<Prepared<Said>>,
    read: (id: string) => Promise<Head | undefined>,
  ): Promise<Said | "none" | "busy"> {
    let before: number | undefined;
    for (let round = 0; round < tries; round += 1) {
      // oxlint-disable no-await-in-loop -- one after the other is the point
      const head = await read(id);
      if (head === undefined) return "none";
      const { said, update } = await prepare(head);
      if (update === undefined) return said;
      if (head.seq === before) {
        log.error(
          { kind, id, seq: head.seq },
          "the rules refuse an update of something that nobody else changes",
        );
        return "busy";
      }
      if (await updateAndTell(id, update)) return said;
      // oxlint-enable no-await-in-loop
      before = head.seq;
    }
    return "busy";
  }

  async function updateAndTell(id: string, update: OrderedUpdate): Promise<boolean> {
    let mayBeTaken = true;
    try {
      mayBeTaken = await backend.updateInOrder(kind, id, update);
      return mayBeTaken;
    } finally {
      // Also where the answer was lost: whoever asks again finds it stored, and changes nothing.
      if (mayBeTaken) changed?.(id);
    }
  }

  return (id, prepare, read = readHead) => inTurn(id, () => inTries(id, prepare, read));
}

/** One after the other for each key; this only saves tries, other servers are not asked. */
function createTurns() {
  const last = new Map<string, Promise<unknown>>();
  return async function inTurn<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const before = last.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    const settled = mine.catch(() => {});
    last.set(key, settled);
    try {
      return await mine;
    } finally {
      if (last.get(key) === settled) last.delete(key);
    }
  };
}
