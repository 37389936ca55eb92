/** One hostile request to Firestore's REST, and its answer. */
import type { Agent, IncomingMessage } from "node:http";
import { text as textOf } from "node:stream/consumers";
import type { Random } from "./hostile-database-json.ts";
import { type Asked, send } from "./hostile-database-rest.ts";
import {
  batchGet,
  commit,
  document,
  restSearch,
  rollback,
  runAggregation,
  runQuery,
  transactionOptions,
} from "./hostile-documents-bodies.ts";
import { ROOT, documentPath } from "./hostile-documents-json.ts";

export type Answered = { asked: Asked; status: number; text: string };

/** `tokens` of people who are signed in; `transactions` that were begun and may be alive. */
type Known = { tokens: readonly string[]; transactions: readonly string[] };

/** How the names of parameters begin. */
const PARAMETERS: Record<string, readonly string[]> = {
  GET: ["mask"],
  PATCH: ["mask", "updateMask", "currentDocument.exists"],
  POST: ["mask", "documentId"],
  DELETE: ["currentDocument.exists"],
};
const METHODS = ["GET", "GET", "PATCH", "PATCH", "POST", "DELETE"];
const OF_COLLECTIONS = ["mask", "page", "orderBy"];
const VERBS = [
  "batchWrite",
  "listen",
  "write",
  "partitionQuery",
  "executePipeline",
  "x",
  "__proto__",
];

export function newRequest(random: Random, known: Known): Asked {
  const asked = random.below(3) === 0 ? restRequest(random) : verbRequest(random, known);
  const { body } = asked;
  const headers = headersOf(random, known.tokens);
  return { ...asked, headers, ...(body !== undefined && { body: damaged(random, body) }) };
}

function verbRequest(random: Random, { transactions }: Known): Omit<Asked, "headers"> {
  const [verb, body] = verbAndBody(random, transactions);
  const isOdd = random.below(40) === 0;
  const below = ["runQuery", "runAggregationQuery", "listCollectionIds"].includes(verb);
  const parent =
    isOdd || (below && random.below(3) === 0) ? `/${encoded(documentPath(random))}` : "";
  const method = random.below(60) === 0 ? random.pick(["GET", "PUT", "PATCH", "OPTIONS"]) : "POST";
  return { method, url: `/v1/${ROOT}${parent}:${verb}`, body };
}

function verbAndBody(random: Random, transactions: readonly string[]): [string, string] {
  switch (random.below(20)) {
    case 0:
    case 1:
    case 2:
    case 3:
      return ["commit", commit(random, transactions)];
    case 4:
    case 5:
      return ["batchGet", batchGet(random, transactions)];
    case 6:
    case 7:
    case 8:
      return ["runQuery", runQuery(random, transactions)];
    case 9:
      return ["runAggregationQuery", runAggregation(random, transactions)];
    case 10:
      return ["beginTransaction", `{"options":${transactionOptions(random)}}`];
    case 11:
      return ["rollback", rollback(random, transactions)];
    case 12:
      return ["listCollectionIds", random.pick(["{}", '{"pageSize":2}', '{"pageToken":"x"}'])];
    case 13:
      return [random.pick(VERBS), commit(random, transactions)];
    default:
      return ["runQuery", runQuery(random, transactions)];
  }
}

function restRequest(random: Random): Omit<Asked, "headers"> {
  const method = random.below(30) === 0 ? random.pick(["PUT", "HEAD"]) : random.pick(METHODS);
  const path = documentPath(random);
  const isCollection = method === "POST" || (method === "GET" && random.below(3) === 0);
  const asked = isCollection ? path.slice(0, Math.max(0, path.lastIndexOf("/"))) : path;
  const takes = isCollection && method === "GET" ? OF_COLLECTIONS : (PARAMETERS[method] ?? []);
  const url = `/v1/${ROOT}/${encoded(asked)}${restSearch(random, takes)}`;
  return ["PATCH", "POST", "PUT"].includes(method)
    ? { method, url, body: document(random) }
    : { method, url };
}

/** As the segments of a URL; a few are cut or encoded in a way of their own. */
function encoded(path: string): string {
  return path
    .split("/")
    .map((segment) => encodeURIComponent(segment.toWellFormed()))
    .join("/");
}

function damaged(random: Random, body: string): string {
  switch (random.below(80)) {
    case 0:
      return body.slice(0, random.below(body.length));
    case 1:
      return "";
    case 2:
      return `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    case 3:
      return `{"writes":[{"update":{"name":"${"x".repeat(300_000)}"}}]}`;
    case 4:
      return `${body},`;
    default:
      return body;
  }
}

function headersOf(random: Random, tokens: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = { "x-forwarded-for": `10.9.2.${random.below(200)}` };
  if (random.below(2) === 0) headers["authorization"] = `Bearer ${random.pick(tokens)}`;
  if (random.below(40) === 0)
    headers["authorization"] = random.pick([
      "Bearer x",
      "Bearer",
      "owner",
      "Bearer owner",
      "a b c",
    ]);
  if (random.below(20) === 0) headers["content-type"] = random.pick(["text/plain", "a/b;;", ""]);
  return headers;
}

export async function ask(
  { port, agent }: { port: number; agent: Agent },
  asked: Asked,
): Promise<Answered> {
  const response: IncomingMessage = await send({ port, agent }, asked);
  return { asked, status: response.statusCode ?? 0, text: await textOf(response) };
}

/** The transaction that an answer begins, if it does. */
export function begunIn(text: string): string | undefined {
  return /"transaction":\s*"([^"]+)"/.exec(text)?.[1];
}
