/** What accounts see of folders that others share with them: which ones there are, and what lies in one. */
import { type DriveFolder, type DriveNode, isDriveId, rootFolder } from "#lib/drive/node.ts";
import { wordsIn } from "#lib/drive/find-words.ts";
import {
  type FolderPage,
  type FoundBelow,
  type SharedFolder,
  mostFound,
  mostLookedAt,
  mostSharedFolders,
} from "#lib/drive/people.ts";
import { foldText } from "#lib/fold-text.ts";
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
  /** @throws BackendError */
  find(
    uid: string,
    asked: { owner: string; id: string; words: string },
  ): Promise<FoundBelow | "no-folder">;
};

const pageSize = 500;
/** Each is a handful of reads. */
const atOnce = 10;

export function createSharedListing(deps: {
  backend: Pick<ServerBackend, "findDocuments" | "getValue">;
  access: Pick<Access, "of">;
  store: Pick<DriveStore, "childrenOf" | "everyBelow">;
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

  /** Undefined: there is none, or not for this account. */
  async function lookedInto(uid: string, owner: string, id: string) {
    if (owner === "" || owner.includes("/") || !isDriveId(id)) return undefined;
    const found = await access.of({ uid }, owner, id);
    const [node] = found?.chain ?? [];
    return found && node?.kind === "folder" ? { ...found, node } : undefined;
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
      const found = await lookedInto(uid, owner, id);
      if (found === undefined) return "no-folder";
      const { role, chain, node } = found;
      const { nodes, next } = await store.childrenOf(owner, id, { after, limit: pageSize });
      return {
        role,
        node: role === "owner" ? node : seenOf(node, chain.length === 1),
        path: chain.toReversed().map(({ id: folder, name }) => ({ id: folder, name })),
        nodes: role === "owner" ? nodes : nodes.map(forMember),
        next: next ?? null,
      };
    },

    async find(uid, { owner, id, words }) {
      const top = await lookedInto(uid, owner, id);
      if (top === undefined) return "no-folder";
      const has = wordsIn(words);
      const all = new Map([[id, [{ id, name: top.node.name }]]]);
      const nodes: DriveNode[] = [];
      let looked = 0;
      let isAll = true;
      for await (const node of store.everyBelow(owner, id)) {
        looked += 1;
        isAll = nodes.length < mostFound && looked <= mostLookedAt;
        if (!isAll) break;
        const above = all.get(node.parent) ?? [];
        if (node.kind === "folder") all.set(node.id, [...above, { id: node.id, name: node.name }]);
        if (has(foldText(node.name))) nodes.push(top.role === "owner" ? node : forMember(node));
      }
      const paths = Object.fromEntries(nodes.map(({ parent }) => [parent, all.get(parent) ?? []]));
      return { nodes, paths, isAll };
    },
  };
}

/** Where the topmost lies at its owner's is no business of others. */
function seenOf(node: DriveFolder, isTop: boolean): DriveFolder {
  return { ...node, ...forMember(node), ...(isTop && { parent: rootFolder }) } as DriveFolder;
}
