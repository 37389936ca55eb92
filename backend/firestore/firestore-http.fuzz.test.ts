import { expect, test } from "vitest";
import { nameOf, openDocuments } from "./testing/open-documents.ts";

const RUNS = Number(process.env["FUZZ_RUNS"] ?? 300);
const FIRST_SEED = Number(process.env["FUZZ_SEED"] ?? 1);

const VALUES = [
  null,
  true,
  0,
  -0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  "",
  "a",
  "\ud800",
  "\0",
  "__proto__",
  "constructor",
  "NaN",
  "9".repeat(40),
  "2026-01-01T00:00:00Z",
  nameOf("a/1"),
  nameOf("a"),
  "REQUEST_TIME",
  "AND",
  "EQUAL",
  "IN",
  "x.y",
  "`",
  [],
  {},
  { integerValue: "1" },
  { stringValue: "s" },
  { mapValue: { fields: { x: { nullValue: null } } } },
  { arrayValue: { values: [{ doubleValue: "NaN" }] } },
  [[]],
  { fieldPath: "x" },
  { fieldPath: "__name__" },
];
const NAMES = [
  "__proto__",
  "constructor",
  "toString",
  "writes",
  "update",
  "delete",
  "name",
  "fields",
  "updateMask",
  "fieldPaths",
  "exists",
  "mapValue",
  "arrayValue",
  "values",
  "integerValue",
  "structuredQuery",
  "where",
  "compositeFilter",
  "op",
  "filters",
  "before",
  "transaction",
  "newTransaction",
  "aggregations",
  "upTo",
  "allDescendants",
  "\udc00",
  "",
];
/** Well-formed requests; the fuzz damages them in some places. */
const BODIES: [verb: string, body: unknown][] = [
  [
    ":commit",
    {
      writes: [
        {
          update: {
            name: nameOf("a/1"),
            fields: {
              x: { mapValue: { fields: { y: { integerValue: "1" } } } },
              l: { arrayValue: { values: [{ stringValue: "s" }] } },
            },
          },
          updateMask: { fieldPaths: ["x.y", "l"] },
          updateTransforms: [
            { fieldPath: "n", increment: { integerValue: "1" } },
            { fieldPath: "l", appendMissingElements: { values: [{ nullValue: null }] } },
          ],
          currentDocument: { exists: true },
        },
        { delete: nameOf("a/2"), currentDocument: { updateTime: "2026-01-01T00:00:00Z" } },
      ],
    },
  ],
  [
    ":commit",
    {
      writes: [
        {
          update: {
            name: nameOf("a/1"),
            fields: {
              t: { timestampValue: "2026-01-01T00:00:00Z" },
              g: { geoPointValue: { latitude: 1 } },
            },
          },
        },
      ],
    },
  ],
  [":batchGet", { documents: [nameOf("a/1"), nameOf("a/2")], mask: { fieldPaths: ["x"] } }],
  [
    ":runQuery",
    {
      structuredQuery: {
        from: [{ collectionId: "a", allDescendants: true }],
        where: {
          compositeFilter: {
            op: "AND",
            filters: [
              {
                fieldFilter: {
                  field: { fieldPath: "x" },
                  op: "GREATER_THAN",
                  value: { integerValue: "0" },
                },
              },
              { unaryFilter: { field: { fieldPath: "y" }, op: "IS_NULL" } },
            ],
          },
        },
        orderBy: [{ field: { fieldPath: "x" }, direction: "DESCENDING" }],
        startAt: { values: [{ integerValue: "3" }], before: true },
        limit: 5,
        offset: 1,
        select: { fields: [{ fieldPath: "x" }] },
      },
    },
  ],
  [
    ":runAggregationQuery",
    {
      structuredAggregationQuery: {
        structuredQuery: { from: [{ collectionId: "a" }], limit: 3 },
        aggregations: [
          { alias: "n", count: { upTo: "5" } },
          { sum: { field: { fieldPath: "x" } } },
          { alias: "mean", avg: { field: { fieldPath: "x.y" } } },
        ],
      },
      newTransaction: { readWrite: { retryTransaction: "AAAA" } },
    },
  ],
  [
    ":runQuery",
    {
      structuredQuery: {
        from: [{ allDescendants: true }],
        startAt: { values: [{ referenceValue: nameOf("a/1") }], before: true },
        limit: 2,
      },
      newTransaction: { readOnly: {} },
    },
  ],
  [":commit", { writes: [{ delete: nameOf("a/3") }], transaction: "AAAA" }],
  [":beginTransaction", { options: { readWrite: {} } }],
  [":rollback", { transaction: "AAAA" }],
  [":listCollectionIds", { pageSize: 2, pageToken: "" }],
];
type Place = { path: string; query: Record<string, string> };
/** The same for requests that say what they want in the address. */
const PLACES: [method: string, place: Place, body?: unknown][] = [
  ["GET", { path: "/a/1", query: { "mask.fieldPaths": "x.y", transaction: "AAAA" } }],
  [
    "GET",
    {
      path: "/a",
      query: { pageSize: "2", orderBy: "x desc, y", pageToken: "", showMissing: "false" },
    },
  ],
  [
    "PATCH",
    {
      path: "/a/1",
      query: {
        "updateMask.fieldPaths": "x",
        "mask.fieldPaths": "y",
        "currentDocument.exists": "true",
      },
    },
    { name: nameOf("a/1"), fields: { x: { integerValue: "1" }, y: { stringValue: "s" } } },
  ],
  ["POST", { path: "/a", query: { documentId: "4" } }, { fields: { x: { nullValue: null } } }],
  ["DELETE", { path: "/a/4", query: { "currentDocument.updateTime": "2026-01-01T00:00:00Z" } }],
];
const TEXTS = [
  "",
  " ",
  "x",
  "-1",
  "9".repeat(40),
  "a,b",
  "`",
  "`a`.b desc",
  "true",
  "AAAA",
  "%",
  "\0",
];
const PATHS = [
  "",
  "/",
  "/a",
  "/a/1",
  "/a//b",
  "/a/1/b",
  "/%",
  "/..",
  "/a/%00",
  "/__x__",
  "/a/1:commit",
  "/a%2Fb",
];
const PARAMETERS = [
  "key",
  "alt",
  "readTime",
  "__proto__",
  "documentId",
  "pageToken",
  "mask",
  "orderBy",
];

