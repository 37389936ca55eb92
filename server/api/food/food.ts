/** `/api/food/…`, for editors: docs/editing.md says what for. */
import * as z from "zod/mini";
import { calendarDate, contentId } from "#lib/documents/parts.ts";
import { visitBefore } from "#lib/food/visit.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { knownPlaces } from "../../food/known-places.ts";
import { createVisits } from "../../food/visits.ts";
import type { Endpoint } from "../../http/api-router.ts";
import type { ContentActs } from "../../publishing/publishing.ts";
import { createContentDoor } from "../content/content-door.ts";

/** The door asks by the kind who may: who writes wishes also writes posts. */
const ofWishes = <Body extends object>(body: Body) => ({ ...body, kind: "foodWishlist" as const });

export function createFoodEndpoints(deps: {
  backend: Pick<ServerBackend, "verifyIdToken" | "getValue">;
  acts: Pick<ContentActs, "publishing" | "trash" | "actorOf">;
  /** Milliseconds since 1970. */
  now: () => number;
}): Endpoint[] {
  const { backend, acts, now } = deps;
  const { get, post } = createContentDoor({ backend, now });
  const visits = createVisits(acts);
  return [
    get("/api/food/places", z.pipe(z.strictObject({}), z.transform(ofWishes)), async () => ({
      places: await knownPlaces(acts.publishing.store),
    })),
    post(
      "/api/food/visit",
      z.pipe(z.strictObject({ id: contentId, today: calendarDate }), z.transform(ofWishes)),
      async ({ id: wish, today }, uid) => visits.visit(wish, today, await acts.actorOf(uid)),
    ),
    post(
      "/api/food/visit/take-back",
      z.pipe(
        z.strictObject({ id: contentId, postId: contentId, before: visitBefore }),
        z.transform(ofWishes),
      ),
      async ({ id: wish, postId, before }, uid) =>
        visits.takeBack(wish, postId, before, await acts.actorOf(uid)),
    ),
  ];
}
