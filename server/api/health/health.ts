/** `GET /api/health`, for admins: the state of the site in words. */
import * as z from "zod/mini";
import type { Health } from "#lib/health.ts";
import type { Endpoint } from "../../http/api-router.ts";
import type { AdminDoor } from "../../user-admin/admin-door.ts";

export function createHealthEndpoint(deps: {
  door: AdminDoor;
  look: () => Promise<Health>;
}): Endpoint {
  const { door, look } = deps;
  return door.get("/api/health", z.strictObject({}), async () => Response.json(await look()));
}
