/** While the site is being developed: an index that a query lacks is built, and added to the file of indexes. */
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { MissingIndex } from "#backend";

/** As many as Firestore has of them for a project without billing. */
const MAX_INDEXES = 200;
/** A query that is dropped lacks its index the next time, too. */
const MAX_WAITING = 100;

type Entry = { [name: string]: unknown };
type IndexesFile = { indexes?: Entry[]; fieldOverrides?: Entry[] };

type Log = {
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
};

export type IndexAdder = {
  /** One after the other, in the order of the calls. */
  add: (missing: MissingIndex) => void;
  /** Resolves when all that was to be added is. */
  settled: () => Promise<void>;
};

export function createIndexAdder(deps: {
  /** firestore.indexes.json */
  path: string;
  setIndexes: (source: { file: string; text: string }) => Promise<void>;
  log: Log;
}): IndexAdder {
  const { path, setIndexes, log } = deps;
  const file = basename(path);
  let last: Promise<void> = Promise.resolve();
  let waiting = 0;

  async function addNow(missing: MissingIndex): Promise<void> {
    const storedText = await readFile(path, "utf8");
    const stored = parse(storedText);
    if (stored === undefined) {
      return log.warn(missing, `a query lacks an index: ${file} has comments, so add it by hand`);
    }
    const added = withMissing(stored, missing);
    if (added === undefined) {
      // Added by hand, or for another query that came at the same time.
      return setIndexes({ file, text: storedText });
    }
    if ((added.indexes?.length ?? 0) + (added.fieldOverrides?.length ?? 0) > MAX_INDEXES) {
      return log.warn(missing, `a query lacks an index: ${file} is full, so it was not added`);
    }
    const text = `${JSON.stringify(added, null, 2)}\n`;
    await setIndexes({ file, text });
    await replaceFile(path, text);
    log.warn(missing, `a query lacked an index: it was built, and added to ${file}; ask again`);
  }

  return {
    add(missing) {
      if (waiting >= MAX_WAITING) return;
      waiting += 1;
      last = last
        .then(() => addNow(missing))
        .catch((error: unknown) => {
          log.error({ err: error, ...missing }, `an index could not be added to ${file}`);
        })
        .finally(() => (waiting -= 1));
    },
    settled: () => last,
  };
}

/** Undefined for what is more than JSON: written again it would lose its comments. */
function parse(text: string): IndexesFile | undefined {
  try {
    return JSON.parse(text) as IndexesFile;
  } catch {
    return undefined;
  }
}

/** Undefined when it is there already: several queries may have lacked it at once. */
function withMissing(stored: IndexesFile, missing: MissingIndex): IndexesFile | undefined {
  const { indexes = [], fieldOverrides = [] } = stored;
  if ("index" in missing) {
    const index = missing.index as Entry;
    if (indexes.some((entry) => isDeepStrictEqual(withScope(entry), index))) return undefined;
    return { ...stored, indexes: [...indexes, index] };
  }
  const override = missing.fieldOverride as Entry;
  const place = fieldOverrides.findIndex(
    (entry) =>
      entry["collectionGroup"] === override["collectionGroup"] &&
      entry["fieldPath"] === override["fieldPath"],
  );
  if (place < 0) return { ...stored, fieldOverrides: [...fieldOverrides, override] };
  const merged = withIndexes(fieldOverrides[place] as Entry, override);
  if (merged === undefined) return undefined;
  return { ...stored, fieldOverrides: fieldOverrides.with(place, merged) };
}

/** What both have; queries that came at once know nothing of what each other has added. */
function withIndexes(stored: Entry, override: Entry): Entry | undefined {
  const there = stored["indexes"] as Entry[];
  const isThere = (one: Entry) => there.some((other) => isDeepStrictEqual(withScope(other), one));
  const more = (override["indexes"] as Entry[]).filter((one) => !isThere(one));
  return more.length === 0 ? undefined : { ...stored, indexes: [...there, ...more] };
}

/** The file may leave it out. */
function withScope(entry: Entry): Entry {
  return { queryScope: "COLLECTION", ...entry };
}

/** Whole, or as it was. */
async function replaceFile(path: string, text: string): Promise<void> {
  const temporary = `${path}.new`;
  try {
    await writeFile(temporary, text);
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
}
