/**
 * All documents of a place in the order of their names, page by page. It asks for all documents below a document, with a
 * cursor; what is read in several pages is no picture of one moment.
 */
import { BackendError } from "#lib/server-backend.ts";
import type {
  DocumentsClient,
  StructuredQuery,
  TypedDocument,
} from "../backend-port/documents-client.ts";
import { formatDocumentLine } from "./document-line.ts";

type Source = Pick<DocumentsClient, "getDocument" | "runQuery" | "nameOf">;
type Cursor = NonNullable<StructuredQuery["startAt"]>;

const firstLimit = 64;
const maxLimit = 4096;
/** Pages grow while their text is shorter and shrink when it is a few times longer. */
const pageChars = 2 * 1024 * 1024;

/** No id comes before it: numbers come first, and this is the lowest. */
const lowestId = "__id-9999999999999999999__";

export type ExportPage = { lines: string; documents: number };

/**
 * @param path of a collection, whose documents are meant with all below them, or of a document with all below it; "" is
 * everything. @throws BackendError
 */
export async function* exportDocuments(source: Source, path: string): AsyncIterable<ExportPage> {
  const ids = path === "" ? [] : path.split("/");
  if (ids.length % 2 === 1) {
    // A query for one collection leaves out what is below its documents, so this one looks further and is cut.
    const startAt = cursorAt(source, `${path}/${lowestId}`, true);
    const pages = pagesBelow(source, ids.slice(0, -1).join("/"), startAt);
    yield* pagesUntil(pages, (document) => !document.path.startsWith(`${path}/`));
    return;
  }
  const document = path === "" ? null : await source.getDocument(path);
  if (document !== null) yield toPage([document]);
  yield* pagesUntil(pagesBelow(source, path), () => false);
}

type Page = { documents: TypedDocument[]; setChars: (chars: number) => void };

async function* pagesUntil(
  pages: AsyncIterable<Page>,
  isBeyond: (document: TypedDocument) => boolean,
): AsyncIterable<ExportPage> {
  for await (const { documents, setChars } of pages) {
    const end = documents.findIndex(isBeyond);
    const page = toPage(end === -1 ? documents : documents.slice(0, end));
    if (page.documents > 0) yield page;
    if (end !== -1) return;
    setChars(page.lines.length);
  }
}

/** The last one is shorter than it might be, and there may be none. */
async function* pagesBelow(source: Source, parent: string, start?: Cursor): AsyncIterable<Page> {
  let startAt = start;
  let limit = firstLimit;
  for (;;) {
    const documents = await unlessTooLarge(
      source.runQuery(parent, {
        from: [{ allDescendants: true }],
        orderBy: [{ field: { fieldPath: "__name__" }, direction: "ASCENDING" }],
        ...(startAt && { startAt }),
        limit,
      }),
    );
    if (documents instanceof BackendError) {
      if (limit === 1) throw documents;
      limit = Math.ceil(limit / 8);
      continue;
    }
    const asked = limit;
    yield {
      documents,
      setChars(chars) {
        if (chars * 4 < pageChars) limit = Math.min(limit * 4, maxLimit);
        else if (chars > pageChars * 4) limit = Math.ceil(limit / 4);
      },
    };
    const last = documents.at(-1);
    if (last === undefined || documents.length < asked) return;
    startAt = cursorAt(source, last.path, false);
  }
}

function cursorAt({ nameOf }: Source, path: string, before: boolean): Cursor {
  return { values: [{ referenceValue: nameOf(path) }], before };
}

function toPage(documents: readonly TypedDocument[]): ExportPage {
  return { lines: documents.map(formatDocumentLine).join(""), documents: documents.length };
}

/** What is refused for its size may be given in smaller pages. */
async function unlessTooLarge<Answer>(asked: Promise<Answer>): Promise<Answer | BackendError> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof BackendError && error.status === "RESOURCE_EXHAUSTED") return error;
    throw error;
  }
}
