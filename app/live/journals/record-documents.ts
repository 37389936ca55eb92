/** The documents of journals, by Firestore's REST: with bytes, times by the server, and answers of one moment. */
import {
  type FirestoreFields,
  type FirestoreValue,
  fromFirestoreFields,
} from "#lib/firestore-value.ts";
import { RefusedError, callDocuments, documentsRoot, lostRaces } from "../documents-call.ts";

/** As one is read. `at` is the server's clock at its last write, milliseconds. */
export type StoredDocument = {
  /** The last part of its name. */
  doc: string;
  rev: number;
  at: number;
  /** Firestore's own texts of `at` and of its last write. */
  time: string;
  updateTime: string;
  /** What is sealed. */
  c?: Uint8Array<ArrayBuffer>;
  /** JSON text of what is plain. */
  d?: string;
  /** Texts of a header. */
  texts: Readonly<Record<string, string>>;
};

/** Undefined: it must not be there. */
type Precondition = { updateTime: string | undefined };

export type DocumentWrite = Precondition &
  (
    | {
        path: string;
        rev: number;
        fields: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>;
      }
    /** It is deleted. */
    | { path: string; rev: null }
  );

/** Of one moment: `readTime` is the server's clock, milliseconds. */
type ReadDocuments = {
  /** In the order of the paths; undefined where there is none. */
  documents: (StoredDocument | undefined)[];
  readTime: number;
};

type Page = {
  /** Where they are: `users/ann/journals`. */
  parent: string;
  limit: number;
  /** Those that were written at this time or later, the first one first; without it all, by name. Milliseconds. */
  since?: number;
  /** The last one of the page before. */
  after?: StoredDocument;
  /** Names and times only. */
  isIndex?: true;
};

/** All throw NoAnswerError, and RefusedError for an answer that is final. */
export type JournalDocuments = {
  read(paths: readonly string[], signal?: AbortSignal): Promise<ReadDocuments>;
  list(page: Page, signal?: AbortSignal): Promise<StoredDocument[]>;
  count(parent: string, signal?: AbortSignal): Promise<number>;
  /**
   * All of it or nothing; `same` must not have changed.
   * @returns `at` of what was written, milliseconds; undefined: somebody was quicker, or the rules refuse it
   */
  commit(
    writes: readonly DocumentWrite[],
    same: readonly { path: string; updateTime: string }[],
    signal?: AbortSignal,
  ): Promise<number | undefined>;
};

export function createJournalDocuments(uid: string): JournalDocuments {
  return {
    async read(paths, signal) {
      const root = await documentsRoot();
      const documents = paths.map((path) => `${root}/${path}`);
      const answer = await callDocuments(uid, "batchGet", { documents }, signal);
      const found = new Map<string, StoredDocument>();
      let readTime = 0;
      for (const item of answer as { found?: Found; readTime?: string }[]) {
        if (item.readTime !== undefined) readTime = Math.max(readTime, Date.parse(item.readTime));
        if (item.found) found.set(item.found.name, documentOf(item.found));
      }
      return { documents: documents.map((name) => found.get(name)), readTime };
    },
    async list(page, signal) {
      const root = await documentsRoot();
      const { below, collectionId } = placeOf(page.parent);
      const structuredQuery = queryOf(collectionId, page, `${root}/${page.parent}`);
      const answer = await callDocuments(uid, "runQuery", { structuredQuery }, signal, below);
      return (answer as { document?: Found }[]).flatMap(({ document }) =>
        document ? [documentOf(document)] : [],
      );
    },
    async count(parent, signal) {
      const { below, collectionId } = placeOf(parent);
      const structuredAggregationQuery = {
        structuredQuery: { from: [{ collectionId }] },
        aggregations: [{ alias: "count", count: {} }],
      };
      const body = { structuredAggregationQuery };
      const answer = await callDocuments(uid, "runAggregationQuery", body, signal, below);
      const [first] = answer as { result?: { aggregateFields?: FirestoreFields } }[];
      const { count } = fromFirestoreFields(first?.result?.aggregateFields ?? {});
      return typeof count === "number" ? count : 0;
    },
    async commit(writes, same, signal) {
      const root = await documentsRoot();
      const body = {
        writes: [
          ...writes.map((write) => writeOf(root, write)),
          ...same.map(({ path, updateTime }) => ({
            verify: `${root}/${path}`,
            currentDocument: { updateTime },
          })),
        ],
      };
      try {
        return timeOf((await callDocuments(uid, "commit", body, signal)) as Committed);
      } catch (error) {
        // Rules are asked first: what they refuse may be a race that was lost.
        if (error instanceof RefusedError && isRefusedWrite(error)) return undefined;
        throw error;
      }
    },
  };
}

