/**
 * The wire dialect: URLs, JSON and forms to use cases and back. The only file here that knows status codes.
 * What is only temporary is answered in plain text: the SDK signs a person out on any JSON error of a look-up.
 */
import {
  type Authenticate,
  BodyTooLargeError,
  CredentialError,
  type RequestFacts,
  jsonResponse,
  readBody,
} from "../http/index.ts";
import { type Log, OperationError, StoreError } from "../sqlite/index.ts";
import {
  adminBatchGet,
  adminCreate,
  adminDelete,
  adminLookup,
  adminQuery,
  adminUpdate,
} from "./admin/admin-accounts.ts";
import type { AuthContext } from "./auth-context.ts";
import { type Body, parseBody } from "./body.ts";
import { signInWithCustomToken } from "./tokens/custom-token.ts";
import { deleteAccount } from "./accounts/delete-account.ts";
import { AuthBusyError, OauthError, refusal } from "./errors.ts";
import { exchangeAssertion } from "./service-accounts/exchange-assertion.ts";
import { lookup } from "./accounts/lookup.ts";
import type { Client } from "./sessions/sessions.ts";
import { refresh } from "./sessions/refresh.ts";
import { signInWithPassword } from "./passwords/sign-in-with-password.ts";
import { signUp } from "./accounts/sign-up.ts";
import { updateAccount } from "./accounts/update-account.ts";

const MAX_BODY_BYTES = 64 * 1024;
const MAX_ADMIN_BODY_BYTES = 256 * 1024;
const MAX_DEVICE_CHARS = 256;
const JWKS_MAX_AGE_S = 300;
const RETRY_AFTER_S = 2;

type Endpoint = (context: AuthContext, body: Body, client: Client) => Promise<object>;

/** Whoever sends an administrator's form. */
const SERVER: Client = { address: "administrators", device: null, apiKey: null };

/** `POST /v1/accounts:{verb}` */
const ENDPOINTS = new Map<string, Endpoint>(
  Object.entries({
    signUp,
    signInWithPassword,
    signInWithCustomToken,
    lookup,
    update: updateAccount,
    delete: deleteAccount,
    createAuthUri: notAllowed,
    issueSamlResponse: notAllowed,
    resetPassword: notAllowed,
    sendOobCode: notAllowed,
    sendVerificationCode: notAllowed,
    signInWithEmailLink: notAllowed,
    signInWithGameCenter: notAllowed,
    signInWithIdp: notAllowed,
    signInWithPhoneNumber: notAllowed,
    verifyIosClient: notAllowed,
  }),
);

/** `POST /v1/projects/{p}/accounts:{verb}`; without a verb it makes an account. */
const ADMIN_ENDPOINTS = new Map<string, Endpoint>(
  Object.entries({
    "": adminCreate,
    update: adminUpdate,
    lookup: adminLookup,
    delete: adminDelete,
    query: adminQuery,
  }),
);

const STATUS: Record<string, number> = {
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
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
    const { pathname, searchParams } = new URL(request.url);
    const isPost = request.method === "POST";
    if (pathname === "/.well-known/jwks.json" && /^(GET|HEAD)$/.test(request.method)) {
      return jwksResponse(context);
    }
    if (pathname === "/token" && isPost) {
      const form = await readForm(request);
      return jsonResponse(200, await exchangeAssertion(context, form, facts.origin));
    }
    if (pathname === "/securetoken.googleapis.com/v1/token" && isPost) {
      return jsonResponse(200, await refresh(context, await readForm(request)));
    }
    const path = identityToolkitPath(pathname);
    if (path?.startsWith("projects/")) {
      await requireAdmin(request, authenticate);
      return jsonResponse(200, await runAdmin(context, request, path, searchParams));
    }
    const endpoint = isPost && path?.startsWith("accounts:") && ENDPOINTS.get(path.slice(9));
    if (!endpoint) throw refusal("NOT_FOUND");
    const body = parseBody(await readText(request, MAX_BODY_BYTES));
    return jsonResponse(200, await endpoint(context, body, clientOf(request, facts, searchParams)));
  }

  return {
    fetch: (request, facts) =>
      route(request, facts).catch((error: unknown) => errorResponse(log, error)),
    async adminFetch(request) {
      try {
        const { pathname, searchParams } = new URL(request.url);
        const path = identityToolkitPath(pathname);
        if (!path?.startsWith("projects/")) throw refusal("NOT_FOUND");
        return jsonResponse(200, await runAdmin(context, request, path, searchParams));
      } catch (error) {
        return errorResponse(log, error);
      }
    },
  };
}

