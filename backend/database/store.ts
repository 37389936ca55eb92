/** What both dialects, socket and REST, ask of the store; commits are announced here, in their order. */
import type { Caller } from "../http/index.ts";
import { type Log, OperationError, type SqlitePort } from "../sqlite/index.ts";
import type { DatabaseOperations } from "./database-operations.ts";
import type { GetInput, GetResult } from "./get.ts";
import { type Listeners, createListeners } from "./listeners.ts";
import { type OnDisconnectPort, createOnDisconnectPort } from "./on-disconnect-port.ts";
import { type Turns, createTurns } from "./turns.ts";
import {
  type Write,
  type WriteInput,
  type WriteOutcome,
  type WriteResult,
  toResult,
} from "./write.ts";

/** Reads of a whole value, and writes that need one: each may take as long as the largest value does. */
const MAX_COSTLY = 16;

/** Of many small values the input is larger than their text. */
const BYTES_PER_CHAR = 2;

/** A write with a hash is compared again when something has changed meanwhile, as long as its value is the same. */
const MAX_COMPARES = 3;

/** As it was done. `isReadable`: whether its writer may be told of what was made from stored values. */
export type DoneWrite = WriteResult & { isReadable: boolean };

export type Store = {
  /**
   * Of one path with a `hash`, what the value there must have now; it is for those who may read it.
   * @throws OperationError permission_denied, datastale, invalid_data, too_big; StoreError
   */
  write(request: {
    caller: Caller;
    writes: readonly Write[];
    hash?: string | undefined;
    /** Length of the text it came in. */
    sizeChars: number;
  }): Promise<DoneWrite>;
  /** @throws OperationError permission_denied, too_big; StoreError */
  get(request: Omit<GetInput, "nowMs">): Promise<GetResult>;
  onDisconnect: OnDisconnectPort;
  listeners: Listeners;
  /** For `get`, and for `write` with a hash. */
  turns: Turns;
};

/** @param deps.lastCommit the last that is stored now. */
export function createStore(deps: {
  sqlite: SqlitePort<DatabaseOperations>;
  clock: () => number;
  lastCommit: number;
  log: Log;
  /** Called in commit order, before the writer is answered. Must not throw. */
  onCommit(result: WriteResult): void;
}): Store {
  const { sqlite, lastCommit, log } = deps;
  const nowMs = () => Math.floor(deps.clock());
  const listeners = createListeners({
    refresh: (input) => sqlite.read("database.refresh", { ...input, nowMs: nowMs() }),
    lastCommit,
    log,
  });

  function announce(result: WriteResult): void {
    listeners.onCommit(result.commit, result.changed);
    deps.onCommit(result);
  }

  async function put(input: WriteInput, sizeChars: number): Promise<DoneWrite> {
    let result: WriteResult | undefined;
    const onCommitted = (outcome: WriteOutcome) => {
      result = toResult(input.writes, outcome);
      announce(result);
    };
    const options = { sizeBytes: sizeChars * BYTES_PER_CHAR + 256, onCommitted };
    const outcome = await sqlite.write("database.write", input, options);
    return { ...(result ?? toResult(input.writes, outcome)), isReadable: outcome.isReadable };
  }

  async function putUnchanged(
    input: WriteInput,
    hash: string,
    sizeChars: number,
    compares = 1,
  ): Promise<DoneWrite> {
    const { caller, nowMs: now } = input;
    const path = input.writes[0]?.path ?? [];
    const compared = { caller, path, hash, nowMs: now };
    const unchangedSince = await sqlite.read("database.compare", compared);
    try {
      return await put({ ...input, unchangedSince }, sizeChars);
    } catch (error) {
      const isStale = error instanceof OperationError && error.code === "datastale";
      if (!isStale || compares === MAX_COMPARES) throw error;
      return putUnchanged(input, hash, sizeChars, compares + 1);
    }
  }

  return {
    write({ caller, writes, hash, sizeChars }) {
      const input = { caller, writes, nowMs: nowMs() };
      return hash === undefined ? put(input, sizeChars) : putUnchanged(input, hash, sizeChars);
    },
    get: (request) => sqlite.read("database.get", { ...request, nowMs: nowMs() }),
    onDisconnect: createOnDisconnectPort({ sqlite, clock: deps.clock, announce }),
    listeners,
    turns: createTurns(MAX_COSTLY),
  };
}
