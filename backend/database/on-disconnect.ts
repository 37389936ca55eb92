/**
 * Writes that one socket leaves behind for when it is closed. They live in memory: a server that is killed does not do
 * them. Rules are asked when they are left and again when they are done, both times for who was signed in when they were
 * left, so that an expiry between a lost connection and its being noticed leaves no trace of somebody online.
 */
import type { Caller } from "../http/index.ts";
import type { DatabasePath } from "../rules/index.ts";
import { type Log, OperationError } from "../sqlite/index.ts";
import { isWithin } from "./path.ts";
import type { Store } from "./store.ts";
import type { Write } from "./write.ts";

const MAX_WRITES = 200;
const MAX_CHARS = 1024 * 1024;

export function createOnDisconnect(store: Store, log: Log) {
  let left: { caller: Caller; writes: Write[] }[] = [];

  function without(paths: readonly DatabasePath[]): typeof left {
    return left.flatMap(({ caller, writes }) => {
      const kept = writes.filter((write) => !paths.some((path) => isWithin(write.path, path)));
      return kept.length === 0 ? [] : [{ caller, writes: kept }];
    });
  }

  return {
    /** Takes the place of what was left at and below the same paths. @throws OperationError */
    async register(caller: Caller, writes: Write[]): Promise<void> {
      if (writes.length === 0) return;
      await store.check({ caller, writes });
      const kept = without(writes.map(({ path }) => path));
      const all = [...kept.flatMap((entry) => entry.writes), ...writes];
      if (all.length > MAX_WRITES || JSON.stringify(all).length > MAX_CHARS) {
        throw new OperationError(
          "resource_exhausted",
          `A connection must not leave more than ${MAX_WRITES} writes or ${MAX_CHARS} characters behind.`,
        );
      }
      left = [...kept, { caller, writes }];
    },
    /** What was left at and below a path. */
    cancel(path: DatabasePath): void {
      left = without([path]);
    },
    /** In the order in which they were left. */
    async run(): Promise<void> {
      const entries = left;
      left = [];
      await Promise.all(
        entries.map(({ caller, writes }) =>
          store
            .write({ caller, writes, sizeChars: JSON.stringify(writes).length })
            .catch((error: unknown) => {
              log.warn({ err: error }, "What a connection left behind could not be written");
            }),
        ),
      );
    },
  };
}
