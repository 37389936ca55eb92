/** Hostile clients of REST and its event streams. What of their requests was accepted is told to the model. */
import { type Agent, type IncomingMessage, request as httpRequest } from "node:http";
import { text as textOf } from "node:stream/consumers";
import {
  type Random,
  hostilePath,
  hostileUpdate,
  hostileValue,
  restSearch,
  urlPath,
} from "./hostile-database-json.ts";
import type { createModel } from "./hostile-database-model.ts";

type Model = ReturnType<typeof createModel>;
export type Asked = { method: string; url: string; headers: Record<string, string>; body?: string };
type Answered = { status: number; url: string; text: string; isWrite: boolean };

/** @throws Error when a request that could not be meant was accepted */
export async function sendRest(
  random: Random,
  deps: { port: number; agent: Agent; model: Model; own: string },
): Promise<Answered> {
  const { port, agent, own, model } = deps;
  const method = random.pick(["GET", "GET", "PUT", "PUT", "PATCH", "POST", "DELETE", "OPTIONS"]);
  const { text, isOdd } = urlPath(random, method === "PATCH" ? "" : hostilePath(random, own));
  const search = (method === "GET" ? restSearch(random) : "") + actsAs(random);
  const body = bodyOf(random, method, own);
  const headers = headersOf(random, method);
  const url = `/${text}.json?ns=foyer${search}`;
  const response = await send(
    { port, agent },
    { method, url, headers, ...(body !== undefined && { body }) },
  );
  const isStream = String(response.headers["content-type"]).startsWith("text/event-stream");
  const answer = isStream ? await firstEvent(response) : await textOf(response);
  const status = response.statusCode ?? 0;
  if (status !== 200 || method === "GET" || method === "OPTIONS")
    return { status, url, text: answer, isWrite: false };
  if (isOdd) throw new Error(`${method} ${url} was accepted`);
  const path = meantBy(url);
  if (method === "DELETE") model.put(path, null);
  else if (method === "PATCH") model.update(path, JSON.parse(body ?? ""));
  else if (method === "PUT") model.put(path, JSON.parse(body ?? ""));
  else
    model.put(`${path}/${(JSON.parse(answer) as { name: string }).name}`, JSON.parse(body ?? ""));
  return { status, url, text: answer, isWrite: true };
}

/** What only the server may say; from anybody else it changes nothing. */
function actsAs(random: Random): string {
  if (random.below(12) > 0) return "";
  const auth = random.pick([
    "null",
    "{}",
    '{"uid":"server"}',
    '{"uid":"foyer-boards","token":{"foyerBoard":"plan"}}',
    hostileValue(random).slice(0, 500),
  ]);
  return `&auth_variable_override=${encodeURIComponent(auth.toWellFormed())}`;
}

/** As every URL is read: segments that are dots lead to where they lead. */
function meantBy(url: string): string {
  const { pathname } = new URL(`http://127.0.0.1${url}`);
  return decodeURIComponent(pathname.slice(0, -".json".length));
}

function bodyOf(random: Random, method: string, own: string): string | undefined {
  if (method === "GET" || method === "DELETE" || method === "OPTIONS") return undefined;
  const body = method === "PATCH" ? hostileUpdate(random, own) : hostileValue(random);
  switch (random.below(40)) {
    case 0:
      return body.slice(0, random.below(body.length));
    case 1:
      return "";
    case 2:
      return `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    case 3:
      return `"${"x".repeat(300_000)}"`;
    default:
      return body;
  }
}

function headersOf(random: Random, method: string): Record<string, string> {
  const headers: Record<string, string> = { "x-forwarded-for": `10.9.2.${random.below(200)}` };
  if (method === "GET" && random.below(4) === 0) headers["accept"] = "text/event-stream";
  if (random.below(6) === 0) headers["x-firebase-etag"] = "true";
  if (random.below(10) === 0) headers["if-match"] = random.pick(["null_etag", "x", "*", '"a"']);
  if (random.below(20) === 0)
    headers["authorization"] = random.pick(["Bearer x", "Bearer", "owner"]);
  if (random.below(20) === 0) headers["content-type"] = random.pick(["text/plain", "a/b;;", ""]);
  return headers;
}

export function send(
  { port, agent }: { port: number; agent: Agent },
  asked: Asked,
): Promise<IncomingMessage> {
  const { method, url, headers, body } = asked;
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: "127.0.0.1", port, agent, method, path: url, headers });
    request.once("response", resolve);
    request.once("error", reject);
    request.end(body);
  });
}

/** Then the client is gone, without a word. */
function firstEvent(response: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    response.once("data", (chunk: Buffer) => {
      response.destroy();
      resolve(chunk.toString());
    });
    response.once("close", () => resolve(""));
  });
}
