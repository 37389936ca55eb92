/**
 * Runs the writes that waited together in one transaction with one fsync:
 *
 *   BEGIN IMMEDIATE
 *     SAVEPOINT · write 1 · RELEASE
 *     SAVEPOINT · write 2 throws · ROLLBACK TO, RELEASE      only its own caller hears of it
 *   COMMIT                                                   fails: everybody hears of it
 */
import type { DatabaseSync } from "node:sqlite";
import { type Call, type Outcome, toRefusal } from "./messages.ts";
import type { StoreDatabase } from "./operation-module.ts";

const SQLITE_IOERR = 10;

/** `fatal`: what the disk holds is no longer known, so this connection must not go on. */
export type GroupResult = { outcomes: Outcome[]; fatal?: Error };

export function commitGroup(
  db: DatabaseSync,
  cached: StoreDatabase,
  calls: readonly Call[],
): GroupResult {
  try {
    db.exec("BEGIN IMMEDIATE");
    const outcomes = calls.map((call) => runInSavepoint(db, cached, call));
    db.exec("COMMIT");
    return { outcomes };
  } catch (error) {
    const refuse = (code: "commit-failed" | "store-failed"): Outcome[] => {
      const refused = toRefusal(error, code, commitFailedText(error));
      return calls.map(({ id }) => ({ id, refused }));
    };
    try {
      if (db.isTransaction) db.exec("ROLLBACK");
    } catch (rollbackError) {
      return { outcomes: refuse("store-failed"), fatal: rollbackError as Error };
    }
    // After a failed fsync the system may have dropped the pages it could not write: a later fsync
    // that succeeds proves nothing, and the write may be found again after a restart.
    if (primaryCode(error) === SQLITE_IOERR) {
      return { outcomes: refuse("store-failed"), fatal: error as Error };
    }
    return { outcomes: refuse("commit-failed") };
  }
}

function runInSavepoint(
  db: DatabaseSync,
  cached: StoreDatabase,
  { id, name, input }: Call,
): Outcome {
  cached.prepare("SAVEPOINT one_write").run();
  let outcome: Outcome;
  try {
    outcome = { id, output: cached.run(name, input) };
  } catch (error) {
    // A full disk or an I/O error makes SQLite undo the whole transaction by itself.
    if (!db.isTransaction || primaryCode(error) === SQLITE_IOERR) throw error;
    cached.prepare("ROLLBACK TO one_write").run();
    outcome = { id, refused: toRefusal(error, "operation-failed", `${name} failed.`) };
  }
  cached.prepare("RELEASE one_write").run();
  return outcome;
}

function commitFailedText(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return `The write could not be saved: ${reason}.`;
}

function primaryCode(error: unknown): number | undefined {
  const code = (error as { errcode?: unknown } | null)?.errcode;
  return typeof code === "number" ? code & 0xff : undefined;
}
