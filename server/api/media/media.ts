/** `GET /api/media`: the site's public files, for editors; `POST /api/media/delete`, for admins, of what nothing uses. */
import * as z from "zod/mini";
import { maxMediaOfAct } from "#lib/media-item.ts";
import type { Audit } from "../../audit/audit.ts";
import type { Endpoint } from "../../http/api-router.ts";
import type { MediaLibrary } from "../../media/media-library.ts";
import type { AdminDoor } from "../../user-admin/admin-door.ts";

const usualPage = 48;
const listQuery = z.strictObject({
  after: z.optional(z.string().check(z.maxLength(4000))),
  limit: z.optional(z.string().check(z.regex(/^(?:[1-9]|[1-9]\d|100)$/))),
  unused: z.optional(z.enum(["1", ""])),
});
const name = z.string().check(z.minLength(1), z.maxLength(1024));
const names = z.array(name).check(z.minLength(1), z.maxLength(maxMediaOfAct));

export function createMediaEndpoints(deps: {
  admins: AdminDoor;
  editors: AdminDoor;
  library: MediaLibrary;
  audit: Pick<Audit, "add">;
}): Endpoint[] {
  const { admins, editors, library, audit } = deps;
  return [
    editors.get("/api/media", listQuery, async ({ after, limit, unused }) =>
      Response.json(
        await library.list({
          after: after || undefined,
          limit: Number(limit ?? usualPage),
          isUnused: unused === "1",
        }),
      ),
    ),
    admins.post(
      "/api/media/delete",
      z.strictObject({ names }),
      async ({ names: wanted }, admin) => {
        const details = { files: wanted.length, first: wanted[0] ?? "" };
        await audit.add({ actor: admin, action: "media.delete", details });
        return Response.json({ deleted: await library.delete(wanted) });
      },
      { maxBodyBytes: 128 * 1024 },
    ),
  ];
}
