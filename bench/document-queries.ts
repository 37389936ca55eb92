/**
 * P9: what a query that finds 20 documents costs in collections of 1,000, 100,000 and 1,000,000 documents, over HTTP as
 * the SDK asks, one after the other: through a composite index, and as a count, a page deep in the collection, an `in`
 * of three values, and a merge of two single-field indexes. Collections larger than
 * BENCH_DOCUMENTS are left out.
 */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { BenchRow } from "./bench-row.ts";
import { type BenchProcess, startProcess } from "./bench-process.ts";
import { BATCH, CATEGORIES, ROOT, TAGS, categoryName, setPath } from "./document-set.ts";
import { temporaryFolder } from "./measured-server.ts";
import { median } from "./median.ts";

const SMALLEST = 1_000;
const LARGEST = Number(process.env["BENCH_DOCUMENTS"] ?? 1_000_000);
const SIZES = [SMALLEST, 100_000, 1_000_000].filter((size) => size <= Math.max(LARGEST, SMALLEST));
const ROUNDS = 5;
const QUERIES = 200;
const LIMIT = 20;
const MARK = 1.5;

type Kind = {
  id: string;
  name: string;
  /** What is asked of a collection of this size for the nth time. */
  body(size: number, turn: number): { verb: "runQuery" | "runAggregationQuery"; json: object };
  /** Of the answer, so that it is known to be whole. */
  found: number;
};
type Times = { p50: number; p95: number };

const byRank = [{ field: { fieldPath: "rank" }, direction: "ASCENDING" }];
const from = [{ collectionId: "items" }];
const integer = (value: number) => ({ integerValue: String(value) });
const text = (value: string) => ({ stringValue: value });
const where = (fieldPath: string, op: string, value: object) => ({
  fieldFilter: { field: { fieldPath }, op, value },
});
const category = (turn: number) => text(categoryName(turn % CATEGORIES));
const query = (json: object) => ({ verb: "runQuery" as const, json: { structuredQuery: json } });

const kinds: Kind[] = [
  {
    id: "P9",
    name: `category ==, orderBy rank, limit ${LIMIT}`,
    body: (_, turn) =>
      query({
        from,
        where: where("category", "EQUAL", category(turn)),
        orderBy: byRank,
        limit: LIMIT,
      }),
    found: LIMIT,
  },
  {
    id: "P9.count",
    name: `count() of the ${BATCH} of a batch`,
    body: (size, turn) => ({
      verb: "runAggregationQuery",
      json: {
        structuredAggregationQuery: {
          structuredQuery: {
            from,
            where: where("batch", "EQUAL", integer((turn * 31) % (size / BATCH))),
          },
          aggregations: [{ alias: "count", count: {} }],
        },
      },
    }),
    found: BATCH,
  },
  {
    id: "P9.page",
    name: `orderBy rank, startAfter in the middle, limit ${LIMIT}`,
    body: (size, turn) =>
      query({
        from,
        orderBy: byRank,
        startAt: { values: [integer(Math.floor(size / 2) + ((turn * 37) % (size / 4)))] },
        limit: LIMIT,
      }),
    found: LIMIT,
  },
  {
    id: "P9.in",
    name: `category in 3 values, orderBy rank, limit ${LIMIT}`,
    body: (_, turn) => {
      const values = [turn, turn + 3, turn + 7].map(category);
      return query({
        from,
        where: where("category", "IN", { arrayValue: { values } }),
        orderBy: byRank,
        limit: LIMIT,
      });
    },
    found: LIMIT,
  },
  {
    id: "P9.merge",
    name: `category ==, tags array-contains, limit ${LIMIT}`,
    body: (_, turn) => {
      const filters = [
        where("category", "EQUAL", category(turn)),
        where("tags", "ARRAY_CONTAINS", text(TAGS[turn % TAGS.length] ?? "")),
      ];
      return query({
        from,
        where: { compositeFilter: { op: "AND", filters } },
        limit: LIMIT,
      });
    },
    found: LIMIT,
  },
];

