/** What a REST request asks for, checked. */
import type { DatabasePath } from "../rules/index.ts";
import {
  ANONYMOUS_BODY_BYTES,
  type Caller,
  type SignedIn,
  parseJson,
  readBody,
} from "../http/index.ts";
import { HttpRefusal, type Print } from "./http-answer.ts";
import { parseHttpQuery } from "./http-query.ts";
import { isPriorityPath, parsePath, parseWritePath } from "./path.ts";
import type { Query } from "./query.ts";

const MAX_BODY_BYTES = 17 * 1024 * 1024;
const MAX_VALUES = 250_000;
const METHODS = ["GET", "PUT", "PATCH", "POST", "DELETE"] as const;
const TIME_UNITS: Record<string, number> = { ms: 1, s: 1_000, min: 60_000 };
const MAX_TIMEOUT_MS = 15 * 60_000;
const WRITE_SIZES = ["tiny", "small", "medium", "large", "unlimited"];
const MAX_FILE_NAME_CHARS = 200;
const MAX_OVERRIDE_CHARS = 1_000;

export type HttpRequest = {
  method: (typeof METHODS)[number];
  /** Of GET, PUT and DELETE it may lead to a priority. */
  path: DatabasePath;
  credential: string | undefined;
  /** As whom the rules judge the server itself; null: as nobody. Undefined: they are not asked. */
  actsAs: SignedIn | null | undefined;
  print: Print;
  format: "plain" | "export";
  shallow: boolean;
  query: Query | undefined;
  /** Whether changes are to be told, as server-sent events. */
  isStream: boolean;
  /** Within it the read is to be done. */
  timeoutMs: number | undefined;
  /** The file that a browser is to save the answer as. */
  download: string | undefined;
  wantsEtag: boolean;
  /** The hash that the stored value must have. */
  ifMatch: string | undefined;
};

/** @throws HttpRefusal, OperationError invalid_path */
export function parseHttpRequest(request: Request, projectId: string): HttpRequest {
  const { pathname, searchParams: params } = new URL(request.url);
  const { headers } = request;
  const method = methodOf(request, params);
  if (!pathname.endsWith(".json"))
    throw new HttpRefusal(404, "Paths of the database end in .json.");
  const ns = params.get("ns");
  if (ns !== null && ns !== projectId) {
    throw new HttpRefusal(404, "There is no database of this name (ns).");
  }
  // An answer that is run as a script could be read by every site.
  if (params.has("callback")) throw refuse("callback (JSONP) is not supported; use fetch.");
  checkWriteSize(params.get("writeSizeLimit"));
  const asked: HttpRequest = {
    method,
    path: pathOf(pathname.slice(1, -".json".length), method),
    credential: credentialOf(params, headers),
    actsAs: actsAsOf(params.get("auth_variable_override")),
    print: printOf(params.get("print")),
    format: formatOf(params.get("format")),
    shallow: params.get("shallow") === "true",
    query: parseHttpQuery(params),
    isStream: method === "GET" && acceptsEvents(headers.get("accept")),
    timeoutMs: timeoutOf(params.get("timeout")),
    download: params.get("download")?.slice(0, MAX_FILE_NAME_CHARS) || undefined,
    wantsEtag: headers.get("x-firebase-etag")?.toLowerCase() === "true",
    ifMatch: ifMatchOf(headers.get("if-match")),
  };
  checkTogether(asked);
  return asked;
}

/** Who has not signed in may send less. @throws BodyTooLargeError, ServerBusyError, BadJsonError */
export async function readJson(
  request: Request,
  caller: Caller,
): Promise<{ json: unknown; sizeChars: number }> {
  const body = await readBody(request, caller === null ? ANONYMOUS_BODY_BYTES : MAX_BODY_BYTES);
  return { json: parseJson(body, MAX_VALUES), sizeChars: body.length };
}

const refuse = (message: string) => new HttpRefusal(400, message);

