/** Who may do what with a node: its owner all, others by a folder above it that was shared with them. docs/files.md */
import type { DriveRole } from "#lib/drive/acts.ts";
import { mostDepth } from "#lib/drive/limits.ts";
import { type DriveNode, rootFolder } from "#lib/drive/node.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { DriveStore, Entry } from "./store.ts";

export type MemberRole = Exclude<DriveRole, "owner">;

export type Access = {
  /** Undefined: it is not there, or not for this account to know. @throws BackendError */
  of(
    caller: { uid: string },
    owner: string,
    id: string,
  ): Promise<{ role: DriveRole; chain: DriveNode[] } | undefined>;
  /** Up to `root`, when it is that or lies below, and none is trashed. @throws BackendError */
  below(owner: string, root: string, id: string): Promise<DriveNode[] | undefined>;
};

export type RoleIn = (
  uid: string,
  owner: string,
  folder: string,
) => Promise<MemberRole | undefined>;

const furthest = mostDepth + 10;

export function createAccess(deps: {
  backend: Pick<ServerBackend, "getDocument">;
  store: Pick<DriveStore, "readEntry">;
}): Access {
  const { store } = deps;
  const roleIn = createRoleIn(deps.backend);
  return {
    async of({ uid }, owner, id) {
      const chain = await chainOf(id, (one) => store.readEntry(owner, one));
      if (chain === undefined) return undefined;
      if (uid === owner) return { role: "owner", chain: chain.nodes };
      const shared = await memberIn(chain, (folder) => roleIn(uid, owner, folder));
      if (shared === undefined) return undefined;
      // What lies above the shared folder is nobody else's business.
      return { role: shared.role, chain: chain.nodes.slice(0, shared.at + 1) };
    },
    async below(owner, root, id) {
      const chain = await chainOf(id, (one) => store.readEntry(owner, one));
      if (chain === undefined || !chain.isWhole) return undefined;
      const at = chain.nodes.findIndex((node) => node.id === root);
      if (at === -1 || chain.nodes.some(({ trashedAt }) => trashedAt !== null)) return undefined;
      return chain.nodes.slice(0, at + 1);
    },
  };
}

/** `isWhole`: it ends in the drive itself, not at a folder that is not there or in a circle. */
export type FoundChain = { nodes: DriveNode[]; isWhole: boolean };

/** Undefined when the node, or a folder above it, is gone for good. */
export async function chainOf(
  id: string,
  read: (id: string) => Promise<Entry | undefined>,
): Promise<FoundChain | undefined> {
  const nodes: DriveNode[] = [];
  for (let at = id; at !== rootFolder;) {
    // oxlint-disable-next-line no-await-in-loop -- each names the next
    const entry = await read(at);
    if (entry === undefined) return nodes.length === 0 ? undefined : { nodes, isWhole: false };
    if ("gone" in entry) return undefined;
    if (nodes.length > 0 && entry.node.kind === "file") return { nodes, isWhole: false };
    nodes.push(entry.node);
    at = entry.node.parent;
    if (nodes.length > furthest) return { nodes, isWhole: false };
  }
  return { nodes, isWhole: true };
}

/**
 * The highest role among the folders of a chain, with the topmost of them; nothing when any is in the trash or the chain
 * is broken: then nobody but the owner can say where it lies.
 */
async function memberIn(
  { nodes, isWhole }: FoundChain,
  roleIn: (folder: string) => Promise<MemberRole | undefined>,
): Promise<{ role: MemberRole; at: number } | undefined> {
  if (!isWhole || nodes.some(({ trashedAt }) => trashedAt !== null)) return undefined;
  const roles = await Promise.all(
    nodes.map(async (node) => (node.kind === "folder" ? roleIn(node.id) : undefined)),
  );
  const at = roles.findLastIndex((role) => role !== undefined);
  if (at === -1) return undefined;
  return { role: roles.includes("member") ? "member" : "viewer", at };
}

export function folderMembershipPath(folder: string, uid: string): string {
  return `memberships/folders_${folder}_${uid}`;
}

export function createRoleIn(backend: Pick<ServerBackend, "getDocument">): RoleIn {
  return async (uid, owner, folder) => {
    if (uid === "" || uid.includes("/")) return undefined;
    const { data } = (await backend.getDocument(folderMembershipPath(folder, uid))) ?? {};
    // Ids of folders are made by browsers: the same one could be in two drives.
    if (data === undefined || data["owner"] !== owner || data["uid"] !== uid) return undefined;
    const { role } = data;
    return role === "member" || role === "viewer" ? role : undefined;
  };
}

/** What concerns its owner alone is left out. */
export function forMember(node: DriveNode): DriveNode {
  return { ...node, starred: false, links: 0 };
}
