/**
 * Writes that one socket leaves behind for when it is closed, or for the next start when the server is killed. Rules are
 * asked when they are left and again when they are done, both times for who was signed in when they were left, so that
 * an expiry between a lost connection and its being noticed leaves no trace of somebody online.
 */
import type { Caller } from "../http/index.ts";
import type { DatabasePath } from "../rules/index.ts";
import type { Log } from "../sqlite/index.ts";
import type { OnDisconnectPort } from "./on-disconnect-port.ts";
import type { LeftConnection } from "./on-disconnect-store.ts";
import { checkLeft } from "./on-disconnect-limits.ts";
import { formatPath, isWithin } from "./path.ts";
import type { Write } from "./write.ts";

/** What the store has, without the values. */
type Entry = { number: number; writes: { path: DatabasePath; chars: number }[] };

/** @param connection a name that no other connection has or had, also before the last start. */
export function createOnDisconnect(port: OnDisconnectPort, log: Log, connection: string) {
  let left: Entry[] = [];
  let lastNumber = 0;

  /** What stays, and what the store is to be told, when something at these paths takes its place. */
  function without(paths: readonly DatabasePath[], within: boolean) {
    const isReplaced = ({ path }: { path: DatabasePath }) =>
      paths.some((above) => isWithin(path, above));
    const isTouched = ({ path }: { path: DatabasePath }) =>
      isReplaced({ path }) || (within && paths.some((below) => isWithin(below, path)));
    const numbers = left
      .filter(({ writes }) => writes.some(isTouched))
      .map((entry) => entry.number);
    const kept = left
      .map(({ number, writes }) => ({
        number,
        writes: writes.filter((write) => !isReplaced(write)),
      }))
      .filter(({ writes }) => writes.length > 0);
    return { kept, replaces: { numbers, paths, within } };
  }

  return {
    /**
     * Takes the place of what was left at and below the same paths. Resolves when it is on the disk. To be called one at
     * a time, as `cancel` and `run` are.
     * @throws OperationError; StoreError
     */
    async register(caller: Caller, writes: readonly Write[]): Promise<void> {
      if (writes.length === 0) return;
      checkLeft(writes.length, 0);
      const { kept, replaces } = without(
        writes.map(({ path }) => path),
        false,
      );
      const number = lastNumber + 1;
      const entry = {
        number,
        writes: writes.map((write) => ({ path: write.path, chars: JSON.stringify(write).length })),
      };
      const all = [...kept, entry];
      const count = all.reduce((sum, each) => sum + each.writes.length, 0);
      checkLeft(count, charsOf(all));
      const sizeChars = charsOf([entry]);
      await port.leave({ connection, number, caller, writes, replaces, sizeChars });
      left = all;
      lastNumber = number;
    },
    /** What was left at and below a path, and there as part of a value above it. @throws StoreError */
    async cancel(path: DatabasePath): Promise<void> {
      const { kept, replaces } = without([path], true);
      if (replaces.numbers.length === 0) return;
      await port.cancel({ connection, replaces });
      left = kept;
    },
    /** Does it, in the order in which it was left. */
    async run(): Promise<void> {
      if (left.length === 0) return;
      const sizeChars = charsOf(left);
      left = [];
      await perform(port, log, { connection, sizeChars });
    },
  };
}

/**
 * Does what is left of connections that ended with the last process.
 * To be called before there are new connections.
 */
export async function runLeftBehind(port: OnDisconnectPort, log: Log): Promise<void> {
  let found = await port.list("");
  while (found.length > 0) {
    // oxlint-disable-next-line no-await-in-loop
    await Promise.all(found.map((left) => perform(port, log, left)));
    // oxlint-disable-next-line no-await-in-loop
    found = await port.list(found.at(-1)?.connection ?? "");
  }
}

/** What fails stays for the next start. */
async function perform(port: OnDisconnectPort, log: Log, left: LeftConnection): Promise<void> {
  try {
    for (const { code, message, caller, paths } of await port.perform(left)) {
      const who = caller === null || caller === "admin" ? caller : caller.uid;
      const facts = { code, caller: who, paths: paths.map(formatPath) };
      log.warn(facts, `What a connection left behind was refused: ${message}`);
    }
  } catch (error) {
    log.error({ err: error }, "What a connection left behind could not be written");
  }
}

function charsOf(entries: readonly Entry[]): number {
  return entries.flatMap(({ writes }) => writes).reduce((sum, { chars }) => sum + chars, 0);
}
