/** The asynchronous port: queues on the main thread, work and fsync in one writer and one reader thread. */
import { StoreError } from "./errors.ts";
import { type Log, silentLog } from "./log.ts";
import type { Call } from "./messages.ts";
import type { ModuleSource, Operations } from "./operation-module.ts";
import { startStoreThread } from "./store-thread.ts";
import { type Waiter, type Waiters, sendCalls, settle } from "./waiters.ts";
import { createWriteQueue } from "./write-queue.ts";

const MAX_READS_WAITING = 10_000;
const MAX_READ_BYTES_WAITING = 32 * 1024 * 1024;
/** Never refused for what others ask. */
const SMALL_READ_BYTES = 16 * 1024;
const ASSUMED_WRITE_BYTES = 1_024;

type InputOf<Ops extends Operations, Name extends keyof Ops> = Parameters<Ops[Name]>[1];
type OutputOf<Ops extends Operations, Name extends keyof Ops> = ReturnType<Ops[Name]>;

type ReadOptions = {
  /** About the size of the input, when it is large; what waits is bounded by it. */
  sizeBytes?: number;
};

type WriteOptions<Output> = {
  /** About the size of the input; the queue is bounded by it. */
  sizeBytes?: number;
  /** Called in commit order, after the fsync and before any promise of the group resolves. Must not throw. */
  onCommitted?: (output: Output) => void;
};

/** What a room sees of the store. */
export type SqlitePort<Ops extends Operations> = {
  /** Sees every write that was acknowledged before the call. */
  read<Name extends keyof Ops & string>(
    name: Name,
    input: InputOf<Ops, Name>,
    options?: ReadOptions,
  ): Promise<OutputOf<Ops, Name>>;
  /** Resolves when the write is on the disk; rejected, it has left no trace, unless the code is `store-failed`. */
  write<Name extends keyof Ops & string>(
    name: Name,
    input: InputOf<Ops, Name>,
    options?: WriteOptions<OutputOf<Ops, Name>>,
  ): Promise<OutputOf<Ops, Name>>;
};

export type SqliteStore<Ops extends Operations> = SqlitePort<Ops> &
  AsyncDisposable & {
    /** Moves the log into the database and empties it, after the writes that are handed over. */
    checkpoint: () => Promise<void>;
    /** Finishes what waits, checkpoints and stops the threads. */
    close: () => Promise<void>;
  };

type WaitingWrite = Waiter & { id: number; sizeBytes: number; name: string; input: unknown };

