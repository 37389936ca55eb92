/** The bodies of requests to Firestore as a hostile client sends them; see hostile-documents-json.ts. */
import { type Random, hostileValue } from "./hostile-database-json.ts";
import {
  BOOLEANS,
  type Choices,
  IDS,
  TIMES,
  documentName,
  fieldPath,
  fields,
  listOf,
  pickOf,
  quote,
  typedValue,
} from "./hostile-documents-json.ts";

const PRECONDITIONS: Choices = {
  good: ['{"exists":true}', '{"exists":false}', '{"updateTime":"2026-01-01T00:00:00Z"}'],
  bad: ["{}", '{"exists":1}', '{"exists":true,"updateTime":"2026-01-01T00:00:00Z"}'],
};

function transform(random: Random): string {
  const elements = `{"values":[${listOf(random, 3, () => typedValue(random, 1))}]}`;
  const kind = random.pick([
    '"setToServerValue":"REQUEST_TIME"',
    `"increment":${typedValue(random, 0)}`,
    `"maximum":${typedValue(random, 0)}`,
    `"minimum":${typedValue(random, 0)}`,
    `"appendMissingElements":${elements}`,
    `"removeAllFromArray":${elements}`,
  ]);
  return `{"fieldPath":${fieldPath(random)},${kind}}`;
}

function write(random: Random): string {
  const members: string[] = [];
  switch (random.below(24)) {
    case 0:
    case 3:
      members.push(`"delete":${documentName(random)}`);
      break;
    case 1:
      members.push(`"verify":${documentName(random)}`);
      break;
    case 2:
      return random.below(3) === 0 ? hostileValue(random, 2) : "{}";
    default:
      members.push(`"update":{"name":${documentName(random)},"fields":${fields(random)}}`);
      if (random.below(3) === 0)
        members.push(`"updateMask":{"fieldPaths":[${listOf(random, 3, () => fieldPath(random))}]}`);
      if (random.below(3) === 0)
        members.push(`"updateTransforms":[${listOf(random, 3, () => transform(random))}]`);
  }
  if (random.below(5) === 0) members.push(`"currentDocument":${pickOf(random, PRECONDITIONS)}`);
  return `{${members.join(",")}}`;
}

export function commit(random: Random, transactions: readonly string[]): string {
  const writes = random.below(300) === 0 ? 501 : 1 + random.below(4);
  const members = [`"writes":[${Array.from({ length: writes }, () => write(random)).join(",")}]`];
  if (random.below(16) === 0) members.push(`"transaction":${transaction(random, transactions)}`);
  return `{${members.join(",")}}`;
}

function transaction(random: Random, known: readonly string[]): string {
  return random.below(3) === 0 || known.length === 0
    ? random.pick(['"x"', '""', '"AAAA"', "1", "null", "{}"])
    : quote(random.pick(known));
}

/** How a read says which moment it is of; begins with a comma when it does. */
function consistency(random: Random, transactions: readonly string[]): string {
  switch (random.below(24)) {
    case 0:
      return `,"transaction":${transaction(random, transactions)}`;
    case 1:
      return `,"newTransaction":${transactionOptions(random)}`;
    case 2:
      return `,"readTime":"2026-01-01T00:00:00Z"`;
    default:
      return "";
  }
}

const TRANSACTION_OPTIONS: Choices = {
  good: ["{}", '{"readWrite":{}}', '{"readOnly":{}}', '{"readWrite":{"retryTransaction":"AAAA"}}'],
  bad: [
    '{"readOnly":{"readTime":"2026-01-01T00:00:00Z"}}',
    '{"readWrite":{},"readOnly":{}}',
    '"x"',
  ],
};

export function transactionOptions(random: Random): string {
  return pickOf(random, TRANSACTION_OPTIONS);
}

export function rollback(random: Random, transactions: readonly string[]): string {
  return `{"transaction":${transaction(random, transactions)}}`;
}

export function batchGet(random: Random, transactions: readonly string[]): string {
  const names = listOf(random, 5, () => documentName(random));
  const mask =
    random.below(3) === 0
      ? `,"mask":{"fieldPaths":[${listOf(random, 3, () => fieldPath(random))}]}`
      : "";
  return `{"documents":[${names}]${mask}${consistency(random, transactions)}}`;
}

const OPERATORS: Choices = {
  good: [
    ..."LESS_THAN LESS_THAN_OR_EQUAL GREATER_THAN GREATER_THAN_OR_EQUAL EQUAL EQUAL EQUAL".split(
      " ",
    ),
    ..."NOT_EQUAL ARRAY_CONTAINS IN ARRAY_CONTAINS_ANY NOT_IN".split(" "),
  ],
  bad: ["x", "__proto__", "OPERATOR_UNSPECIFIED", ""],
};
const UNARY: Choices = { good: ["IS_NULL", "IS_NAN", "IS_NOT_NULL", "IS_NOT_NAN"], bad: ["x"] };
const COMPOSITE: Choices = { good: ["AND", "OR"], bad: ["NOT", ""] };
const DIRECTIONS: Choices = { good: ["ASCENDING", "DESCENDING"], bad: ["x", ""] };
const LIMITS: Choices = { good: ["1", "3", "20"], bad: ["0", "-1", "2147483648", '"3"', "1.5"] };
const OFFSETS: Choices = { good: ["0", "2", "2147483647"], bad: ["-1", "1e3", "1e9"] };
const LISTS = ["IN", "NOT_IN", "ARRAY_CONTAINS_ANY"];

