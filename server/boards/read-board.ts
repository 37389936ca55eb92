/** What of a board is read so that it can be judged. As each change raises `seq`, all of it is one moment's if the update that follows is taken. */
import { textIn } from "#lib/boards/board-items.ts";
import { type Counts, readCounts } from "#lib/boards/counts.ts";
import type { BoardState } from "#lib/boards/judge-input.ts";
import type { BoardKind } from "#lib/boards/shape.ts";
import { everyChildPage } from "#lib/every-child.ts";
import { type Member, readMembers } from "#lib/boards/roles.ts";
import { type Touched, columnKey } from "#lib/boards/touched.ts";
import { type Item, readItem } from "#lib/records/register.ts";
import type { DatabaseJson, ServerBackend } from "#lib/server-backend.ts";

export type ReadingBackend = Pick<ServerBackend, "getValue" | "getObject">;

const atOnce = 50;

/** Undefined: there is no such board. */
export type BoardHead = {
  seq: number;
  members: Map<string, Member>;
  counts: Counts;
  /** Of the log's entries as JSON: what the daily sweep has counted last, and what changes have added. */
  logBytes: number;
};

/** `seq` first: what is read after it is as new, or the update is refused. */
export async function readHead(
  backend: Pick<ServerBackend, "getValue">,
  board: string,
): Promise<BoardHead | undefined> {
  const root = `boards/${board}`;
  const seq = await valueAt(backend, `${root}/seq`);
  if (typeof seq !== "number") return undefined;
  const [members, counts] = await Promise.all([
    valueAt(backend, `${root}/members`),
    valueAt(backend, `${root}/counts`),
  ]);
  const { log } = (counts ?? {}) as { log?: unknown };
  const logBytes = typeof log === "number" ? log : 0;
  return { seq, members: readMembers(members), counts: readCounts(counts), logBytes };
}

/** All that the writes touch, columns that cards may come into among it. */
export async function readTouched(
  backend: ReadingBackend,
  board: string,
  { items, columns }: Touched,
  writes: Record<string, unknown>,
): Promise<Pick<BoardState, "stored" | "file">> {
  const found = new Map<string, Item | undefined>();
  const read = (keys: readonly string[]) =>
    inGroups(keys, async (key) => {
      found.set(key, readItem(await valueAt(backend, `boards/${board}/${key}`)));
    });
  const files = new Map<string, { type: string; sizeBytes: number }>();
  await Promise.all([
    read([...new Set([...items, ...columns.map(columnKey)])]),
    inGroups(pathsOfFiles(board, writes), async (path) => {
      const object = await backend.getObject(path);
      if (object) files.set(path, { type: object.contentType ?? "", sizeBytes: object.sizeBytes });
    }),
  ]);
  // A card that comes back from the archive comes into the column that it stood in.
  const left = items.flatMap((key) => {
    const column = key.startsWith("cards/") ? textIn(found.get(key), "place", "column") : "";
    return column === "" ? [] : [columnKey(column)];
  });
  await read([...new Set(left)].filter((key) => !found.has(key)));
  return {
    stored: (kind, id) => found.get(`${kind}/${id}`),
    file: (path) => files.get(path),
  };
}

/**
 * All items of a kind as they are stored, by id: piece by piece, as nobody else reads anything of the embedded backend
 * meanwhile. Of one moment only if nothing has changed since `seq` was read. @throws BackendError
 */
export async function readKind(
  backend: Pick<ServerBackend, "exportChildren">,
  board: string,
  kind: BoardKind,
): Promise<Record<string, DatabaseJson>> {
  const items: [id: string, item: DatabaseJson][] = [];
  for await (const page of everyChildPage(backend, `boards/${board}/${kind}`)) items.push(...page);
  // Not one by one: an id may be `__proto__`.
  return Object.fromEntries(items);
}

/** Of new files, where they say they are; what is not in the board's folder is not looked at. */
function pathsOfFiles(board: string, writes: Record<string, unknown>): string[] {
  return Object.entries(writes).flatMap(([key, value]) => {
    if (!/^files\/[^/]+\/of$/.test(key)) return [];
    const { path } = (value ?? {}) as { path?: unknown };
    const isHere = typeof path === "string" && path.startsWith(`boards/${board}/`);
    return isHere && path.length <= 1_024 ? [path] : [];
  });
}

async function valueAt(
  backend: Pick<ServerBackend, "getValue">,
  path: string,
): Promise<DatabaseJson> {
  return (await backend.getValue(path)).value;
}

/** At most 50 at a time. */
export async function inGroups<Key>(
  keys: readonly Key[],
  read: (key: Key) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < keys.length; at += atOnce) {
    // oxlint-disable-next-line no-await-in-loop -- not all at once is the point
    await Promise.all(keys.slice(at, at + atOnce).map(read));
  }
}
