/**
 * Pages of the directory. A page costs one query; with a search three, with a filter a few, and then at most as many rows as
 * are named here: the database orders by one value, so what is asked beside it is sorted out among the rows it found.
 */
import { compareKeys, faultOfKey } from "#lib/database-key.ts";
import { foldText } from "#lib/fold-text.ts";
import type { DatabaseJson, DatabaseQuery, ServerBackend } from "#lib/server-backend.ts";
import type { UserPage, UserQuery, UserRow, UserState } from "#lib/user-admin.ts";
import { toUserRow } from "./user-row.ts";

type Child = [key: string, value: DatabaseJson];
type Mark = { value: string | null; key: string };
type Backend = Pick<ServerBackend, "queryValues" | "getValue">;

const pageSize = 50;
/** So many are sorted here. */
const maxSorted = 500;
const scanSize = 250;
const maxScans = 4;
/** Sorts behind every character that a name has. */
const last = "\uf8ff";

const childOf = {
  name: "sortName",
  email: "sortEmail",
  created: "createdAt",
  seen: "lastSeenAt",
} as const;

/** The cursor is none that a page had. */
export class CursorError extends Error {
  override readonly name = "CursorError";
}

/** @throws CursorError */
export async function listUsers(backend: Backend, query: UserQuery): Promise<UserPage> {
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor);
  const search = foldText(query.search ?? "");
  if (search !== "") {
    const { children, isCut } = await findByPrefix(backend, search, query.search?.trim() ?? "");
    return sortedPage(children, query, after, isCut);
  }
  const few = await findFew(backend, query);
  if (few !== undefined) return sortedPage(few, query, after, false);
  return scan(backend, query, after);
}

async function findByPrefix(backend: Backend, search: string, uid: string) {
  const find = (orderBy: string) =>
    query(backend, { orderBy, startAt: search, endAt: search + last, limit: maxSorted + 1 });
  const [names, lastNames, emails, exact] = await Promise.all([
    find(childOf.name),
    find("sortLastName"),
    find(childOf.email),
    faultOfKey(uid) === undefined ? backend.getValue(`directory/${uid}`) : undefined,
  ]);
  const all = [names, lastNames, emails];
  const found = new Map<string, DatabaseJson>(all.flat());
  if (exact !== undefined && exact.value !== null) found.set(uid, exact.value);
  return { children: [...found], isCut: all.some((some) => some.length > maxSorted) };
}

/** What a filter finds when that is little; undefined when it is much, and then a scan meets some soon. */
async function findFew(backend: Backend, { role, state }: UserQuery): Promise<Child[] | undefined> {
  const filters: Omit<DatabaseQuery, "limit">[] = [];
  if (state === "leaving") filters.push({ orderBy: "deletionAt", startAt: "" });
  else if (state === "disabled") filters.push({ orderBy: "disabled", equalTo: true });
  else if (role !== undefined) filters.push({ orderBy: "role", equalTo: role });
  if (state === "unverified") filters.push({ orderBy: "verified", equalTo: false });
  for (const filter of filters) {
    // The second is asked only when the first finds too much.
    // oxlint-disable-next-line no-await-in-loop
    const found = await query(backend, { ...filter, limit: maxSorted + 1 });
    if (found.length <= maxSorted) return found;
  }
  return undefined;
}

function sortedPage(
  children: readonly Child[],
  query: UserQuery,
  after: Mark | undefined,
  isCut: boolean,
): UserPage {
  const direction = query.descending ? -1 : 1;
  const fitting = children
    .map(([key, value]) => ({ mark: markOf(query, key, value), row: toUserRow(key, value) }))
    .filter(({ row }) => fits(row, query))
    .toSorted((a, b) => direction * compareMarks(a.mark, b.mark))
    .filter(({ mark }) => after === undefined || direction * compareMarks(mark, after) > 0);
  const shown = fitting.slice(0, pageSize);
  const end = shown.at(-1);
  const next = fitting.length > pageSize && end !== undefined ? writeCursor(end.mark) : null;
  return { rows: shown.map(({ row }) => row), next, isCut };
}

/** In the database's own order. A page may be short, and even empty, while there are more to look at. */
async function scan(
  backend: Backend,
  asked: UserQuery,
  after: Mark | undefined,
): Promise<UserPage> {
  const isFiltered = asked.role !== undefined || asked.state !== undefined;
  const limit = isFiltered ? scanSize : pageSize + 1;
  const rows: UserRow[] = [];
  let mark = after;
  for (let scans = 0; scans < maxScans; scans += 1) {
    const bound = asked.descending ? "endBefore" : "startAfter";
    // One page begins where the one before it ended.
    // oxlint-disable-next-line no-await-in-loop
    const children = await query(backend, {
      orderBy: childOf[asked.sort],
      ...(mark !== undefined && { [bound]: mark }),
      last: asked.descending,
      limit,
    });
    for (const [at, [key, value]] of children.entries()) {
      const row = toUserRow(key, value);
      mark = markOf(asked, key, value);
      if (fits(row, asked)) rows.push(row);
      if (rows.length < pageSize) continue;
      const isEnd = at === children.length - 1 && children.length < limit;
      return { rows, next: isEnd ? null : writeCursor(mark), isCut: false };
    }
    if (children.length < limit || mark === undefined) return { rows, next: null, isCut: false };
  }
  return { rows, next: mark === undefined ? null : writeCursor(mark), isCut: false };
}

function query(backend: Backend, asked: DatabaseQuery): Promise<Child[]> {
  return backend.queryValues("directory", asked);
}

function fits(row: UserRow, { role, state }: UserQuery): boolean {
  if (role !== undefined && row.role !== role) return false;
  return state === undefined || isInState[state](row);
}

const isInState: Record<UserState, (row: UserRow) => boolean> = {
  disabled: ({ disabled }) => disabled,
  unverified: ({ verified }) => !verified,
  leaving: ({ deletionAt }) => deletionAt !== null,
};

function markOf({ sort }: UserQuery, key: string, value: DatabaseJson): Mark {
  const found = (value as Record<string, DatabaseJson>)[childOf[sort]];
  return { value: typeof found === "string" ? found : null, key };
}

/** As the database does: nothing first, then texts, then keys. */
function compareMarks(a: Mark, b: Mark): number {
  if (a.value === b.value) return compareKeys(a.key, b.key);
  if (a.value === null || b.value === null) return a.value === null ? -1 : 1;
  return a.value < b.value ? -1 : 1;
}

function writeCursor({ value, key }: Mark): string {
  return Buffer.from(JSON.stringify([value, key])).toString("base64url");
}

function readCursor(text: string): Mark {
  try {
    const [value, key] = JSON.parse(Buffer.from(text, "base64url").toString()) as unknown[];
    const isValue = value === null || typeof value === "string";
    if (isValue && typeof key === "string" && faultOfKey(key) === undefined) return { value, key };
  } catch {
    // Not JSON is refused like any other wrong cursor.
  }
  throw new CursorError("This page of the list is not known. Load the list again.");
}
