/** Deletes for good what is in the trash: at the server, so on all devices. */
import { type Item, equalParts, isGone, readItem } from "#lib/records/register.ts";
import { UnsentError } from "../outbox/outbox.ts";
import type { RecordsHttp } from "./records-parts.ts";
import type { RecordsConfig } from "./records.ts";
import { placeOf } from "./records-sender.ts";

const mostItems = 200;
const unreachable =
  "Not all of it could be deleted: the server could not be reached. Try again once there is a connection.";

type PurgeParts = {
  config: RecordsConfig;
  http: RecordsHttp;
  /** Of the records in the database. */
  root: string;
  /** As it is shown. */
  item: (key: string) => Item | undefined;
  /** The server has these no more. */
  deleted: (keys: readonly string[]) => void;
};

/** With the time of its last write as it was read: the rules delete nothing that was written into since. */
type Due = { key: string; at: number };

/**
 * What somebody has written into or taken back stays: each is read before, and the rules ask whether it is still so.
 * @param keys `KIND/ID`
 * @returns how many the server has no more
 * @throws UnsentError when some of them were not asked for
 */
export async function purgeItems(parts: PurgeParts, keys: readonly string[]): Promise<number> {
  let count = 0;
  for (let at = 0; at < keys.length; at += mostItems) {
    // oxlint-disable-next-line no-await-in-loop -- one request after the other
    const gone = await purgeSome(parts, keys.slice(at, at + mostItems)).catch((cause: unknown) => {
      throw new UnsentError(unreachable, { cause });
    });
    parts.deleted(gone);
    count += gone.length;
  }
  return count;
}

async function purgeSome(parts: PurgeParts, keys: readonly string[]): Promise<string[]> {
  const { config, http, root } = parts;
  const read = await Promise.all(
    keys.map(async (key) => [key, await http.read(`${root}/${key}`)] as const),
  );
  const gone: string[] = [];
  const due: Due[] = [];
  for (const [key, value] of read) {
    // What is in it, nobody knows.
    if (value === undefined) continue;
    const stored = readItem(value);
    if (stored === undefined) gone.push(key);
    else if (isDue(config, key, stored, parts.item(key))) due.push({ key, at: stored.at });
  }
  const purge = (some: readonly Due[]) =>
    http.update(root, {
      ...Object.fromEntries(some.map(({ key }) => [key, null])),
      "meta/seen": Math.max(...some.map(({ at }) => at)),
      "meta/swept": { ".sv": "timestamp" },
    });
  if (due.length === 0) return gone;
  if (await purge(due)) return [...gone, ...due.map(({ key }) => key)];
  for (const one of due) {
    // oxlint-disable-next-line no-await-in-loop -- somebody was quicker with one of them
    const isGoneNow = (await purge([one])) || (await http.read(`${root}/${one.key}`)) === null;
    if (isGoneNow) gone.push(one.key);
  }
  return gone;
}

/** It is in the trash, with the words that are seen there. */
function isDue(config: RecordsConfig, key: string, stored: Item, seen: Item | undefined): boolean {
  const { kind } = placeOf(key);
  return (
    (config.mayGo?.(kind, stored) ?? isGone(config.shape, kind, stored)) &&
    Object.entries(stored.registers).every(
      ([name, { value }]) =>
        !config.shape.text(kind, name) ||
        (seen !== undefined && equalParts(value, seen.registers[name]?.value ?? {})),
    )
  );
}
