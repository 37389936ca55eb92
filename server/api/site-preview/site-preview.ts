/**
 * `GET /api/site-preview` for admins: what anyone may see now, as pages get it, so that a page can be drawn with one part of
 * it changed. Without what only the pages of single things show.
 */
import * as z from "zod/mini";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { Endpoint } from "../../http/api-router.ts";
import type { AdminDoor } from "../../user-admin/admin-door.ts";

/** Home and about show the first few. */
const most = 50;

export function createSitePreviewEndpoint(deps: {
  door: AdminDoor;
  backend: Pick<ServerBackend, "publicData">;
}): Endpoint {
  const { door, backend } = deps;
  return door.get("/api/site-preview", z.strictObject({}), async () => {
    const data = await backend.publicData();
    const featuredFirst = data.projects.toSorted((a, b) => Number(b.featured) - Number(a.featured));
    return Response.json({
      ...data,
      projects: featuredFirst
        .slice(0, most)
        .map(({ body: _body, ...project }) => ({ ...project, gallery: [] })),
      certificates: data.certificates.slice(0, most),
      foodPosts: data.foodPosts
        .slice(0, most)
        .map(({ body: _body, ...post }) => ({ ...post, gallery: [] })),
      foodWishlist: [],
      problems: [],
    });
  });
}
