/** The store as `on-disconnect.ts` asks it. */
import { setTimeout } from "node:timers/promises";
import type { Caller } from "../http/index.ts";
import { type SqlitePort, StoreError } from "../sqlite/index.ts";
import type { DatabaseOperations } from "./database-operations.ts";
import type { LeftConnection, PerformResult, Replaced } from "./on-disconnect-store.ts";
import type { Write, WriteResult } from "./write.ts";

const BUSY_RETRY_MS = 250;
/** Of many small values the input is larger than their text. */
const BYTES_PER_CHAR = 2;

export type OnDisconnectPort = {
  /**
   * Resolves when it is on the disk.
   * @throws OperationError permission_denied, invalid_data, too_big; StoreError
   */
  leave(request: {
    connection: string;
    /** Higher than that of every entry before it. */
    number: number;
    caller: Caller;
    writes: readonly Write[];
    replaces: Replaced;
    /** Length of their text. */
    sizeChars: number;
  }): Promise<void>;
  /** @throws StoreError */
  cancel(request: { connection: string; replaces: Replaced }): Promise<void>;
  /**
   * Does and forgets what the connection left behind. Waits while the store is busy: its client has gone and cannot try
   * again.
   * @throws StoreError; then it is still there for the next start.
   */
  perform(left: LeftConnection): Promise<PerformResult["refused"]>;
  /** The first connections after this one that have left something behind, in order. */
  list(after: string): Promise<LeftConnection[]>;
};

export function createOnDisconnectPort(deps: {
  sqlite: SqlitePort<DatabaseOperations>;
  /** Milliseconds since 1970. */
  clock: () => number;
  /** Called for each commit, in commit order, after the fsync. Must not throw. */
  announce(result: WriteResult): void;
}): OnDisconnectPort {
  const { sqlite } = deps;
  const nowMs = () => Math.floor(deps.clock());

  function onCommitted({ done }: PerformResult): void {
    for (const result of done) deps.announce(result);
  }

  return {
    leave({ sizeChars, ...request }) {
      const input = { ...request, nowMs: nowMs() };
      return sqlite.write("database.onDisconnect.leave", input, {
        sizeBytes: sizeBytesOf(sizeChars),
      });
    },
    cancel: (request) => sqlite.write("database.onDisconnect.cancel", request),
    async perform({ connection, sizeChars }) {
      const options = { sizeBytes: sizeBytesOf(sizeChars), onCommitted };
      for (;;) {
        try {
          const input = { connection, nowMs: nowMs() };
          // oxlint-disable-next-line no-await-in-loop
          return (await sqlite.write("database.onDisconnect.perform", input, options)).refused;
        } catch (error) {
          if (!(error instanceof StoreError) || error.code !== "store-busy") throw error;
          // oxlint-disable-next-line no-await-in-loop
          await setTimeout(BUSY_RETRY_MS);
        }
      }
    },
    list: (after) => sqlite.read("database.onDisconnect.list", { after }),
  };
}

const sizeBytesOf = (chars: number): number => chars * BYTES_PER_CHAR + 256;