function checkTogether(asked: HttpRequest): void {
  const { method, path, shallow, query, isStream, download, ifMatch } = asked;
  if (isStream && asked.actsAs !== undefined) {
    throw refuse("auth_variable_override is not possible with an event stream.");
  }
  if (ifMatch !== undefined && method !== "PUT" && method !== "DELETE") {
    throw refuse("if-match is possible with PUT and DELETE only.");
  }
  if (ifMatch !== undefined && isPriorityPath(path)) {
    throw refuse("if-match is not possible with a priority.");
  }
  if (method !== "GET" && (shallow || query !== undefined || download !== undefined)) {
    throw refuse("shallow, download and queries are possible with GET only.");
  }
  if (shallow && query !== undefined) {
    throw refuse("Mixing 'shallow' and querying parameters is not supported");
  }
  if (isPriorityPath(path) && (shallow || query !== undefined || isStream)) {
    throw refuse("A priority is one value: no shallow, query or event stream of it is possible.");
  }
  if (shallow && isStream) throw refuse("shallow is not possible with an event stream.");
}

function methodOf(request: Request, params: URLSearchParams): HttpRequest["method"] {
  const override =
    request.method === "POST"
      ? (request.headers.get("x-http-method-override") ?? params.get("x-http-method-override"))
      : undefined;
  const name = (override || request.method).toUpperCase();
  const method = METHODS.find((method) => method === name);
  if (method === undefined) throw new HttpRefusal(405, `${name.slice(0, 20)} is not supported.`);
  return method;
}

function pathOf(encoded: string, method: HttpRequest["method"]): DatabasePath {
  const keys = encoded.split("/").map((segment) => {
    try {
      return decodeURIComponent(segment);
    } catch {
      throw refuse("The path is not percent-encoded UTF-8.");
    }
  });
  if (keys.some((key) => key.includes("/"))) {
    throw refuse("A key must not contain a slash.");
  }
  const mayBePriority = method === "GET" || method === "PUT" || method === "DELETE";
  return (mayBePriority ? parseWritePath : parsePath)(keys.join("/"));
}

function credentialOf(params: URLSearchParams, headers: Headers): string | undefined {
  const inUrl = params.get("auth") ?? params.get("access_token");
  if (inUrl !== null) return inUrl;
  const authorization = headers.get("authorization");
  if (authorization === null) return undefined;
  const credential = /^Bearer ([^ ]+)$/i.exec(authorization)?.[1];
  if (credential === undefined) throw new HttpRefusal(401, "Authorization must be a Bearer token.");
  return credential;
}

/** `auth` as the rules are to see it: https://firebase.google.com/docs/database/rest/auth */
function actsAsOf(text: string | null): HttpRequest["actsAs"] {
  if (text === null) return undefined;
  if (text.length > MAX_OVERRIDE_CHARS) throw refuse("auth_variable_override is too long.");
  let auth: unknown;
  try {
    auth = JSON.parse(text);
  } catch {
    throw refuse("auth_variable_override must be JSON.");
  }
  if (auth === null) return null;
  const { uid, token = {} } = auth as { uid?: unknown; token?: unknown };
  if (typeof uid !== "string" || typeof token !== "object" || token === null) {
    throw refuse("auth_variable_override must be {uid, token}, or null.");
  }
  return { uid, token: token as SignedIn["token"] };
}

function printOf(print: string | null): Print {
  if (print === null) return "normal";
  if (print === "pretty" || print === "silent") return print;
  throw refuse("print must be pretty or silent.");
}

function formatOf(format: string | null): HttpRequest["format"] {
  if (format === null) return "plain";
  if (format === "export") return format;
  throw refuse("format must be export.");
}

function timeoutOf(timeout: string | null): number | undefined {
  if (timeout === null) return undefined;
  const [, count, unit] = /^(\d{1,9})(ms|s|min)$/.exec(timeout) ?? [];
  const timeoutMs = Number(count) * (TIME_UNITS[unit ?? ""] ?? Number.NaN);
  if (timeoutMs > 0 && timeoutMs <= MAX_TIMEOUT_MS) return timeoutMs;
  throw refuse("timeout must be a time from 1ms to 15min, like 3ms, 3s or 3min.");
}

/** Accepted and not looked at: every write has the same bounds here. */
function checkWriteSize(size: string | null): void {
  if (size === null || WRITE_SIZES.includes(size)) return;
  throw refuse(`writeSizeLimit must be one of ${WRITE_SIZES.join(", ")}.`);
}

function ifMatchOf(header: string | null): string | undefined {
  if (header === null) return undefined;
  return header === "null_etag" ? "" : header;
}

function acceptsEvents(accept: string | null): boolean {
  const types = accept?.split(",").map((type) => type.split(";")[0]?.trim().toLowerCase());
  return types?.includes("text/event-stream") === true;
}
