/** `GET /api/users` for admins: a page of all accounts; `GET /api/users/one`: all that is known of one. */
import * as z from "zod/mini";
import type { ServerBackend } from "#lib/server-backend.ts";
import { userRoles, userSorts, userStates } from "#lib/user-admin.ts";
import { apiError } from "../../http/answer.ts";
import type { Endpoint } from "../../http/api-router.ts";
import { CursorError, listUsers } from "../../user-admin/list-users.ts";
import type { UserReader } from "../../user-admin/read-user.ts";
import type { AdminDoor } from "../../user-admin/admin-door.ts";

export const uidSchema = z.string().check(z.minLength(1), z.maxLength(128));

const listQuery = z.strictObject({
  search: z.optional(z.string().check(z.maxLength(200))),
  role: z.optional(z.enum(userRoles)),
  state: z.optional(z.enum(userStates)),
  sort: z._default(z.enum(userSorts), "name"),
  descending: z._default(z.stringbool(), false),
  cursor: z.optional(z.string().check(z.maxLength(2000))),
});

export function createUserListEndpoints(deps: {
  door: AdminDoor;
  backend: Pick<ServerBackend, "queryValues" | "getValue">;
  reader: UserReader;
}): Endpoint[] {
  const { door, backend, reader } = deps;
  return [
    door.get("/api/users", listQuery, async (query) => {
      try {
        return Response.json(await listUsers(backend, query));
      } catch (error) {
        if (!(error instanceof CursorError)) throw error;
        return apiError(400, "invalid-request", error.message);
      }
    }),
    door.get("/api/users/one", z.strictObject({ uid: uidSchema }), async ({ uid }) =>
      Response.json(await reader.read(uid)),
    ),
  ];
}
