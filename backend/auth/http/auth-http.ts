/**
 * The wire dialect: which URL is which use case. The verbs stand in user-routes.ts and admin-routes.ts, the answers to
 * what goes wrong in auth-answers.ts.
 */
import {
  type Authenticate,
  CredentialError,
  type RequestFacts,
  jsonResponse,
} from "../../http/index.ts";
import type { Log } from "../../sqlite/index.ts";
import { type AdminCall, runAdminRoute } from "./admin-routes.ts";
import { errorResponse } from "./auth-answers.ts";
import type { AuthContext } from "../auth-context.ts";
import { type Body, parseBody } from "./body.ts";
import { refusal } from "../errors.ts";
import { clientOf, readForm, readText } from "./read-request.ts";
import { exchangeAssertion } from "../service-accounts/exchange-assertion.ts";
import { refresh } from "../sessions/refresh.ts";
import { userRouteOf } from "./user-routes.ts";

const MAX_BODY_BYTES = 64 * 1024;
const JWKS_MAX_AGE_S = 300;
const TOOLKIT = "/identitytoolkit.googleapis.com/";

/** Whoever calls from inside this process. */
const SERVER: Pick<AdminCall, "actor" | "client"> = {
  actor: "server",
  client: { address: "administrators", device: null, apiKey: null },
};

export type AuthHttp = {
  fetch: (request: Request, facts: RequestFacts) => Promise<Response>;
  adminFetch: (request: Request) => Promise<Response>;
};

export function createAuthHttp(
  context: AuthContext,
  authenticate: Authenticate,
  log: Log,
): AuthHttp {
  async function route(request: Request, facts: RequestFacts): Promise<Response> {
    const { pathname, searchParams: query } = new URL(request.url);
    const { method } = request;
    if (pathname === "/.well-known/jwks.json" && (method === "GET" || method === "HEAD")) {
      return jwksResponse(context);
    }
    if (pathname === "/token" && method === "POST") {
      const form = await readForm(request, MAX_BODY_BYTES);
      return jsonResponse(200, await exchangeAssertion(context, form, facts));
    }
    if (pathname === "/securetoken.googleapis.com/v1/token" && method === "POST") {
      const form = await readForm(request, MAX_BODY_BYTES);
      return jsonResponse(200, await refresh(context, form, clientOf(request, facts, query)));
    }
    if (!pathname.startsWith(TOOLKIT)) throw refusal("NOT_FOUND");
    const path = pathname.slice(TOOLKIT.length);
    const client = clientOf(request, facts, query);
    if (isAdminPath(path)) {
      const actor = await requireAdmin(context, request, authenticate);
      return jsonResponse(200, await runAdminRoute(context, request, path, { actor, client }));
    }
    const run = userRouteOf(method, path);
    if (run === undefined) throw refusal("NOT_FOUND");
    const body =
      method === "GET"
        ? (Object.fromEntries(query) as Body)
        : parseBody(await readText(request, MAX_BODY_BYTES));
    return jsonResponse(200, await run(context, body, client));
  }

  async function adminRoute(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const path = pathname.startsWith(TOOLKIT) ? pathname.slice(TOOLKIT.length) : "";
    if (!isAdminPath(path)) throw refusal("NOT_FOUND");
    return jsonResponse(200, await runAdminRoute(context, request, path, SERVER));
  }

  const answerError = (error: unknown) => errorResponse(log, error);
  return {
    fetch: (request, facts) => route(request, facts).catch(answerError),
    adminFetch: (request) => adminRoute(request).catch(answerError),
  };
}

function isAdminPath(path: string): boolean {
  return /^v[12]\/projects\//.test(path);
}

/** @returns who it is, as audit events name it */
async function requireAdmin(
  context: AuthContext,
  request: Request,
  authenticate: Authenticate,
): Promise<string> {
  const [, credential] = /^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  if (credential === undefined) throw refusal("UNAUTHENTICATED", "An access token is missing.");
  try {
    if ((await authenticate(credential)) === "admin") {
      const token = context.verify(credential);
      return token.kind === "access" ? `service-account:${token.clientEmail}` : "server";
    }
  } catch (error) {
    if (error instanceof CredentialError) throw refusal("UNAUTHENTICATED", error.message);
    throw error;
  }
  throw refusal("PERMISSION_DENIED", "This needs the access token of a service account.");
}

function jwksResponse({ keys }: AuthContext): Response {
  const cacheControl = `public, max-age=${JWKS_MAX_AGE_S}`;
  return jsonResponse(200, { keys: keys.published() }, { "cache-control": cacheControl });
}
