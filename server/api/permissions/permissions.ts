/** `GET /api/permissions` for admins: who may what, as the rules files decide it now. */
import * as z from "zod/mini";
import type { PermissionRow, Permissions } from "#lib/user-admin.ts";
import type { Endpoint } from "../../http/api-router.ts";
import type { AdminDoor } from "../../user-admin/admin-door.ts";

export function createPermissionsEndpoint(deps: {
  door: AdminDoor;
  readRows: () => Promise<PermissionRow[]>;
  /** Firebase is asked by its own copy of the rules, which may be an older one. */
  isHosted: boolean;
}): Endpoint {
  const { door, readRows, isHosted } = deps;
  return door.get("/api/permissions", z.strictObject({}), async () =>
    Response.json({ rows: await readRows(), isHosted } satisfies Permissions),
  );
}