/** @throws StoreError `migration-refused` or `store-failed` */
export async function openSqlite<Ops extends Operations>(options: {
  path: string;
  modules: readonly ModuleSource[];
  log?: Log;
}): Promise<SqliteStore<Ops>> {
  const log = options.log ?? silentLog;
  const modules = options.modules.map(({ url, settings }) => ({ href: url.href, settings }));
  const threadSettings = { path: options.path, modules };
  const queue = createWriteQueue<WaitingWrite>();
  const writing: Waiters = new Map();
  /** The sizes of the writes among them. */
  const sent = new Map<number, number>();
  const reading: Waiters = new Map();
  /** Of `reading`, what the reader has not been sent yet. */
  let asked: Call[] = [];
  let readBytes = 0;
  let lastId = 0;
  let isSending = false;
  let refusal: StoreError | undefined;
  let closed: Promise<void> | undefined;
  let onQuiet: (() => void) | undefined;

  const writer = await startStoreThread(
    { role: "writer", ...threadSettings },
    (outcomes) => {
      for (const { id } of outcomes) forgetSent(id);
      settle(writing, outcomes);
      sendWaiting();
      tellIfQuiet();
    },
    fail,
  );
  const reader = await startStoreThread(
    { role: "reader", ...threadSettings },
    (outcomes) => {
      settle(reading, outcomes);
      tellIfQuiet();
    },
    fail,
  ).catch(async (error: unknown) => {
    await writer.close();
    throw error;
  });

  /** What the same turn of the event loop still adds goes with it: a message to a thread costs more than a write. */
  function sendSoon(): void {
    if (isSending) return;
    isSending = true;
    setImmediate(() => {
      isSending = false;
      sendWaiting();
    });
  }

  function sendWaiting(): void {
    if (refusal?.code === "store-failed") return;
    const writes = queue.take();
    if (writes.length === 0) return;
    for (const write of writes) {
      writing.set(write.id, write);
      sent.set(write.id, write.sizeBytes);
    }
    for (const { id } of sendCalls(writer, writes, writing)) forgetSent(id);
  }

  /** Reads that are asked for at the same time go together, as writes do; none waits for the next turn. */
  function readSoon(call: Call): void {
    asked.push(call);
    if (asked.length > 1) return;
    // Once all promises that are settled by now have gone on, also where the first was asked for by none.
    queueMicrotask(() => process.nextTick(sendReads));
  }

  function sendReads(): void {
    const calls = asked;
    asked = [];
    if (refusal?.code !== "store-failed") sendCalls(reader, calls, reading);
  }

  function forgetSent(id: number): void {
    const sizeBytes = sent.get(id);
    if (sizeBytes === undefined) return;
    sent.delete(id);
    queue.done(1, sizeBytes);
  }

  function fail(cause: unknown): void {
    const reason = cause instanceof Error ? cause.message : "its thread ended";
    const text = `The database has stopped working (${reason}). The server must be started again.`;
    refusal = new StoreError("store-failed", text, cause);
    log.error({ err: cause, path: options.path }, "The database has stopped working");
    const waiting = [...writing.values(), ...queue.takeAll(), ...reading.values()];
    writing.clear();
    reading.clear();
    for (const waiter of waiting) waiter.reject(refusal);
    tellIfQuiet();
  }

  function tellIfQuiet(): void {
    if (writing.size + reading.size === 0 && queue.isEmpty()) onQuiet?.();
  }

  function checkpoint(): Promise<void> {
    if (refusal !== undefined) return Promise.reject(refusal);
    sendWaiting();
    return new Promise((resolve, reject) => {
      const id = ++lastId;
      writing.set(id, { resolve: () => resolve(), reject });
      writer.send({ do: "checkpoint", id });
    });
  }

  async function finish(): Promise<void> {
    const failed = refusal?.code === "store-failed";
    if (!failed) {
      const emptied = checkpoint();
      refusal = new StoreError("store-closed", "The server is shutting down.");
      const quiet = new Promise<void>((resolve) => (onQuiet = resolve));
      await emptied.catch((error: unknown) => log.error({ err: error }, "The checkpoint failed"));
      tellIfQuiet();
      await quiet;
    }
    await reader.close();
    // The last connection empties the log once more and removes it.
    await writer.close();
  }

  return {
    read(name, input, { sizeBytes = 0 } = {}) {
      if (refusal !== undefined) return Promise.reject(refusal);
      const isTooLarge =
        sizeBytes > SMALL_READ_BYTES && readBytes + sizeBytes > MAX_READ_BYTES_WAITING;
      if (reading.size >= MAX_READS_WAITING || isTooLarge) {
        return Promise.reject(
          new StoreError("store-busy", "Too many reads are waiting; try again shortly."),
        );
      }
      readBytes += sizeBytes;
      return new Promise((resolve, reject) => {
        const call = { id: ++lastId, name, input };
        const done = () => void (readBytes -= sizeBytes);
        reading.set(call.id, {
          resolve: (output) => (done(), resolve(output as never)),
          reject: (error) => (done(), reject(error)),
        });
        readSoon(call);
      });
    },
    write(name, input, { sizeBytes = ASSUMED_WRITE_BYTES, onCommitted } = {}) {
      if (refusal !== undefined) return Promise.reject(refusal);
      return new Promise((resolve, reject) => {
        const id = ++lastId;
        queue.add({ id, sizeBytes, name, input, resolve, reject, onCommitted });
        sendSoon();
      });
    },
    checkpoint,
    close: () => (closed ??= finish()),
    [Symbol.asyncDispose]: () => (closed ??= finish()),
  };
}
