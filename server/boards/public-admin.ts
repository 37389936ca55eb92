/** What admins do about boards that are open to everybody: it is their site. Of the boards themselves they see nothing here. docs/boards.md */
import type { AdminPublicBoard, AdminPublicBoards } from "#lib/boards/api.ts";
import { publicPath, readPublic } from "#lib/boards/public-board.ts";
import { readMembers } from "#lib/boards/roles.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { type UpdateBoard, updateOfAct } from "./board-updates.ts";
import { publicBoards } from "./public-boards.ts";
import { inGroups } from "./read-board.ts";

const pageSize = 50;

export type PublicAdmin = {
  /** In no order. @param after `next` of the page before @throws BackendError */
  list(after: string | undefined): Promise<AdminPublicBoards>;
  /** Undefined: it is not open. @throws BackendError */
  find(board: string): Promise<AdminPublicBoard | undefined>;
  /** Also one that is not open any more. Its owners are told. @throws BackendError */
  end(admin: string, board: string): Promise<"done" | "busy">;
};

export function createPublicAdmin(deps: {
  backend: Pick<ServerBackend, "getValue" | "findDocuments" | "commit">;
  update: UpdateBoard;
}): PublicAdmin {
  const { backend, update } = deps;
  const valueAt = async (path: string) => (await backend.getValue(path)).value;
  const openAs = async (board: string) => readPublic(await valueAt(`boards/${board}/public`));

  async function find(board: string): Promise<AdminPublicBoard | undefined> {
    const [shown, members, name] = await Promise.all([
      openAs(board),
      valueAt(`boards/${board}/members`).then(readMembers),
      valueAt(`boards/${board}/board/board/name/v`),
    ]);
    if (shown === undefined) return undefined;
    const { slug, since, index } = shown;
    const owners = [...members].flatMap(([uid, { role, name: called }]) =>
      role === "owner" ? [{ uid, name: called }] : [],
    );
    const title = typeof name === "string" ? name : "";
    return { board, name: title, path: publicPath(slug), since, index, owners };
  }

  return {
    find,
    async list(after) {
      const found = await backend.findDocuments(publicBoards, { after, limit: pageSize + 1 });
      const page = found.slice(0, pageSize);
      const boards = new Map<string, AdminPublicBoard>();
      await inGroups(page, async ({ id, data: { board } }) => {
        const row = typeof board === "string" ? await find(board) : undefined;
        // Another address of it leads nowhere any more.
        if (row?.path === publicPath(id)) boards.set(id, row);
      });
      const next = found.length > pageSize ? (page.at(-1)?.id ?? null) : null;
      return { boards: page.flatMap(({ id }) => boards.get(id) ?? []), next };
    },

    async end(admin, board) {
      let slug: string | undefined;
      const said = await update<"done">(board, async (head) => {
        slug = (await openAs(board))?.slug;
        if (slug === undefined) return { said: "done" };
        return {
          said: "done",
          update: updateOfAct(board, head, {
            // Who of the admins it was is the audit log's; but nobody is told of what they did themselves.
            by: head.members.has(admin) ? admin : "",
            acts: [{ k: "public", on: false, byAdmin: true }],
            values: { [`boards/${board}/public`]: null },
          }),
        };
      });
      if (said === "busy") return said;
      // It leads nowhere any more.
      if (slug !== undefined) await backend.commit([{ delete: `${publicBoards}/${slug}` }]);
      return "done";
    },
  };
}