/** What follows `/identitytoolkit.googleapis.com/v1/`. */
function identityToolkitPath(pathname: string): string | undefined {
  return /^\/identitytoolkit\.googleapis\.com\/v1\/(.*)$/s.exec(pathname)?.[1];
}

async function runAdmin(
  context: AuthContext,
  request: Request,
  path: string,
  query: URLSearchParams,
): Promise<object> {
  const [, project, verb = ""] = /^projects\/([^/]+)\/accounts(?::([A-Za-z]+))?$/.exec(path) ?? [];
  if (project === undefined) throw refusal("NOT_FOUND");
  if (project !== encodeURIComponent(context.projectId)) throw refusal("PROJECT_NOT_FOUND");
  if (request.method === "GET" && verb === "batchGet") return adminBatchGet(context, query);
  const endpoint = request.method === "POST" ? ADMIN_ENDPOINTS.get(verb) : undefined;
  if (endpoint === undefined) throw refusal("NOT_FOUND");
  return endpoint(context, parseBody(await readText(request, MAX_ADMIN_BODY_BYTES)), SERVER);
}

async function requireAdmin(request: Request, authenticate: Authenticate): Promise<void> {
  const [, token] = /^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  if (token === undefined) throw refusal("UNAUTHENTICATED", "An access token is missing.");
  try {
    if ((await authenticate(token)) === "admin") return;
  } catch (error) {
    if (error instanceof CredentialError) throw refusal("UNAUTHENTICATED", error.message);
    throw error;
  }
  throw refusal("PERMISSION_DENIED", "This needs the access token of a service account.");
}

function clientOf(request: Request, facts: RequestFacts, query: URLSearchParams): Client {
  const device = request.headers.get("user-agent")?.slice(0, MAX_DEVICE_CHARS) ?? null;
  const key = query.get("key") ?? "";
  return { address: facts.client, device, apiKey: /^[\w-]{1,100}$/.test(key) ? key : null };
}

function notAllowed(): Promise<never> {
  return Promise.reject(refusal("OPERATION_NOT_ALLOWED"));
}

async function readForm(request: Request): Promise<URLSearchParams> {
  return new URLSearchParams(await readText(request, MAX_BODY_BYTES));
}

async function readText(request: Request, maxBytes: number): Promise<string> {
  let bytes: Buffer;
  try {
    bytes = await readBody(request, maxBytes);
  } catch (error) {
    if (error instanceof BodyTooLargeError) throw refusal("INVALID_REQUEST", error.message);
    // The connection broke: nobody hears the answer.
    throw new AuthBusyError("The body of the request ended too soon.");
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw refusal("INVALID_REQUEST", "The body is not UTF-8.");
  }
}

function errorResponse(log: Log, error: unknown): Response {
  if (error instanceof OauthError) {
    return jsonResponse(400, { error: error.code, error_description: error.message });
  }
  if (error instanceof OperationError) return refusalResponse(error);
  const isStoreDown = error instanceof StoreError && error.code !== "operation-failed";
  if (isStoreDown || error instanceof AuthBusyError) {
    return textResponse(503, error.message, { "retry-after": String(RETRY_AFTER_S) });
  }
  log.error({ err: error }, "A sign-in request failed");
  return textResponse(500, "Internal error.");
}

function refusalResponse({ code, message: text, details }: OperationError): Response {
  const status = STATUS[code] ?? 400;
  const message = text === "" ? code : `${code} : ${text}`;
  const errors = [{ message, domain: "global", reason: "invalid" }];
  const { retryAfterS } = (details ?? {}) as { retryAfterS?: number };
  return jsonResponse(
    status,
    { error: { code: status, message, errors, ...(status !== 400 && { status: code }) } },
    retryAfterS === undefined ? {} : { "retry-after": String(retryAfterS) },
  );
}

function jwksResponse({ key }: AuthContext): Response {
  const cacheControl = `public, max-age=${JWKS_MAX_AGE_S}`;
  return jsonResponse(200, { keys: [key.publicJwk] }, { "cache-control": cacheControl });
}

function textResponse(
  status: number,
  text: string,
  headers: Record<string, string> = {},
): Response {
  return new Response(text, {
    status,
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "no-store",
      ...headers,
    },
  });
}