export async function run(): Promise<BenchRow[]> {
  await using folder = await temporaryFolder();
  const file = new URL("./document-server.ts", import.meta.url);
  await using server = startProcess(file, [folder.path]);
  const { port } = await server.next<{ port: number }>();
  for (const size of SIZES) await seed(server, size, folder.path);
  const rows: BenchRow[] = [];
  for (const kind of kinds) rows.push(toRow(kind, await measureKind(port, kind)));
  for (const size of SIZES) await countAll(port, size);
  return rows;
}

async function seed(server: BenchProcess, size: number, folder: string): Promise<void> {
  const path = join(folder, "foyer.sqlite");
  const before = await stat(path);
  const started = performance.now();
  server.send({ seed: size });
  await server.next();
  const seconds = (performance.now() - started) / 1000;
  const bytes = ((await stat(path)).size - before.size) / size;
  console.log(
    `P9 ${size} documents committed in ${seconds.toFixed(1)} s, ` +
      `${(size / seconds).toFixed(0)}/s, ${bytes.toFixed(0)} B of file each`,
  );
}

/** Of each round and size, in the order of the sizes. */
async function measureKind(port: number, kind: Kind): Promise<Times[][]> {
  const rounds: Times[][] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const times: number[][] = SIZES.map(() => []);
    // The sizes in turn, so that the same things happen to each of them.
    for (let turn = 0; turn < QUERIES; turn += 1) {
      for (const [i, size] of SIZES.entries()) {
        times[i]?.push(await ask(port, kind, size, round * QUERIES + turn));
      }
    }
    // The first round only warms up.
    if (round === 0) continue;
    const measured = times.map(toTimes);
    rounds.push(measured);
    const show = ({ p50, p95 }: Times, i: number) =>
      `${SIZES[i]}: ${p50.toFixed(2)} ms (p95 ${p95.toFixed(2)})`;
    console.log(`${kind.id} round ${round}, ${measured.map(show).join(", ")}`);
  }
  return rounds;
}

function toTimes(times: readonly number[]): Times {
  const sorted = times.toSorted((a, b) => a - b);
  return { p50: median(sorted), p95: sorted[Math.floor(sorted.length * 0.95)] ?? NaN };
}

async function ask(port: number, kind: Kind, size: number, turn: number): Promise<number> {
  const { verb, json } = kind.body(size, turn);
  const body = JSON.stringify(json);
  const started = performance.now();
  const answer = await post(port, `${ROOT}/${setPath(size)}:${verb}`, body);
  const took = performance.now() - started;
  const found = verb === "runQuery" ? answer.length : countOf(answer);
  if (found !== kind.found) throw new Error(`${kind.id} found ${found}, not ${kind.found}.`);
  return took;
}

type Answer = { result?: { aggregateFields: Record<string, { integerValue: string }> } }[];

function countOf(answer: Answer): number {
  return Number(answer[0]?.result?.aggregateFields["count"]?.integerValue);
}

async function post(port: number, path: string, body: string): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: "POST",
    headers: { "content-type": "text/plain" },
    body,
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Answer;
}

/** It looks at an index entry of each, so its cost follows the size; it is printed and has no mark. */
async function countAll(port: number, size: number): Promise<void> {
  const structuredAggregationQuery = {
    structuredQuery: { from },
    aggregations: [{ alias: "count", count: {} }],
  };
  const started = performance.now();
  const answer = await post(
    port,
    `${ROOT}/${setPath(size)}:runAggregationQuery`,
    JSON.stringify({ structuredAggregationQuery }),
  );
  if (countOf(answer) !== size) throw new Error(`The count of ${size} is ${countOf(answer)}.`);
  console.log(`P9 count() of all ${size}: ${(performance.now() - started).toFixed(1)} ms`);
}

function toRow({ id, name }: Kind, rounds: readonly Times[][]): BenchRow {
  const ours = rounds.map((times) => times.at(-1)?.p50 ?? NaN);
  const reference = rounds.map(([smallest]) => smallest?.p50 ?? NaN);
  const ratios = ours.map((time, round) => time / (reference[round] ?? NaN));
  const ratio = median(ratios);
  return {
    id,
    name: `ms in a collection of ${SIZES.at(-1)} documents, against ${SMALLEST}: ${name}`,
    ours: median(ours),
    reference: median(reference),
    ratio,
    mark: `<= ${MARK}`,
    // One size alone says nothing about growth.
    reached: SIZES.length > 1 && ratio <= MARK,
    samples: ratios,
  };
}