type Committed = {
  commitTime: string;
  writeResults?: { transformResults?: FirestoreValue[] }[];
};

/** As `at` has it. */
function timeOf({ commitTime, writeResults = [] }: Committed): number {
  const [written] = writeResults.flatMap(({ transformResults = [] }) => transformResults);
  const isTime = written && "timestampValue" in written;
  return Date.parse(isTime ? written.timestampValue : commitTime);
}

type Found = { name: string; updateTime: string; fields?: FirestoreFields };

/** Of what is too large, too. */
const refusals: ReadonlySet<string> = new Set(["PERMISSION_DENIED", "INVALID_ARGUMENT"]);

const isRefusedWrite = ({ message }: RefusedError): boolean =>
  lostRaces.has(message) || refusals.has(message);

const atField = { fieldPath: "at" };
const nameField = { fieldPath: "__name__" };

function queryOf(collectionId: string, page: Page, parent: string) {
  const { since, after, limit, isIndex } = page;
  const from = {
    from: [{ collectionId }],
    limit,
    ...(isIndex && { select: { fields: [atField] } }),
  };
  const name = after && { referenceValue: `${parent}/${after.doc}` };
  if (since === undefined) {
    const startAt = name && { values: [name], before: false };
    return { ...from, orderBy: [{ field: nameField }], ...(startAt && { startAt }) };
  }
  const value = { timestampValue: new Date(since).toISOString() };
  const where = { fieldFilter: { field: atField, op: "GREATER_THAN_OR_EQUAL", value } };
  const orderBy = [{ field: atField }, { field: nameField }];
  const values = after && name && [{ timestampValue: after.time }, name];
  const startAt = values && { values, before: false };
  return { ...from, where, orderBy, ...(startAt && { startAt }) };
}

function writeOf(root: string, write: DocumentWrite) {
  const name = `${root}/${write.path}`;
  const { updateTime } = write;
  const currentDocument = updateTime === undefined ? { exists: false } : { updateTime };
  if (write.rev === null) return { delete: name, currentDocument };
  const fields: Record<string, FirestoreValue> = { rev: { integerValue: String(write.rev) } };
  for (const [field, value] of Object.entries(write.fields)) {
    fields[field] =
      typeof value === "string" ? { stringValue: value } : { bytesValue: toBase64(value) };
  }
  const updateTransforms = [{ fieldPath: "at", setToServerValue: "REQUEST_TIME" }];
  return { update: { name, fields }, updateTransforms, currentDocument };
}

function documentOf({ name, updateTime, fields = {} }: Found): StoredDocument {
  const { rev, at, c, d, ...rest } = fields;
  const time = at && "timestampValue" in at ? at.timestampValue : "";
  const texts: Record<string, string> = {};
  for (const [field, value] of Object.entries(rest)) {
    if ("stringValue" in value) texts[field] = value.stringValue;
  }
  return {
    doc: name.slice(name.lastIndexOf("/") + 1),
    rev: rev && "integerValue" in rev ? Number(rev.integerValue) : 0,
    at: time === "" ? 0 : Date.parse(time),
    time,
    updateTime,
    ...(c && "bytesValue" in c && { c: fromBase64(c.bytesValue) }),
    ...(d && "stringValue" in d && { d: d.stringValue }),
    texts,
  };
}

function placeOf(parent: string): { below: string; collectionId: string } {
  const at = parent.lastIndexOf("/");
  return { below: `/${parent.slice(0, at)}`, collectionId: parent.slice(at + 1) };
}

function toBase64(bytes: Uint8Array): string {
  let letters = "";
  for (let at = 0; at < bytes.length; at += 8_192) {
    letters += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  }
  return btoa(letters);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const letters = atob(text);
  // Of thousands of texts `Uint8Array.from` takes as long as all the rest of the reading.
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at += 1) bytes[at] = letters.charCodeAt(at);
  return bytes;
}
