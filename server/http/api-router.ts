/** `/api`: a table of endpoints as functions from Request to Response. */
import { createRequest, sendResponse } from "@remix-run/node-fetch-server";
import { apiError } from "./answer.ts";
import { isCrossSite } from "./cross-site.ts";
import { readBody } from "./read-body.ts";
import type { Exchange, Handler } from "./request-facts.ts";
import { bareContentSecurityPolicy } from "./security-headers.ts";

export type ApiRequest = {
  request: Request;
  /** The whole body, at most the endpoint's `maxBodyBytes`. */
  body: string;
  /** Address of the client. */
  client: string;
  /** How long the body took to come, in milliseconds. */
  readMs?: number;
};

export type Endpoint = {
  method: "GET" | "POST";
  /** A part `{name}` stands for any one. */
  path: `/api/${string}`;
  maxBodyBytes: number;
  answer: (request: ApiRequest) => Response | Promise<Response>;
};

export function createApi(endpoints: readonly Endpoint[]): Handler {
  return async (exchange) => {
    const response = await answer(exchange, endpoints);
    response.headers.set("Content-Security-Policy", bareContentSecurityPolicy);
    // Kept is only what an endpoint says its caller's own browser may keep.
    if (!response.headers.get("Cache-Control")?.startsWith("private, ")) {
      response.headers.set("Cache-Control", "no-store");
    }
    await sendResponse(exchange.response, response);
  };
}

async function answer(exchange: Exchange, endpoints: readonly Endpoint[]): Promise<Response> {
  const here = endpoints.filter(({ path }) => isAt(path, exchange.path));
  if (here.length === 0) return apiError(404, "not-found", "There is nothing at this address.");
  const endpoint = here.find(({ method }) => method === exchange.request.method);
  if (endpoint === undefined) {
    const allow = here.map(({ method }) => method).join(", ");
    return apiError(405, "method-not-allowed", `Use ${allow}.`, { Allow: allow });
  }
  // No page of another site may make a visitor's browser write here.
  if (endpoint.method !== "GET" && isCrossSite(exchange)) {
    return apiError(403, "cross-site", "Requests from other sites are refused.");
  }
  // Endpoints look at no host; whatever port a client names must not make an address that cannot be parsed.
  const request = createRequest(exchange.request, exchange.response, { host: "localhost" });
  const beganMs = performance.now();
  const body = await readBody(request, endpoint.maxBodyBytes);
  if (body === undefined) {
    return apiError(413, "too-large", `At most ${endpoint.maxBodyBytes} bytes are taken here.`, {
      Connection: "close",
    });
  }
  const readMs = performance.now() - beganMs;
  return endpoint.answer({ request, body, client: exchange.client(), readMs });
}

function isAt(path: string, asked: string): boolean {
  if (!path.includes("{")) return path === asked;
  const [parts, given] = [path.split("/"), asked.split("/")];
  return (
    parts.length === given.length &&
    parts.every((part, at) => part === given[at] || (part.startsWith("{") && given[at] !== ""))
  );
}
