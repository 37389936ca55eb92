/**
 * Who is in a shared folder: `memberships/folders_{folder}_{uid}`. Each change is one commit with the folder itself, in the
 * order of its drive: so what is counted stays true, a folder that goes takes nobody in any more, and its `shared` says
 * whether others are in it.
 */
import { mostPeople } from "#lib/drive/limits.ts";
import type { DriveFolder } from "#lib/drive/node.ts";
import type { InvitedDriveRole } from "#lib/drive/people.ts";
import type { ServerBackend, StoredDocument, Write } from "#lib/server-backend.ts";
import { folderMembershipPath } from "./access.ts";
import type { DriveStore } from "./store.ts";

export type FolderMember = {
  path: string;
  folder: string;
  owner: string;
  uid: string;
  role: InvitedDriveRole;
  name: string;
  /** Milliseconds since 1970. */
  since: number;
};

/** Ids of folders are made by browsers: the same one could be in two drives. */
export type FolderPlace = { owner: string; folder: string };

export const kindOfFolders = "folders";

const most = 500;

/** @throws BackendError */
export async function membersOf(
  backend: Pick<ServerBackend, "findDocuments">,
  { owner, folder }: FolderPlace,
): Promise<FolderMember[]> {
  const where = { kind: kindOfFolders, id: folder, owner };
  // Never above `mostPeople`.
  return (await backend.findDocuments("memberships", { where, limit: most })).map(memberIn);
}

/** The folders of others that an account is in. @throws BackendError */
export async function foldersOf(
  backend: Pick<ServerBackend, "findDocuments">,
  uid: string,
  limit: number,
): Promise<FolderMember[]> {
  const where = { kind: kindOfFolders, uid };
  return (await backend.findDocuments("memberships", { where, limit })).map(memberIn);
}

/** In whosever drive it lies. @throws BackendError */
export async function membershipIn(
  backend: Pick<ServerBackend, "getDocument">,
  folder: string,
  uid: string,
): Promise<FolderMember | undefined> {
  if (uid === "" || uid.includes("/")) return undefined;
  const document = await backend.getDocument(folderMembershipPath(folder, uid));
  return document === null ? undefined : memberIn(document);
}

/** @throws BackendError */
export async function isFolderMember(
  backend: Pick<ServerBackend, "getDocument">,
  { owner, folder }: FolderPlace,
  uid: string,
): Promise<boolean> {
  return (await membershipIn(backend, folder, uid))?.owner === owner;
}

export type PeopleChange<Said> =
  | { said: Said }
  | {
      said: Said;
      uid: string;
      /** Null: they are in it no more. */
      member: { role: InvitedDriveRole; name: string; since: number } | null;
      also: readonly Write[];
    };

/**
 * What `work` says of a folder as it is, all of it or nothing; it is asked anew when somebody was quicker.
 * @returns "no-folder" where it is none (any more) @throws BackendError, DriveBusyError
 */
export function changePeople<Said>(
  deps: {
    backend: Pick<ServerBackend, "findDocuments">;
    store: Pick<DriveStore, "update" | "readNode">;
  },
  { owner, folder }: FolderPlace,
  work: (seen: {
    node: DriveFolder;
    members: readonly FolderMember[];
  }) => Promise<PeopleChange<Said>>,
): Promise<Said | "no-folder"> {
  return deps.store.update<Said | "no-folder">(owner, async () => {
    const node = await deps.store.readNode(owner, folder);
    if (node?.kind !== "folder") return { result: "no-folder", writes: [] };
    const members = await membersOf(deps.backend, { owner, folder });
    const change = await work({ node, members });
    if (!("member" in change)) return { result: change.said, writes: [] };
    const { uid, member } = change;
    const others = members.filter((one) => one.uid !== uid).length;
    const shared = others > 0 || member !== null;
    const path = folderMembershipPath(folder, uid);
    const isIn = others < members.length;
    const write: Write =
      member === null
        ? { delete: path }
        : {
            set: path,
            data: { kind: kindOfFolders, id: folder, uid, owner, ...member },
            // A folder of somebody else may have the same id.
            when: { exists: isIn },
          };
    return {
      result: change.said,
      writes: [{ put: { ...node, shared } }],
      also: [write, ...change.also],
    };
  });
}

export function isFull(members: readonly FolderMember[]): boolean {
  return members.length >= mostPeople;
}

export function memberIn({ path, data }: StoredDocument): FolderMember {
  const text = (name: string) => (typeof data[name] === "string" ? data[name] : "");
  return {
    path,
    folder: text("id"),
    owner: text("owner"),
    uid: text("uid"),
    role: data["role"] === "member" ? "member" : "viewer",
    name: text("name"),
    since: typeof data["since"] === "number" ? data["since"] : 0,
  };
}
