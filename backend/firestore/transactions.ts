/**
 * The transactions that are open, on the main thread: who began them, and what they have read. A transaction holds no
 * locks (see transaction-reads.ts), so one that is forgotten hinders nobody; it is bounded because it costs memory.
 */
import type { Caller } from "../http/index.ts";
import { OperationError } from "../sqlite/index.ts";
import { invalidArgument, resourceExhausted, unauthenticated } from "./errors.ts";
import type { ReadIn, TransactionOptions } from "./parse-transaction.ts";
import { randomId } from "./random-id.ts";
import type { ReadsWithCost, Seen, TransactionRead } from "./transaction-reads.ts";

const MAX_AGE_MS = 270_000;
const MAX_IDLE_MS = 60_000;
const SWEEP_MS = 15_000;
const MAX_OPEN = 1_000;
const MAX_OPEN_OF_CALLER = 100;
/** Documents, also those that queries found, queries and aggregations. All of it is read again by the commit. */
const MAX_READS = 1_000;
const MAX_CHARS = 1_000_000;
const MAX_CHARS_OF_CALLER = 4_000_000;
const MAX_CHARS_OF_ALL = 64_000_000;
/** Of reading all of it once, in the measure of the scan budget: everybody's writes wait for a commit that does it. */
const MAX_COST = { nobody: 10_000, account: 100_000, admin: 5_000_000 };
/** How often the most expensive transaction may be read again, because others commit while it reads. */
const MAX_CHECKS = 20;

type Transaction = {
  owner: string;
  isReadOnly: boolean;
  startedAt: number;
  usedAt: number;
  seen: Seen;
  documents: Set<string>;
  count: number;
  chars: number;
  cost: number;
  /** Of reading again so far. */
  checkedCost: number;
  maxCost: number;
  /** When all that was asked in it before is answered: each read must know of the ones before. */
  turn: Promise<void>;
};

export type Transactions = {
  /** @returns its id, base64. */
  begin(caller: Caller, options: TransactionOptions): string;
  /**
   * Reads in a transaction and adds what was read to it, or reads in none. `begun`: the one that began with this read.
   * @param ask with what must still be so.
   * @throws OperationError INVALID_ARGUMENT for a transaction that is not open, or is another caller's.
   */
  read<Output>(
    caller: Caller,
    readIn: ReadIn,
    ask: (seen: Seen | undefined) => Promise<{ output: Output; commit: number }>,
    toReads: (output: Output) => ReadsWithCost,
  ): Promise<{ output: Output; begun?: string }>;
  /** Ends it, whatever becomes of the commit, and tells what must still be so. */
  commit(caller: Caller, id: string, hasWrites: boolean): Promise<TransactionRead[]>;
  rollback(caller: Caller, id: string): void;
};

