/** Reads of more than one answer can hold: documents may be as large as 1 MiB each, and a backend refuses an answer of too many. */
import type { ServerBackend, StoredDocument } from "#lib/server-backend.ts";
import { BackendError } from "#lib/server-backend.ts";

const usualPage = 200;

/** @param find the first `limit` ones behind `last` */
export async function* inPages(
  find: (page: { limit: number; last: StoredDocument | undefined }) => Promise<StoredDocument[]>,
): AsyncGenerator<StoredDocument[], void> {
  let limit = usualPage;
  let last: StoredDocument | undefined;
  for (;;) {
    let page: StoredDocument[];
    try {
      // oxlint-disable-next-line no-await-in-loop -- each page is known by the one before
      page = await find({ limit, last });
    } catch (error) {
      if (!isTooMuch(error) || limit === 1) throw error;
      limit = Math.floor(limit / 4) || 1;
      continue;
    }
    yield page;
    if (page.length < limit) return;
    last = page.at(-1);
  }
}

/** Whether less at a time may do. */
export function isTooMuch(error: unknown): boolean {
  return error instanceof BackendError && error.status === "RESOURCE_EXHAUSTED";
}

/** What is picked of each document of a collection, by id; the documents themselves are not kept. @throws BackendError */
export async function pickEach<Picked>(
  backend: Pick<ServerBackend, "findDocuments">,
  from: { collection: string; where?: Record<string, string>; most: number },
  pick: (document: StoredDocument) => Picked,
): Promise<Picked[]> {
  const { collection, where = {}, most } = from;
  const picked: Picked[] = [];
  const pages = inPages(({ limit, last }) =>
    backend.findDocuments(collection, { where, after: last?.id, limit }),
  );
  for await (const page of pages) {
    picked.push(...page.map(pick));
    if (picked.length >= most) break;
  }
  return picked.slice(0, most);
}
