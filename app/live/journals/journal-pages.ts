/** All that the server has of a part of a journal, page by page; of what is here already only what differs is fetched. */
import type { JournalPart } from "#lib/journal/documents.ts";
import type { Page } from "../records/records-source.ts";
import { type CodedRecord, type JournalCodec, valueOf } from "./journal-codec.ts";
import { openSome, pageSizes } from "./open-some.ts";
import type { JournalDocuments, StoredDocument } from "./record-documents.ts";

/** How many names are asked for at a time. */
export const indexSize = 2000;

export type PagesParts = {
  codec: JournalCodec;
  documents: JournalDocuments;
  /** Path of the journal. */
  header: string;
  part: JournalPart;
  /** What is here, `KIND/ID` with its `at`. */
  have: ReadonlyMap<string, number>;
  /** Names of documents that nobody can read. */
  faulty: (documents: readonly string[]) => void;
  signal: AbortSignal;
};

export async function* readPages(parts: PagesParts): AsyncGenerator<Page> {
  yield* parts.have.size === 0 ? readWhole(parts) : readChanged(parts);
}

async function* readWhole(parts: PagesParts): AsyncGenerator<Page> {
  const { documents, header, part, signal } = parts;
  const parent = `${header}/${part}`;
  const of = await documents.count(parent, signal);
  for await (const found of listAll(documents, { parent, limit: pageSizes[part] }, signal)) {
    const { items } = await openedPage(parts, found);
    yield { items, of };
  }
}

/** Where this browser has something, also of a first reading that was broken off. */
async function* readChanged(parts: PagesParts): AsyncGenerator<Page> {
  const { codec, documents, header, part, have, signal } = parts;
  const keys = new Map<string, string>();
  for (const key of have.keys()) {
    const [kind = "", id = ""] = key.split("/");
    // oxlint-disable-next-line no-await-in-loop -- each is quick, and the codec remembers it
    keys.set(await codec.name(kind, id), key);
  }
  const keysOf = (docs: readonly string[]) => docs.flatMap((doc) => keys.get(doc) ?? []);
  const index = { parent: `${header}/${part}`, limit: indexSize, isIndex: true } as const;
  for await (const found of listAll(documents, index, signal)) {
    const isSame = ({ doc, at }: StoredDocument) => have.get(keys.get(doc) ?? "") === at;
    yield { items: [], same: keysOf(found.filter(isSame).map(({ doc }) => doc)) };
    const changed = found.filter((one) => !isSame(one));
    const size = pageSizes[part];
    for (let at = 0; at < changed.length; at += size) {
      const paths = changed.slice(at, at + size).map(({ doc }) => `${header}/${part}/${doc}`);
      // oxlint-disable-next-line no-await-in-loop -- one page after the other
      const read = await documents.read(paths, signal);
      const there = read.documents.filter((one) => one !== undefined);
      // oxlint-disable-next-line no-await-in-loop
      const { items, faults } = await openedPage(parts, there);
      // What cannot be read is no reason to throw away what is here.
      yield { items, same: keysOf(faults) };
    }
  }
}

/** All that there is below one place, page by page, by name. */
export async function* listAll(
  documents: Pick<JournalDocuments, "list">,
  page: { parent: string; limit: number; isIndex?: true },
  signal?: AbortSignal,
): AsyncGenerator<StoredDocument[]> {
  let after: StoredDocument | undefined;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const found = await documents.list({ ...page, ...(after && { after }) }, signal);
    if (found.length > 0) yield found;
    if (found.length < page.limit) return;
    after = found.at(-1);
  }
}

async function openedPage(
  { codec, part, faulty }: PagesParts,
  found: readonly StoredDocument[],
): Promise<{ items: Page["items"]; faults: string[] }> {
  const faults: string[] = [];
  const items = await openSome(found, async (document) => {
    const record = await codec.read(part, document);
    if (record === undefined) faults.push(document.doc);
    return record && itemOf(record, document.at);
  });
  if (faults.length > 0) faulty(faults);
  return { items, faults };
}

const itemOf = ({ kind, id, item }: CodedRecord, at: number) => ({
  kind,
  id,
  value: valueOf(item),
  at,
});
