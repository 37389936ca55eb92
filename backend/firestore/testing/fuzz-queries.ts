/** Random queries between random commits, each answer compared with what the naive evaluation says. */
import { isDeepStrictEqual } from "node:util";
import type { FirestoreValue } from "#lib/firestore-value.ts";
import { doubleOf, isNumber } from "../value.ts";
import {
  type NaiveDocument,
  type WireAggregation,
  naiveAggregate,
  naiveQuery,
} from "./naive-query.ts";
import { createMissingIndexes } from "./add-missing-indexes.ts";
import { checkEntries } from "./check-entries.ts";
import { ROOT, nameOf } from "./open-documents.ts";
import { openInProcess } from "./open-in-process.ts";
import {
  type Random,
  type RandomQuery,
  mayNeedIndex,
  randomAggregations,
  randomDocument,
  randomQuery,
} from "./random-query.ts";
import { seededRandom } from "./random-values.ts";

const FEW = 60;
/** More than a scan reads at once. */
const MANY = 450;
/** One in so many steps is a commit, or drops some of the indexes. */
const COMMIT_EVERY = 12;
const DROP_EVERY = 80;

/** Done against a service and against the model of its documents. */
type Fuzz = {
  random: Random;
  model: Map<string, NaiveDocument>;
  /** Answers of status 200; a query that may need indexes gets those that it lacks. */
  ask: (path: string, body: object, needsIndexes?: boolean) => Promise<unknown>;
};

/** @throws Error with the query, the answer and what it should be, at the first difference. */
export async function fuzzQueries({ seed, queries }: { seed: number; queries: number }) {
  const random = seededRandom(seed);
  using documents = await openInProcess();
  const indexes = createMissingIndexes(documents.service);
  const fuzz: Fuzz = {
    random,
    model: new Map(),
    async ask(path, body, needsIndexes = false) {
      const send = () => {
        const init = { method: "POST", body: JSON.stringify(body) };
        return documents.service.adminFetch(new Request(`http://test/v1/${ROOT}${path}`, init));
      };
      const response = await (needsIndexes ? indexes.ask(send) : send());
      if (response.status === 200) return response.json();
      throw new Error(`It was refused: ${await response.text()}`);
    },
  };
  const size = seed % 4 === 0 ? MANY : FEW;
  await commitSome(fuzz, { count: size, least: size });
  const done = { queries: 0, found: 0, simple: 0, commits: 1, drops: 0 };
  while (done.queries < queries) {
    if (random.below(COMMIT_EVERY) === 0) {
      await commitSome(fuzz, { count: 1 + random.below(size / 10), least: size / 2 });
      done.commits += 1;
    } else if (random.below(DROP_EVERY) === 0) {
      await indexes.keep(() => random.below(2) === 0);
      done.drops += 1;
    } else {
      const asked = randomQuery(random, [...fuzz.model.values()]);
      try {
        if ((await compareQuery(fuzz, asked)) > 0) done.found += 1;
        if (random.below(2) === 0) await compareAggregation(fuzz, asked);
      } catch (error) {
        const text = `"${asked.parent}" ${JSON.stringify(asked.query)}`;
        throw new Error(`seed ${seed}, query ${done.queries} below ${text}`, { cause: error });
      }
      done.queries += 1;
      if (!mayNeedIndex(asked.query)) done.simple += 1;
    }
  }
  const { entries } = checkEntries(documents.connection);
  return { ...done, entries, indexes: indexes.count() };
}

async function commitSome(
  { ask, model, random }: Fuzz,
  { count, least }: { count: number; least: number },
): Promise<void> {
  const writes = Array.from({ length: count }, () => {
    const there = [...model.keys()];
    if (there.length > least && random.below(2) === 0) {
      const path = random.pick(there);
      model.delete(path);
      return { delete: nameOf(path) };
    }
    const { path, fields } = randomDocument(random);
    model.set(path, { path, fields });
    return { update: { name: nameOf(path), fields } };
  });
  await ask(":commit", { writes });
}

function under(parent: string): string {
  return parent === "" ? "" : `/${encodeURI(parent)}`;
}

/** Returns how many documents were found. */
async function compareQuery({ ask, model }: Fuzz, { query, parent }: RandomQuery): Promise<number> {
  const all = [...model.values()];
  const right = naiveQuery(all, query, parent);
  const body = { structuredQuery: query };
  const told = documentsOf(await ask(`${under(parent)}:runQuery`, body, mayNeedIndex(query)));
  if (!isDeepStrictEqual(told, JSON.parse(JSON.stringify(right)))) {
    throw new Error(differenceOf(told, right, all));
  }
  return told.length;
}

async function compareAggregation(
  { ask, model, random }: Fuzz,
  { query, parent }: RandomQuery,
): Promise<void> {
  const all = [...model.values()];
  const { select: _select, ...structuredQuery } = query;
  const aggregations = randomAggregations(random);
  const right = naiveAggregate(all, query, aggregations, parent);
  const structuredAggregationQuery = {
    structuredQuery,
    aggregations: aggregations.map((one, index) => ({ ...one, alias: `n${index}` })),
  };
  const path = `${under(parent)}:runAggregationQuery`;
  const answer = await ask(path, { structuredAggregationQuery }, mayNeedIndex(query));
  const told = valuesOf(answer, aggregations);
  const scale = largestOf(all);
  if (right.every((value, index) => isClose(told[index], value, scale))) return;
  throw new Error(
    `aggregations ${JSON.stringify(aggregations)}\n` +
      `answered ${JSON.stringify(told)}\nright is ${JSON.stringify(right)}`,
  );
}

function valuesOf(
  answer: unknown,
  aggregations: readonly WireAggregation[],
): (FirestoreValue | undefined)[] {
  const [{ result }] = answer as [
    { result: { aggregateFields: Record<string, FirestoreValue | undefined> } },
  ];
  return aggregations.map((_, index) => result.aggregateFields[`n${index}`]);
}

/** Doubles are added in any order, so the last digits of a sum may differ. */
function isClose(told: FirestoreValue | undefined, right: FirestoreValue, scale: number): boolean {
  if (isDeepStrictEqual(told, right)) return true;
  if (told === undefined || !("doubleValue" in told) || !isNumber(right)) return false;
  if (!("doubleValue" in right)) return false;
  const difference = Math.abs(doubleOf(told) - doubleOf(right));
  return difference <= scale * 1e-12;
}

function largestOf(documents: readonly NaiveDocument[]): number {
  const numbers = JSON.stringify(documents).match(/\d{4,}/g) ?? [];
  return numbers.reduce((most, text) => Math.max(most, Number(text)), 1) * documents.length;
}

function documentsOf(answer: unknown): NaiveDocument[] {
  type Entry = { document?: { name: string; fields: NaiveDocument["fields"] } };
  return (answer as Entry[]).flatMap(({ document }) =>
    document === undefined
      ? []
      : [{ path: document.name.slice(ROOT.length + 1), fields: document.fields }],
  );
}

function differenceOf(
  told: readonly NaiveDocument[],
  right: readonly NaiveDocument[],
  all: readonly NaiveDocument[],
): string {
  const paths = (list: readonly NaiveDocument[]) => list.map(({ path }) => path).join(", ");
  const concerned = all.filter(({ path }) => {
    const here = told.findIndex((one) => one.path === path);
    return here !== right.findIndex((one) => one.path === path);
  });
  return `answered ${paths(told)}\nright is ${paths(right)}\nconcerned ${JSON.stringify(concerned)}`;
}
