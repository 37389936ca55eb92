/** `/api/public-boards…`, for admins: boards that anybody may look at, and the end of such a page. */
import * as z from "zod/mini";
import type { AdminPublicBoard, AdminPublicBoards } from "#lib/boards/api.ts";
import { isBoardId } from "#lib/boards/board-id.ts";
import { BackendError } from "#lib/server-backend.ts";
import type { Audit } from "../../audit/audit.ts";
import { recordAct } from "../../audit/record-act.ts";
import type { Endpoint } from "../../http/api-router.ts";
import type { AdminDoor } from "../../user-admin/admin-door.ts";

const query = z.strictObject({ after: z.optional(z.string().check(z.maxLength(100))) });
const body = z.strictObject({ board: z.string().check(z.refine(isBoardId)) });

/** As server/boards has it. */
type PublicAdmin = {
  /** @throws BackendError */
  list(after: string | undefined): Promise<AdminPublicBoards>;
  /** Undefined: it is not open. @throws BackendError */
  find(board: string): Promise<AdminPublicBoard | undefined>;
  /** @throws BackendError */
  end(admin: string, board: string): Promise<"done" | "busy">;
};

export function createPublicAdminEndpoints(deps: {
  door: AdminDoor;
  publicAdmin: PublicAdmin;
  audit: Pick<Audit, "add">;
}): Endpoint[] {
  const { door, publicAdmin, audit } = deps;
  return [
    door.get("/api/public-boards", query, async ({ after }) =>
      Response.json(await publicAdmin.list(after)),
    ),
    door.post("/api/public-boards/end", body, async ({ board }, admin) => {
      const open = await publicAdmin.find(board);
      if (open !== undefined) {
        const target = open.owners[0]?.uid;
        const details = { board, name: open.name };
        await recordAct(
          audit,
          { actor: admin, action: "board.end-public", target, details },
          async () => {
            if ((await publicAdmin.end(admin, board)) === "done") return;
            throw new BackendError("UNAVAILABLE", "The board is changed again and again.");
          },
        );
      }
      return new Response(null, { status: 204 });
    }),
  ];
}
