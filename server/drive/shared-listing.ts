/** What accounts see of folders that others share with them: which ones there are, and what lies in one. */
import { type DriveFolder, isDriveId, rootFolder } from "#lib/drive/node.ts";
import { type FolderPage, type SharedFolder, mostSharedFolders } from "#lib/drive/people.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { nameOf } from "../boards/memberships.ts";
import { foldersOf } from "./memberships.ts";
import { type Access, forMember } from "./access.ts";
import type { DriveStore } from "./store.ts";

export type SharedListing = {
  /** @throws BackendError */
  folders(uid: string): Promise<SharedFolder[]>;
  /** @throws BackendError */
  page(
    uid: string,
    asked: { owner: string; id: string; after: string | undefined },
  ): Promise<FolderPage | "no-folder">;
};

const pageSize = 500;
/** Each is a handful of reads. */
const atOnce = 10;

export function createSharedListing(deps: {
  backend: Pick<ServerBackend, "findDocuments" | "getValue">;
  access: Pick<Access, "of">;
  store: Pick<DriveStore, "childrenOf">;
}): SharedListing {
  const { backend, access, store } = deps;

  async function folderOf(uid: string, owner: string, id: string): Promise<SharedFolder[]> {
    const found = await access.of({ uid }, owner, id);
    const [node] = found?.chain ?? [];
    if (found === undefined || found.role === "owner" || node?.kind !== "folder") return [];
    return [
      {
        node: seenOf(node, true),
        owner: { uid: owner, name: await nameOf(backend, owner) },
        role: found.role,
      },
    ];
  }

  return {
    async folders(uid) {
      const members = await foldersOf(backend, uid, mostSharedFolders);
      const found: SharedFolder[] = [];
      for (let at = 0; at < members.length; at += atOnce) {
        const some = members.slice(at, at + atOnce);
        // oxlint-disable-next-line no-await-in-loop -- not all at once
        const seen = await Promise.all(
          some.map(({ owner, folder }) => folderOf(uid, owner, folder)),
        );
        found.push(...seen.flat());
      }
      return found;
    },

    async page(uid, { owner, id, after }) {
      if (owner === "" || owner.includes("/") || !isDriveId(id)) return "no-folder";
      const found = await access.of({ uid }, owner, id);
      const [node] = found?.chain ?? [];
      if (found === undefined || node?.kind !== "folder") return "no-folder";
      const { role, chain } = found;
      const { nodes, next } = await store.childrenOf(owner, id, { after, limit: pageSize });
      return {
        role,
        node: role === "owner" ? node : seenOf(node, chain.length === 1),
        path: chain.toReversed().map(({ id: folder, name }) => ({ id: folder, name })),
        nodes: role === "owner" ? nodes : nodes.map(forMember),
        next: next ?? null,
      };
    },
  };
}

/** Where the topmost lies at its owner's is no business of others. */
function seenOf(node: DriveFolder, isTop: boolean): DriveFolder {
  return { ...node, ...forMember(node), ...(isTop && { parent: rootFolder }) } as DriveFolder;
}
