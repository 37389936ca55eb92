/** Asks, adds the index that the query lacks, and asks again, as whoever develops with the service would. */
import { isDeepStrictEqual } from "node:util";
import { parseIndexDefinitions } from "../index-definition.ts";
import type { FirestoreService } from "../index.ts";

/** More than any query needs one after the other. */
const MAX_INDEXES_OF_A_QUERY = 40;

type Override = { collectionGroup: string; fieldPath: string };

export function createMissingIndexes(service: FirestoreService) {
  let indexes: object[] = [];
  let fieldOverrides: Override[] = [];

  /** The first answer that does not lack an index. */
  async function ask(send: () => Promise<Response>): Promise<Response> {
    for (let more = 0; more <= MAX_INDEXES_OF_A_QUERY; more += 1) {
      const response = await send();
      const entry = response.status === 400 ? await missingIndexOf(response.clone()) : undefined;
      if (entry === undefined) return response;
      add(entry);
      await set();
    }
    throw new Error("A query needs more and more indexes.");
  }

  async function set(): Promise<void> {
    const text = JSON.stringify({ indexes, fieldOverrides });
    await service.setIndexes(parseIndexDefinitions({ file: "missing.indexes.json", text }));
  }

  /** Those that are not kept are dropped. */
  async function keep(isKept: () => boolean): Promise<void> {
    indexes = indexes.filter(isKept);
    fieldOverrides = fieldOverrides.filter(isKept);
    await set();
  }

  function add(entry: object): void {
    if ([...indexes, ...fieldOverrides].some((there) => isDeepStrictEqual(there, entry))) {
      throw new Error(`An index that is there is said to lack: ${JSON.stringify(entry)}`);
    }
    if (!isOverride(entry)) {
      indexes.push(entry);
      return;
    }
    const { collectionGroup, fieldPath } = entry;
    const others = fieldOverrides.filter(
      (one) => one.collectionGroup !== collectionGroup || one.fieldPath !== fieldPath,
    );
    fieldOverrides = [...others, entry];
  }

  return { ask, keep, count: () => indexes.length + fieldOverrides.length };
}

function isOverride(entry: object): entry is Override {
  return "fieldPath" in entry;
}

/** The entry of firestore.indexes.json that the message shows. */
async function missingIndexOf(response: Response): Promise<object | undefined> {
  type ErrorBody = { error: { status: string; message: string } };
  const body = (await response.json()) as ErrorBody | [ErrorBody];
  const { error } = Array.isArray(body) ? body[0] : body;
  if (error.status !== "FAILED_PRECONDITION") return undefined;
  const json = /requires an index[^{]*(\{.*\})$/s.exec(error.message)?.[1];
  return json === undefined ? undefined : (JSON.parse(json) as object);
}
