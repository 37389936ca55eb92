/** What a REST request asks for, checked. */
import type { DatabasePath } from "../rules/index.ts";
import { ANONYMOUS_BODY_BYTES, type Caller, parseJson, readBody } from "../http/index.ts";
import { HttpRefusal, type Print } from "./http-answer.ts";
import { parsePath } from "./path.ts";

const MAX_BODY_BYTES = 17 * 1024 * 1024;
const MAX_VALUES = 250_000;
const METHODS = ["GET", "PUT", "PATCH", "POST", "DELETE"] as const;
const QUERIES = ["orderBy", "startAt", "startAfter", "endAt", "endBefore", "equalTo"];
const UNSUPPORTED = [...QUERIES, "limitToFirst", "limitToLast", "callback", "format", "download"];

export type HttpRequest = {
  method: (typeof METHODS)[number];
  path: DatabasePath;
  credential: string | undefined;
  print: Print;
  shallow: boolean;
  wantsEtag: boolean;
  /** The hash that the stored value must have. */
  ifMatch: string | undefined;
};

/** @throws HttpRefusal, OperationError invalid_path */
export function parseHttpRequest(request: Request, projectId: string): HttpRequest {
  const { pathname, searchParams } = new URL(request.url);
  const { headers } = request;
  const method = methodOf(request);
  if (!pathname.endsWith(".json"))
    throw new HttpRefusal(404, "Paths of the database end in .json.");
  const ns = searchParams.get("ns");
  if (ns !== null && ns !== projectId) {
    throw new HttpRefusal(404, "There is no database of this name (ns).");
  }
  const unsupported = UNSUPPORTED.find((name) => searchParams.has(name));
  if (unsupported !== undefined) {
    throw new HttpRefusal(400, `${unsupported} is not supported over REST.`);
  }
  const ifMatch = headers.get("if-match") ?? undefined;
  if (ifMatch !== undefined && method !== "PUT" && method !== "DELETE") {
    throw new HttpRefusal(400, "if-match is possible with PUT and DELETE only.");
  }
  return {
    method,
    path: pathOf(pathname.slice(1, -".json".length)),
    credential: credentialOf(searchParams, headers),
    print: printOf(searchParams.get("print")),
    shallow: searchParams.get("shallow") === "true",
    wantsEtag: headers.get("x-firebase-etag")?.toLowerCase() === "true",
    ifMatch: ifMatch === "null_etag" ? "" : ifMatch,
  };
}

/** Who has not signed in may send less. @throws BodyTooLargeError, ServerBusyError, BadJsonError */
export async function readJson(
  request: Request,
  caller: Caller,
): Promise<{ json: unknown; sizeChars: number }> {
  const body = await readBody(request, caller === null ? ANONYMOUS_BODY_BYTES : MAX_BODY_BYTES);
  return { json: parseJson(body, MAX_VALUES), sizeChars: body.length };
}

function methodOf(request: Request): HttpRequest["method"] {
  const override = request.method === "POST" && request.headers.get("x-http-method-override");
  const name = (override || request.method).toUpperCase();
  const method = METHODS.find((method) => method === name);
  if (method === undefined) throw new HttpRefusal(405, `${name.slice(0, 20)} is not supported.`);
  return method;
}

function pathOf(encoded: string): DatabasePath {
  const keys = encoded.split("/").map((segment) => {
    try {
      return decodeURIComponent(segment);
    } catch {
      throw new HttpRefusal(400, "The path is not percent-encoded UTF-8.");
    }
  });
  if (keys.some((key) => key.includes("/"))) {
    throw new HttpRefusal(400, "A key must not contain a slash.");
  }
  return parsePath(keys.join("/"));
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

function printOf(print: string | null): Print {
  if (print === null) return "normal";
  if (print === "pretty" || print === "silent") return print;
  throw new HttpRefusal(400, "print must be pretty or silent.");
}
