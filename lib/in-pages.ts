/** Reads of more than one answer can hold: documents may be as large as 1 MiB each, and a backend refuses an answer of too many. */
import { BackendError } from "./server-backend.ts";
import type { ServerBackend, StoredDocument } from "./server-backend.ts";

const usualPage = 200;

/** None of them empty. @param find the first `limit` ones behind `last` */
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
    if (page.length > 0) yield page;
    if (page.length < limit) return;
    last = page.at(-1);
  }
}

/** Whether less at a time may do. */
export function isTooMuch(error: unknown): boolean {
  return error instanceof BackendError && error.status === "RESOURCE_EXHAUSTED";
}

/** The same of the Realtime Database, which has no status of its own for it. */
export function mayBeTooMuch(error: unknown): boolean {
  return isTooMuch(error) || (error instanceof BackendError && error.status === "INVALID_ARGUMENT");
}

type From = {
  collection: string;
  where?: Record<string, string | number | boolean>;
  /** Of each only these. */
  fields?: readonly string[] | undefined;
};

/** All of a collection, by id; of which a page at a time is kept. @throws BackendError */
export async function* documentsIn(
  backend: Pick<ServerBackend, "findDocuments">,
  { collection, where = {}, fields }: From,
): AsyncGenerator<StoredDocument, void> {
  const pages = inPages(({ limit, last }) =>
    backend.findDocuments(collection, { where, fields, after: last?.id, limit }),
  );
  for await (const page of pages) yield* page;
}

/** What is picked of each of the first `most` ones. @throws BackendError */
export async function pickEach<Picked>(
  backend: Pick<ServerBackend, "findDocuments">,
  { most, ...from }: From & { most: number },
  pick: (document: StoredDocument) => Picked,
): Promise<Picked[]> {
  const picked: Picked[] = [];
  for await (const document of documentsIn(backend, from)) {
    picked.push(pick(document));
    if (picked.length >= most) break;
  }
  return picked;
}