function filter(random: Random, depth = 2): string {
  if (depth > 0 && random.below(3) === 0) {
    const op = pickOf(random, COMPOSITE);
    const filters = listOf(random, random.below(40) === 0 ? 40 : 3, () =>
      filter(random, depth - 1),
    );
    return `{"compositeFilter":{"op":"${op}","filters":[${filters}]}}`;
  }
  if (random.below(5) === 0) {
    const op = pickOf(random, UNARY);
    return `{"unaryFilter":{"op":"${op}","field":{"fieldPath":${fieldPath(random)}}}}`;
  }
  if (random.below(40) === 0) return hostileValue(random, 2);
  const op = pickOf(random, OPERATORS);
  const most = random.below(40) === 0 ? 40 : 4;
  const isList = LISTS.includes(op) && random.below(30) > 0;
  const value = isList
    ? `{"arrayValue":{"values":[${listOf(random, most, () => typedValue(random, 1))}]}}`
    : typedValue(random, 1);
  return `{"fieldFilter":{"field":{"fieldPath":${fieldPath(random)}},"op":"${op}","value":${value}}}`;
}

function order(random: Random): string {
  const direction = pickOf(random, DIRECTIONS);
  return `{"field":{"fieldPath":${fieldPath(random)}},"direction":"${direction}"}`;
}

function cursor(random: Random): string {
  const value = () =>
    random.below(3) === 0 ? `{"referenceValue":${documentName(random)}}` : typedValue(random, 1);
  return `{"values":[${listOf(random, 2, value)}],"before":${pickOf(random, BOOLEANS)}}`;
}

const FROM: Choices = {
  good: [
    '[{"collectionId":"open"}]',
    '[{"collectionId":"open","allDescendants":true}]',
    '[{"collectionId":"sub","allDescendants":true}]',
    '[{"allDescendants":true}]',
  ],
  bad: [
    '[{"collectionId":"strict"}]',
    "[]",
    '[{"collectionId":"__x__"}]',
    '[{"collectionId":"a/b"}]',
    '[{"collectionId":"open"},{"collectionId":"sub"}]',
  ],
};

function query(random: Random): string {
  const members = [`"from":${pickOf(random, FROM)}`];
  const add = (odds: number, member: () => string) => {
    if (random.below(odds) === 0) members.push(member());
  };
  add(2, () => `"where":${filter(random)}`);
  add(3, () => `"orderBy":[${listOf(random, 2, () => order(random))}]`);
  add(5, () => `"startAt":${cursor(random)}`);
  add(6, () => `"endAt":${cursor(random)}`);
  add(2, () => `"limit":${pickOf(random, LIMITS)}`);
  add(8, () => `"offset":${pickOf(random, OFFSETS)}`);
  add(5, () => {
    const selected = listOf(random, 3, () => `{"fieldPath":${fieldPath(random)}}`);
    return `"select":{"fields":[${selected}]}`;
  });
  add(60, () => '"findNearest":{}');
  return random.below(50) === 0 ? hostileValue(random, 2) : `{${members.join(",")}}`;
}

export function runQuery(random: Random, transactions: readonly string[]): string {
  return `{"structuredQuery":${query(random)}${consistency(random, transactions)}}`;
}

function aggregation(random: Random): string {
  const kind = random.pick([
    '"count":{}',
    '"count":{"upTo":"3"}',
    `"sum":{"field":{"fieldPath":${fieldPath(random)}}}`,
    `"avg":{"field":{"fieldPath":${fieldPath(random)}}}`,
  ]);
  const alias = pickOf(random, ALIASES);
  return `{${alias}${kind}}`;
}

const ALIASES: Choices = {
  good: [""],
  bad: ['"alias":"one",', '"alias":"",', '"alias":"__x__",', '"count":{"upTo":"-1"},', '"x":{},'],
};

export function runAggregation(random: Random, transactions: readonly string[]): string {
  const aggregations = Array.from({ length: 1 + random.below(4) }, () => aggregation(random)).join(
    ",",
  );
  return (
    `{"structuredAggregationQuery":{"structuredQuery":${query(random)},` +
    `"aggregations":[${aggregations}]}${consistency(random, transactions)}}`
  );
}

/** The body of PATCH and POST on documents. */
export function document(random: Random): string {
  return random.below(20) === 0 ? hostileValue(random, 2) : `{"fields":${fields(random)}}`;
}

const PAGE_SIZES: Choices = { good: ["1", "3", "300"], bad: ["301", "0", "-1", "x", "1e9"] };

/** The query string of a request on a document or collection; mostly parameters that begin as it `takes` them. */
export function restSearch(random: Random, takes: readonly string[]): string {
  const options: [string, () => string][] = [
    ["mask.fieldPaths", () => JSON.parse(fieldPath(random)) as string],
    ["updateMask.fieldPaths", () => JSON.parse(fieldPath(random)) as string],
    ["updateMask.fieldPaths", () => JSON.parse(fieldPath(random)) as string],
    ["currentDocument.exists", () => pickOf(random, BOOLEANS)],
    ["currentDocument.updateTime", () => pickOf(random, TIMES)],
    ["documentId", () => pickOf(random, IDS)],
    ["pageSize", () => pickOf(random, PAGE_SIZES)],
    ["pageToken", () => random.pick(["", "AAAA", "x", "%00", "a".repeat(3_000)])],
    ["orderBy", () => random.pick(["a", "a desc, b", "__name__", "a asc b", "", "`"])],
    ["showMissing", () => pickOf(random, BOOLEANS)],
    ["transaction", () => random.pick(["AAAA", "", "x"])],
    ["x", () => "1"],
  ];
  const members = options.flatMap(([name, value]) =>
    takes.some((prefix) => name.startsWith(prefix)) === random.below(30) > 0 &&
    random.below(4) === 0
      ? [`${name}=${encodeURIComponent(value().toWellFormed())}`]
      : [],
  );
  return members.length === 0 ? "" : `?${members.join("&")}`;
}