/** mulberry32 */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

function damage(json: unknown, random: (below: number) => number): unknown {
  if (random(12) === 0) return VALUES[random(VALUES.length)];
  if (Array.isArray(json)) {
    const items = json.map((item) => damage(item, random));
    return random(10) === 0 ? [...items, ...items] : items;
  }
  if (typeof json !== "object" || json === null) return json;
  const entries = Object.entries(json).flatMap(([name, value]): [string, unknown][] => {
    const kind = random(30);
    if (kind === 0) return [];
    return [[kind === 1 ? (NAMES[random(NAMES.length)] as string) : name, damage(value, random)]];
  });
  if (random(15) === 0)
    entries.push([NAMES[random(NAMES.length)] as string, VALUES[random(VALUES.length)]]);
  return Object.fromEntries(entries);
}

/** At times another path, other values, and a parameter more or twice. */
function damagePlace({ path, query }: Place, random: (below: number) => number): string {
  const one = (list: readonly string[]): string => list[random(list.length)] as string;
  const parameters = Object.entries(query).flatMap(([name, value]): [string, string][] => {
    const kind = random(6);
    if (kind === 0) return [];
    const entry: [string, string] = [name, kind === 1 ? one(TEXTS) : value];
    return random(15) === 0 ? [entry, entry] : [entry];
  });
  if (random(8) === 0) parameters.push([one(PARAMETERS), one(TEXTS)]);
  return `${random(6) === 0 ? one(PATHS) : path}?${new URLSearchParams(parameters)}`;
}

function damagedRequest(random: (below: number) => number): [string, string, string | undefined] {
  if (random(3) > 0) {
    const [verb, body] = BODIES[random(BODIES.length)] as [string, unknown];
    return ["POST", verb, JSON.stringify(damage(body, random))];
  }
  const [method, place, body] = PLACES[random(PLACES.length)] as (typeof PLACES)[number];
  const sent = body === undefined ? undefined : JSON.stringify(damage(body, random));
  return [method, damagePlace(place, random), sent];
}

test(`damaged requests are answered and never an internal error (seeds from ${FIRST_SEED}, ${RUNS} runs)`, async () => {
  const logged: unknown[] = [];
  const log = { info: () => {}, warn: () => {}, error: (facts: object) => void logged.push(facts) };
  await using documents = await openDocuments({ log });
  const seen = new Set<number>();
  for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) {
    const random = createRandom(seed);
    const [method, path, sent] = damagedRequest(random);
    const { status, body: answer } = await documents.send(method, path, sent);
    seen.add(status);
    expect(
      [200, 400, 404, 409, 429, 501],
      `seed ${seed}: ${method} ${path} ${sent} ${JSON.stringify(answer)}`,
    ).toContain(status);
  }
  expect(logged).toEqual([]);
  expect(seen).toContain(200);
  expect(seen).toContain(400);
  expect((await documents.put("a/1", { x: { integerValue: "1" } })).status).toBe(200);
});
