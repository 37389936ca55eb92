/** What all endpoints for admins do alike: who calls, how often, what was sent, and which sentence a refusal is. */
import * as z from "zod/mini";
import { networkOf } from "#lib/network-of.ts";
import { BackendError } from "#lib/server-backend.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { UserChangeError } from "../accounts/change-user.ts";
import { adminCaller, recentCaller } from "../http/admin-caller.ts";
import { apiError } from "../http/answer.ts";
import type { ApiRequest, Endpoint } from "../http/api-router.ts";
import { parseJson } from "../http/parse-json.ts";
import { createRateLimit } from "../limits/rate-limit.ts";
import { TokensError } from "../tokens/token-accounts.ts";

export type AdminDoor = {
  get<Query>(
    path: Endpoint["path"],
    query: z.ZodMiniType<Query>,
    answer: (query: Query, admin: string, request: Request) => Promise<Response>,
  ): Endpoint;
  post<Body>(
    path: Endpoint["path"],
    body: z.ZodMiniType<Body>,
    answer: (body: Body, admin: string) => Promise<Response>,
    options?: {
      maxBodyBytes?: number;
      /** For what a borrowed screen must not be enough for. */
      needsRecentSignIn?: (body: Body) => boolean;
    },
  ): Endpoint;
};

/** How long ago an admin may have signed in for what `needsRecentSignIn`. */
const recentS = 3600;
const usualBodyBytes = 4096;

export function createAdminDoor(deps: {
  backend: Pick<ServerBackend, "verifyIdToken" | "getValue">;
  /** Who is let in; admins where nothing else is said. */
  callerOf?: typeof adminCaller;
  /** Milliseconds since 1970. */
  now: () => number;
}): AdminDoor {
  const { backend, now, callerOf = adminCaller } = deps;
  const limit = createRateLimit({ burst: 240, perMinute: 240, now });
  const strangers = createRateLimit({ burst: 240, perMinute: 240, now });

  /** The answer, or who is let in. */
  async function admit({ request, client }: ApiRequest): Promise<string | Response> {
    const caller = await callerOf(request, backend);
    // Strangers of the same network must not lock an admin out.
    const isAdmin = !(caller instanceof Response);
    const wait = isAdmin ? limit.take(caller.uid) : strangers.take(networkOf(client));
    if (wait > 0) {
      return apiError(429, "too-many-requests", `Too many requests. Try again in ${wait} s.`, {
        "Retry-After": String(wait),
      });
    }
    return isAdmin ? caller.uid : caller;
  }

  function endpoint<Input>(
    from: Pick<Endpoint, "method" | "path" | "maxBodyBytes">,
    read: (asked: ApiRequest) => z.core.util.SafeParseResult<Input>,
    answer: (input: Input, admin: string, request: Request) => Promise<Response>,
    needsRecentSignIn: (input: Input) => boolean = () => false,
  ): Endpoint {
    return {
      ...from,
      async answer(asked) {
        try {
          const admin = await admit(asked);
          if (admin instanceof Response) return admin;
          const parsed = read(asked);
          if (!parsed.success) return apiError(400, "invalid-request", faultOf(parsed.error));
          if (needsRecentSignIn(parsed.data)) {
            const recent = await recentCaller(asked.request, backend, recentS, now);
            if (recent instanceof Response) return recent;
          }
          return await answer(parsed.data, admin, asked.request);
        } catch (error) {
          const refusal = refusalOf(error);
          if (refusal === undefined) throw error;
          return apiError(refusal.status, refusal.code, refusal.message);
        }
      },
    };
  }

  return {
    get: (path, query, answer) =>
      endpoint(
        { method: "GET", path, maxBodyBytes: 0 },
        ({ request }) => query.safeParse(Object.fromEntries(new URL(request.url).searchParams)),
        answer,
      ),
    post: (path, body, answer, { maxBodyBytes = usualBodyBytes, needsRecentSignIn } = {}) =>
      endpoint(
        { method: "POST", path, maxBodyBytes },
        ({ body: text }) => body.safeParse(parseJson(text)),
        (input, admin) => answer(input, admin),
        needsRecentSignIn,
      ),
  };
}

function faultOf(error: z.core.$ZodError): string {
  const [issue] = error.issues;
  const place = issue?.path.join(".") ?? "";
  return place === "" ? "This request is not understood." : `${place} is not as it has to be.`;
}

export type Refusal = { status: number; code: string; message: string };

/** Identity Toolkit's codes that an admin can do something about. */
const words: Record<string, string> = {
  EMAIL_EXISTS: "There is an account with this e-mail address already.",
  INVALID_EMAIL: "This is not an e-mail address.",
  INVALID_DISPLAY_NAME: "This name cannot be used.",
  USER_NOT_FOUND: "There is no such account any more.",
};

/** Undefined for what is nobody's doing: it is logged. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof UserChangeError || error instanceof TokensError) {
    return { status: 409, code: "refused", message: error.message };
  }
  if (!(error instanceof BackendError)) return undefined;
  const known = words[error.message.split(" : ", 1)[0] ?? ""];
  if (known !== undefined) return { status: 409, code: "refused", message: known };
  switch (error.status) {
    case "UNIMPLEMENTED":
      return {
        status: 501,
        code: "not-here",
        message: "Firebase has no such thing: do it in Firebase's console.",
      };
    case "UNAVAILABLE":
    case "DEADLINE_EXCEEDED":
    case "RESOURCE_EXHAUSTED":
      return {
        status: 503,
        code: "unavailable",
        message: "The data cannot be reached just now. Load the page again to see what holds.",
      };
    default:
      return undefined;
  }
}
