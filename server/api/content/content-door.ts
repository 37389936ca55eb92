/** What all endpoints for content do alike: who calls by the kind's role, how often, and which sentence a refusal is. */
import * as z from "zod/mini";
import { contentKinds, isContentId, roleOf } from "#lib/content/kinds.ts";
import type { ContentKind } from "#lib/content/kinds.ts";
import { networkOf } from "#lib/network-of.ts";
import { BackendError } from "#lib/server-backend.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { adminCaller } from "../../http/admin-caller.ts";
import { apiError, tooManyRequests } from "../../http/answer.ts";
import type { ApiRequest, Endpoint } from "../../http/api-router.ts";
import { editorCaller } from "../../http/editor-caller.ts";
import { parseJson } from "../../http/parse-json.ts";
import { createRateLimit } from "../../limits/rate-limit.ts";
import { ContentError } from "../../publishing/content-error.ts";

type WithKind = { kind: ContentKind; id?: string };

export type ContentDoor = {
  get: <Query extends WithKind>(
    path: Endpoint["path"],
    query: z.ZodMiniType<Query>,
    answer: (query: Query) => Promise<object>,
  ) => Endpoint;
  post: <Body extends WithKind>(
    path: Endpoint["path"],
    body: z.ZodMiniType<Body>,
    answer: (body: Body, uid: string) => Promise<object | void>,
    limits?: { maxBodyBytes: number },
  ) => Endpoint;
};

export const kindSchema = z.enum(contentKinds);

/** `{kind, id}` and more; whether the kind has the id the door asks. */
export const itemShape = { kind: kindSchema, id: z.string().check(z.maxLength(128)) };

/** More than any act but `places` has to say. */
const usualBody = { maxBodyBytes: 65_536 };

export function createContentDoor(deps: {
  backend: Pick<ServerBackend, "verifyIdToken" | "getValue">;
  /** Milliseconds since 1970. */
  now: () => number;
}): ContentDoor {
  const { backend, now } = deps;
  const limit = createRateLimit({ burst: 240, perMinute: 240, now });
  const strangers = createRateLimit({ burst: 240, perMinute: 240, now });

  async function admit({ request, client }: ApiRequest, kind: ContentKind) {
    const caller =
      roleOf(kind) === "admin"
        ? await adminCaller(request, backend)
        : await editorCaller(request, backend);
    // Strangers of the same network must not lock an editor out.
    const isLetIn = !(caller instanceof Response);
    const wait = isLetIn ? limit.take(caller.uid) : strangers.take(networkOf(client));
    return wait > 0 ? tooManyRequests(wait) : caller;
  }

  function endpoint<Input extends WithKind>(
    from: Pick<Endpoint, "method" | "path" | "maxBodyBytes">,
    read: (asked: ApiRequest) => z.core.util.SafeParseResult<Input>,
    answer: (input: Input, uid: string) => Promise<object | void>,
  ): Endpoint {
    return {
      ...from,
      async answer(asked) {
        try {
          const parsed = read(asked);
          // Who may not write anything learns nothing of how it is asked for.
          const caller = await admit(asked, parsed.success ? parsed.data.kind : "projects");
          if (caller instanceof Response) return caller;
          if (!parsed.success) return apiError(400, "invalid-request", faultOf(parsed.error));
          const { kind, id } = parsed.data;
          if (id !== undefined && !isContentId(kind, id)) {
            return apiError(400, "invalid-request", "id is not as it has to be.");
          }
          return Response.json((await answer(parsed.data, caller.uid)) ?? {});
        } catch (error) {
          return refusalOf(error);
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
    post: (path, body, answer, limits = usualBody) =>
      endpoint(
        { method: "POST", path, ...limits },
        ({ body: text }) => body.safeParse(parseJson(text)),
        answer,
      ),
  };
}

function faultOf(error: z.core.$ZodError): string {
  const place = error.issues[0]?.path.join(".") ?? "";
  return place === "" ? "This request is not understood." : `${place} is not as it has to be.`;
}

/** @throws what is nobody's doing: it is logged. */
function refusalOf(error: unknown): Response {
  if (error instanceof ContentError) {
    const { status, code, message, problems } = error;
    return problems.length === 0
      ? apiError(status, code, message)
      : Response.json({ error: { code, message, problems } }, { status });
  }
  const isAway =
    error instanceof BackendError &&
    ["UNAVAILABLE", "DEADLINE_EXCEEDED", "RESOURCE_EXHAUSTED"].includes(error.status);
  if (!isAway) throw error;
  return apiError(
    503,
    "unavailable",
    "The data cannot be reached just now. What you wrote is kept; try again in a moment.",
  );
}
