/** `/api/content/…`: what editors and admins do with content beside writing drafts. docs/publishing.md lists it. */
import * as z from "zod/mini";
import { bulkActs } from "#lib/content/item.ts";
import { maxVersionLabel } from "#lib/content/version.ts";
import { contentId } from "#lib/documents/parts.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { Endpoint } from "../../http/api-router.ts";
import type { ContentActs } from "../../publishing/publishing.ts";
import { createContentDoor, itemShape, kindSchema } from "./content-door.ts";

const rev = z.int().check(z.positive());
const mostAtOnce = 200;
const mostPlaces = 400;
/** An id, an order, and what JSON puts around them. */
const mostBytesOfPlace = 128 + 200 + 72;
const ids = z.array(contentId).check(z.minLength(1), z.maxLength(mostAtOnce));
/** RFC 3339 with its zone: without one it would be a time of the server's. */
const instant = z.iso.datetime({ offset: true }).check(z.maxLength(40));
/** A fractional index. */
const order = z.string().check(z.regex(/^[A-Za-z0-9]{1,200}$/));
const byKind = z.strictObject({ kind: kindSchema });
const item = z.strictObject(itemShape);

export function createContentEndpoints(deps: {
  backend: Pick<ServerBackend, "verifyIdToken" | "getValue">;
  acts: ContentActs;
  /** Milliseconds since 1970. */
  now: () => number;
}): Endpoint[] {
  const { backend, acts, now } = deps;
  const { drafts, visibility, schedules, trash, actorOf } = acts;
  const { get, post } = createContentDoor({ backend, now });
  return [
    get("/api/content/list", byKind, async ({ kind }) => ({ items: await acts.list(kind) })),
    get("/api/content/trash", byKind, async ({ kind }) => ({ items: await trash.list(kind) })),
    post("/api/content/check", item, async (body) => acts.check(body)),
    post("/api/content/publish", z.strictObject({ ...itemShape, rev }), async (body, uid) =>
      drafts.publish(body, body.rev, await actorOf(uid)),
    ),
    post(
      "/api/content/schedule",
      z.strictObject({ ...itemShape, rev, at: instant }),
      async (body, uid) => schedules.schedule(body, body, await actorOf(uid)),
    ),
    post("/api/content/unschedule", item, async (body, uid) =>
      schedules.unschedule(body, await actorOf(uid)),
    ),
    post("/api/content/hide", item, async (body, uid) => visibility.hide(body, await actorOf(uid))),
    post("/api/content/show", item, async (body, uid) => visibility.show(body, await actorOf(uid))),
    post("/api/content/discard", z.strictObject({ ...itemShape, rev }), async (body, uid) =>
      drafts.discard(body, body.rev, await actorOf(uid)),
    ),
    post(
      "/api/content/save-version",
      z.strictObject({
        ...itemShape,
        rev: z.int().check(z.nonnegative()),
        label: z.optional(z.string().check(z.maxLength(maxVersionLabel))),
      }),
      async ({ kind, id, ...version }, uid) =>
        drafts.saveVersion(
          { kind, id },
          { rev: version.rev, label: version.label },
          await actorOf(uid),
        ),
    ),
    post(
      "/api/content/restore",
      z.strictObject({ ...itemShape, versionId: z.string().check(z.regex(/^[\w-]{1,100}$/)) }),
      async (body, uid) => drafts.restore(body, body.versionId, await actorOf(uid)),
    ),
    post("/api/content/duplicate", item, async (body, uid) =>
      drafts.duplicate(body, await actorOf(uid)),
    ),
    post("/api/content/delete", item, async (body, uid) => trash.delete(body, await actorOf(uid))),
    post("/api/content/untrash", item, async (body, uid) =>
      trash.untrash(body, await actorOf(uid)),
    ),
    post("/api/content/erase", item, async (body, uid) => trash.erase(body, await actorOf(uid))),
    post(
      "/api/content/places",
      z.strictObject({
        kind: kindSchema,
        places: z.record(contentId, order).check(
          z.refine((places) => {
            const { length } = Object.keys(places);
            return length > 0 && length <= mostPlaces;
          }),
        ),
      }),
      ({ kind, places }) => visibility.places(kind, new Map(Object.entries(places))),
      { maxBodyBytes: mostPlaces * mostBytesOfPlace },
    ),
    post("/api/content/featured", z.strictObject({ ...itemShape, featured: z.boolean() }), (body) =>
      visibility.featured(body, body.featured),
    ),
    post(
      "/api/content/bulk",
      z.strictObject({
        kind: kindSchema,
        ids,
        act: z.enum(bulkActs),
        tag: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(60))),
      }),
      async ({ kind, ids: chosen, act, tag }, uid) =>
        acts.bulk(kind, chosen, { do: act, tag }, await actorOf(uid)),
    ),
  ];
}