/** @param clock milliseconds since 1970 */
export function createTransactions(clock: () => number): Transactions {
  const open = new Map<string, Transaction>();
  let sweeping: NodeJS.Timeout | undefined;

  function sweep(): void {
    for (const [key, transaction] of open) if (hasExpired(transaction)) open.delete(key);
    if (open.size > 0) return;
    clearInterval(sweeping);
    sweeping = undefined;
  }

  function hasExpired({ startedAt, usedAt }: Transaction): boolean {
    const now = clock();
    return now - startedAt > MAX_AGE_MS || now - usedAt > MAX_IDLE_MS;
  }

  function find(caller: Caller, id: string): { key: string; transaction: Transaction } {
    const key = keyOf(id);
    const transaction = open.get(key);
    if (
      transaction === undefined ||
      transaction.owner !== ownerOf(caller) ||
      hasExpired(transaction)
    ) {
      throw notOpen();
    }
    transaction.usedAt = clock();
    return { key, transaction };
  }

  function checkRoom(owner: string): void {
    const ofCaller = [...open.values()].filter((transaction) => transaction.owner === owner);
    // Others' transactions never keep the server's own from being begun.
    const isFull = owner !== ADMIN && open.size >= MAX_OPEN;
    if (isFull || ofCaller.length >= MAX_OPEN_OF_CALLER) {
      throw resourceExhausted("Too many transactions are open: commit them or roll them back.");
    }
  }

  function record(transaction: Transaction, { reads, cost }: ReadsWithCost, commit: number): void {
    const { documents, seen } = transaction;
    if (commit !== seen.commit) transaction.checkedCost += transaction.cost;
    const added = reads.filter((read) => read.kind !== "document" || !documents.has(read.path));
    const count = transaction.count + added.reduce((sum, read) => sum + countOf(read), 0);
    const chars = added.reduce((sum, read) => sum + charsOf(read), 0);
    if (
      count > MAX_READS ||
      transaction.chars + chars > MAX_CHARS ||
      transaction.cost + cost > transaction.maxCost ||
      transaction.checkedCost > MAX_CHECKS * transaction.maxCost
    ) {
      throw resourceExhausted(
        `This transaction would read too much: at most ${MAX_READS} documents, and queries that look at little.`,
      );
    }
    checkCharsLeft(transaction.owner, chars);
    for (const read of added) if (read.kind === "document") documents.add(read.path);
    transaction.seen = { reads: [...seen.reads, ...added], commit };
    transaction.count = count;
    transaction.chars += chars;
    transaction.cost += cost;
  }

  function checkCharsLeft(owner: string, more: number): void {
    let ofAll = more;
    let ofCaller = more;
    for (const transaction of open.values()) {
      ofAll += transaction.chars;
      if (transaction.owner === owner) ofCaller += transaction.chars;
    }
    const isFull = owner !== ADMIN && ofAll > MAX_CHARS_OF_ALL;
    if (isFull || ofCaller > MAX_CHARS_OF_CALLER) {
      throw resourceExhausted("The transactions that are open have read too much together.");
    }
  }

  function begin(caller: Caller, { isReadOnly }: TransactionOptions): string {
    // Strangers would share one allowance, and one of them could use up that of all.
    if (caller === null) throw unauthenticated("Sign in to begin a transaction.");
    const owner = ownerOf(caller);
    sweep();
    checkRoom(owner);
    const now = clock();
    const id = Buffer.from(randomId(18)).toString("base64");
    open.set(keyOf(id), {
      owner,
      isReadOnly,
      startedAt: now,
      usedAt: now,
      seen: { reads: [], commit: 0 },
      documents: new Set(),
      count: 0,
      chars: 0,
      cost: 0,
      checkedCost: 0,
      maxCost: MAX_COST[kindOf(caller)],
      turn: Promise.resolve(),
    });
    sweeping ??= setInterval(sweep, SWEEP_MS).unref();
    return id;
  }

  async function readInOpen<Output>(
    caller: Caller,
    id: string,
    ask: (seen: Seen | undefined) => Promise<{ output: Output; commit: number }>,
    toReads: (output: Output) => ReadsWithCost,
  ): Promise<Output> {
    const { key, transaction } = find(caller, id);
    return inTurn(transaction, async () => {
      const { output, commit } = await ask(transaction.seen).catch((error: unknown) => {
        // What it has read is no longer so, and never will be again.
        if (error instanceof OperationError && error.code === "ABORTED") open.delete(key);
        throw error;
      });
      if (open.get(key) !== transaction) throw notOpen();
      record(transaction, toReads(output), commit);
      transaction.usedAt = clock();
      return output;
    });
  }

  return {
    begin,
    async read(caller, readIn, ask, toReads) {
      if (readIn === undefined) return { output: (await ask(undefined)).output };
      if ("transaction" in readIn) {
        return { output: await readInOpen(caller, readIn.transaction, ask, toReads) };
      }
      const begun = begin(caller, readIn.newTransaction);
      try {
        return { output: await readInOpen(caller, begun, ask, toReads), begun };
      } catch (error) {
        // Nobody learns its id.
        open.delete(keyOf(begun));
        throw error;
      }
    },
    async commit(caller, id, hasWrites) {
      const { key, transaction } = find(caller, id);
      if (transaction.isReadOnly && hasWrites) {
        throw invalidArgument("A read-only transaction cannot write.");
      }
      return inTurn(transaction, async () => {
        if (!open.delete(key)) throw notOpen();
        // Each of its reads has seen the same state; a later one is of no interest to it.
        return transaction.isReadOnly ? [] : transaction.seen.reads;
      });
    },
    rollback(caller, id) {
      open.delete(find(caller, id).key);
    },
  };
}

const ADMIN = "admin";

function kindOf(caller: Caller): keyof typeof MAX_COST {
  if (caller === null) return "nobody";
  return caller === "admin" ? "admin" : "account";
}

function ownerOf(caller: Caller): string {
  if (caller === null) return "nobody";
  return caller === "admin" ? ADMIN : `account ${caller.uid}`;
}

/** Clients may spell the same bytes in other ways: with or without padding, or for addresses. */
function keyOf(id: string): string {
  return Buffer.from(id, "base64").toString("base64");
}

function notOpen(): Error {
  return invalidArgument(
    "There is no such transaction: it has been committed or rolled back, or it took too long. Begin a new one.",
  );
}

async function inTurn<Output>(
  transaction: Transaction,
  work: () => Promise<Output>,
): Promise<Output> {
  const before = transaction.turn;
  const { promise, resolve } = Promise.withResolvers<void>();
  transaction.turn = promise;
  await before;
  try {
    return await work();
  } finally {
    resolve();
  }
}

function countOf(read: TransactionRead): number {
  return read.kind === "query" ? 1 + read.found.length : 1;
}

/** About what it takes in memory. */
function charsOf(read: TransactionRead): number {
  if (read.kind === "document") return 100 + read.path.length;
  const input = JSON.stringify(read.input).length;
  if (read.kind === "aggregation") return input + JSON.stringify(read.values).length;
  return read.found.reduce((sum, { path }) => sum + 100 + path.length, input);
}
