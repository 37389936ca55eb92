/**
 * What connections leave behind for when they end, inside the writer thread. It is kept on the disk: a process that is
 * killed finds it when it starts again. It is taken away in the transaction in which it is done, so that nothing is
 * done twice.
 */
import type { Caller } from "../http/index.ts";
import type { DatabasePath } from "../rules/index.ts";
import { OperationError, type OperationModule, type StoreDatabase } from "../sqlite/index.ts";
import { checkLeft } from "./on-disconnect-limits.ts";
import { isWithin } from "./path.ts";
import type { ResolvedWrite } from "./tree-view.ts";
import { PRIORITY } from "./value.ts";
import { type Write, type WriteResult, check, putAll } from "./write.ts";

/** All of them may be at the store at once, each with as much as a connection may leave. */
const MAX_LISTED = 16;

/**
 * Entries of a connection that lose what they have at and below the paths. `within`: also what they would write there
 * as part of a value above; its other children are then written one by one (SDK: sparseSnapshotTreeForget).
 */
export type Replaced = {
  numbers: readonly number[];
  paths: readonly DatabasePath[];
  within: boolean;
};

type LeaveInput = {
  connection: string;
  /** Higher than that of every entry before it. */
  number: number;
  caller: Caller;
  /** Done together. */
  writes: readonly Write[];
  replaces: Replaced;
  nowMs: number;
};

/** A connection that has left something behind. */
export type LeftConnection = { connection: string; sizeChars: number };

export type PerformResult = {
  /** In the order in which they were left. */
  done: WriteResult[];
  /** What rules do not allow any more, or what cannot be done with the data of now. */
  refused: { code: string; message: string; caller: Caller; paths: DatabasePath[] }[];
};

/** @throws OperationError permission_denied, invalid_data, too_big when it could not be done now. */
function leave(db: StoreDatabase, input: LeaveInput): void {
  const { connection, number, caller, writes, nowMs } = input;
  check(db, { caller, writes, nowMs });
  replace(db, connection, input.replaces);
  db.prepare("INSERT INTO database_on_disconnect VALUES (?, ?, ?, ?)").run(
    connection,
    number,
    JSON.stringify(caller),
    toText(writes),
  );
}

function cancel(db: StoreDatabase, input: { connection: string; replaces: Replaced }): void {
  replace(db, input.connection, input.replaces);
}

function replace(db: StoreDatabase, connection: string, replaced: Replaced): void {
  const { numbers, paths, within } = replaced;
  const at = "WHERE connection = ? AND number = ?";
  const select = db.prepare(`SELECT writes FROM database_on_disconnect ${at}`);
  const update = db.prepare(`UPDATE database_on_disconnect SET writes = ? ${at}`);
  const remove = db.prepare(`DELETE FROM database_on_disconnect ${at}`);
  for (const number of numbers) {
    const text = select.get(connection, number)?.["writes"];
    if (text === undefined) continue;
    const kept = paths.reduce(
      (writes, path) => writes.flatMap((write) => without(write, path, within)),
      JSON.parse(text as string) as Write[],
    );
    if (kept.length === 0) remove.run(connection, number);
    else update.run(toText(kept), connection, number);
  }
}

/** A part that is taken out of a value can make many writes of it. @throws OperationError resource_exhausted */
function toText(writes: readonly Write[]): string {
  const text = JSON.stringify(writes);
  checkLeft(writes.length, text.length);
  return text;
}

/** @throws OperationError resource_exhausted */
function without(write: Write, path: DatabasePath, within: boolean): Write[] {
  if (isWithin(write.path, path)) return [];
  if (!within || !isWithin(path, write.path)) return [write];
  const { value } = write;
  if (value === null) return [];
  if (typeof value !== "object" || Object.hasOwn(value, ".value") || Object.hasOwn(value, ".sv")) {
    return [write];
  }
  const kept: Write[] = [];
  for (const [key, child] of Object.entries(value)) {
    if (key === PRIORITY) continue;
    kept.push(...without({ path: [...write.path, key], value: child }, path, within));
    checkLeft(kept.length, 0);
  }
  return kept;
}

/** Does all that a connection left behind, each entry by itself and asked of the rules again. */
function perform(db: StoreDatabase, input: { connection: string; nowMs: number }): PerformResult {
  const rows = db
    .prepare(
      "SELECT caller, writes FROM database_on_disconnect WHERE connection = ? ORDER BY number",
    )
    .all(input.connection);
  const result: PerformResult = { done: [], refused: [] };
  for (const row of rows) {
    const caller = JSON.parse(row["caller"] as string) as Caller;
    const writes = JSON.parse(row["writes"] as string) as Write[];
    const checked = checkAgain(db, { caller, writes, nowMs: input.nowMs });
    if (!(checked instanceof OperationError)) result.done.push(putAll(db, checked));
    else {
      const { code, message } = checked;
      result.refused.push({ code, message, caller, paths: writes.map(({ path }) => path) });
    }
  }
  db.prepare("DELETE FROM database_on_disconnect WHERE connection = ?").run(input.connection);
  return result;
}

// A refusal is the end of its entry, so it must not undo those before it.
function checkAgain(
  db: StoreDatabase,
  input: { caller: Caller; writes: Write[]; nowMs: number },
): ResolvedWrite[] | OperationError {
  try {
    return check(db, input);
  } catch (error) {
    if (error instanceof OperationError) return error;
    throw error;
  }
}

/** The first connections after this one, in order. */
function list(db: StoreDatabase, input: { after: string }): LeftConnection[] {
  return db
    .prepare(
      `SELECT connection, SUM(LENGTH(writes)) AS chars FROM database_on_disconnect
       WHERE connection > ? GROUP BY connection ORDER BY connection LIMIT ${MAX_LISTED}`,
    )
    .all(input.after)
    .map((row) => ({ connection: row["connection"] as string, sizeChars: row["chars"] as number }));
}

export const onDisconnectOperations = {
  "database.onDisconnect.leave": leave,
  "database.onDisconnect.cancel": cancel,
  "database.onDisconnect.perform": perform,
  "database.onDisconnect.list": list,
} satisfies OperationModule["operations"];
