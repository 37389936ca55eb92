/** All children of a place in the Realtime Database, however many, without ever holding all of them. */
import { compareKeys } from "./database-key.ts";
import { mayBeTooMuch } from "./in-pages.ts";
import type { DatabaseJson, ServerBackend } from "./server-backend.ts";

type Child = [key: string, value: DatabaseJson];

const pageSize = 500;

/** In the order of the keys, in export form. */
export async function* everyChildPage(
  backend: Pick<ServerBackend, "exportChildren">,
  path: string,
): AsyncGenerator<Child[]> {
  let limit = pageSize;
  let after: string | undefined;
  for (;;) {
    let page: Child[];
    try {
      // oxlint-disable-next-line no-await-in-loop -- each page is known by the one before
      const children = (await backend.exportChildren(path, { after, limit })) ?? {};
      page = Object.entries(children).toSorted(([a], [b]) => compareKeys(a, b));
    } catch (error) {
      if (!mayBeTooMuch(error) || limit === 1) throw error;
      limit = Math.floor(limit / 4) || 1;
      continue;
    }
    if (page.length > 0) yield page;
    if (page.length < limit) return;
    after = page.at(-1)?.[0];
  }
}

export type Pair = { key: string; left: DatabaseJson; right: DatabaseJson };

/** What two places have at the same keys, null where one has nothing; some hundred at a time. */
export async function* inStep(
  lefts: AsyncGenerator<Child[]>,
  rights: AsyncGenerator<Child[]>,
): AsyncGenerator<Pair[]> {
  const left = await openCursor(lefts);
  const right = await openCursor(rights);
  let pairs: Pair[] = [];
  for (;;) {
    const key = firstOf(left.key(), right.key());
    if (key === undefined) break;
    // One page after the other has to be read here.
    pairs.push({ key, left: await left.take(key), right: await right.take(key) });
    if (pairs.length < pageSize) continue;
    yield pairs;
    pairs = [];
  }
  if (pairs.length > 0) yield pairs;
}

function firstOf(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return compareKeys(a, b) <= 0 ? a : b;
}

async function openCursor(pages: AsyncGenerator<Child[]>) {
  let page: Child[] = [];
  let index = 0;
  async function advance(): Promise<void> {
    index += 1;
    if (index < page.length) return;
    const next = await pages.next();
    page = next.done === true ? [] : next.value;
    index = 0;
  }
  await advance();
  return {
    key: () => page[index]?.[0],
    /** The value at this key, and on to the next one; null when the next one is another. */
    async take(key: string): Promise<DatabaseJson> {
      const child = page[index];
      if (child?.[0] !== key) return null;
      await advance();
      return child[1];
    },
  };
}
