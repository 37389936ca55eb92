/** `/api/drive/links…` with an ID token: the share links of one's own files and folders. docs/sharing.md */
import * as z from "zod/mini";
import { driveId } from "#lib/drive/acts.ts";
import { mostShareLimit, mostSharePassword, shareTokenLength } from "#lib/drive/share-link.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { Links } from "../../drive/links.ts";
import { DriveBusyError } from "../../drive/store.ts";
import { apiError } from "../../http/answer.ts";
import type { ApiRequest, Endpoint } from "../../http/api-router.ts";
import { createCountedCaller } from "../../http/counted-caller.ts";
import { parseJson } from "../../http/parse-json.ts";
import { orUnavailable } from "../../http/when-unavailable.ts";

const token = z.string().check(z.regex(new RegExp(`^[a-z]{${shareTokenLength}}$`)));
const choices = {
  expiresAt: z.nullable(z.iso.datetime()),
  password: z.nullable(z.string().check(z.minLength(1), z.maxLength(mostSharePassword))),
  limit: z.nullable(z.int().check(z.minimum(1), z.maximum(mostShareLimit))),
  keepPlaces: z.boolean(),
  showName: z.boolean(),
};
const newLink = z.strictObject({ id: driveId, ...choices });
const changed = z.strictObject({
  link: token,
  expiresAt: z.optional(choices.expiresAt),
  password: z.optional(choices.password),
  limit: z.optional(choices.limit),
  keepPlaces: z.optional(choices.keepPlaces),
  showName: z.optional(choices.showName),
});
const oneLink = z.strictObject({ link: token });
const listQuery = z.strictObject({ id: z.optional(driveId) });

export function createDriveLinkEndpoints(deps: {
  backend: Pick<ServerBackend, "verifyIdToken" | "getAccount">;
  links: Links;
  /** Whether mail goes out: then only who has proved an address makes links. */
  sendsMail: () => boolean;
  /** Milliseconds since 1970. */
  now: () => number;
}): Endpoint[] {
  const { backend, links, sendsMail, now } = deps;
  const countedCaller = createCountedCaller({ backend, now, burst: 120, perMinute: 60 });

  function endpoint<Schema extends z.ZodMiniType>(
    method: Endpoint["method"],
    path: Endpoint["path"],
    schema: Schema,
    answer: (asked: z.output<Schema>, uid: string) => Promise<Response>,
  ): Endpoint {
    return {
      method,
      path,
      maxBodyBytes: method === "GET" ? 0 : 4096,
      answer: orUnavailable(async (asked: ApiRequest) => {
        const caller = await countedCaller(asked);
        if (caller instanceof Response) return caller;
        const { searchParams } = new URL(asked.request.url);
        const sent = method === "GET" ? Object.fromEntries(searchParams) : parseJson(asked.body);
        const read = schema.safeParse(sent);
        if (!read.success) return apiError(400, "invalid-request", "This request is not valid.");
        try {
          return await answer(read.data, caller.uid);
        } catch (error) {
          if (!(error instanceof DriveBusyError)) throw error;
          return apiError(503, "unavailable", "Others change this drive. Try again shortly.");
        }
      }),
    };
  }

  async function isUnproved(uid: string): Promise<boolean> {
    if (!sendsMail()) return false;
    return (await backend.getAccount(uid))?.emailVerified !== true;
  }

  return [
    endpoint("GET", "/api/drive/links", listQuery, async ({ id }, uid) =>
      Response.json({ links: await links.list(uid, id) }),
    ),
    endpoint("POST", "/api/drive/links", newLink, async ({ id, ...wanted }, uid) => {
      if (isPast(wanted.expiresAt, now())) return pastEnd();
      if (await isUnproved(uid)) {
        const text = "Confirm your e-mail address in Settings first: then you can share by link.";
        return apiError(403, "unproved-address", text);
      }
      const link = await links.create(uid, id, wanted);
      if (link === "not-found") return notFound();
      if (link === "too-many") {
        return apiError(409, "too-many", "You have as many links as there may be. Revoke some.");
      }
      return Response.json({ link });
    }),
    endpoint(
      "POST",
      "/api/drive/links/change",
      changed,
      async ({ link: asked, ...wanted }, uid) => {
        if (isPast(wanted.expiresAt, now())) return pastEnd();
        const link = await links.change(uid, asked, wanted);
        if (link === "not-found") return notFound();
        if (link === "busy") {
          return apiError(503, "unavailable", "This link is opened very often. Try again shortly.");
        }
        return Response.json({ link });
      },
    ),
    endpoint("POST", "/api/drive/links/revoke", oneLink, async ({ link }, uid) =>
      (await links.revoke(uid, link)) ? new Response(null, { status: 204 }) : notFound(),
    ),
    endpoint("GET", "/api/drive/links/log", oneLink, async ({ link }, uid) => {
      const log = await links.log(uid, link);
      return log === undefined ? notFound() : Response.json({ log });
    }),
  ];
}

function isPast(expiresAt: string | null | undefined, nowMs: number): boolean {
  return typeof expiresAt === "string" && Date.parse(expiresAt) <= nowMs;
}

function pastEnd(): Response {
  return apiError(400, "past-end", "Choose an end that is still to come.");
}

function notFound(): Response {
  return apiError(404, "not-found", "This is no longer there.");
}
