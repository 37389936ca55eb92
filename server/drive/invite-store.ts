/**
 * Invites to folders as they are stored: `folderInvites/{id}`, where the id is a hash of folder and address, so that there
 * is one of each.
 */
import { createHash } from "node:crypto";
import type { InvitedDriveRole } from "#lib/drive/people.ts";
import { documentsIn } from "#lib/in-pages.ts";
import type { ServerBackend, StoredDocument } from "#lib/server-backend.ts";
import type { FolderPlace } from "./memberships.ts";

export type InvitesBackend = Pick<ServerBackend, "getDocument" | "findDocuments" | "commit">;

export type StoredFolderInvite = {
  id: string;
  path: string;
  updateTime: string;
  folder: string;
  email: string;
  role: InvitedDriveRole;
  /** The uid of the folder's owner. */
  by: string;
  /** Milliseconds since 1970. */
  createdAt: number;
  expiresAt: number;
  /** Whoever has the address wants none. Its owner is not told: that would tell that somebody has it. */
  isDeclined: boolean;
};

export const folderInvitesCollection = "folderInvites";

export function folderInvitePath(id: string): string {
  return `${folderInvitesCollection}/${id}`;
}

/** @param email as `addressOf` has it */
export function folderInviteId({ owner, folder }: FolderPlace, email: string): string {
  return createHash("sha256").update(`${owner} ${folder} ${email}`).digest("hex");
}

/** One that has not ended; undefined for any other. @throws BackendError */
export async function openFolderInvite(
  backend: InvitesBackend,
  id: string,
  now: number,
): Promise<StoredFolderInvite | undefined> {
  if (!/^[0-9a-f]{64}$/.test(id)) return undefined;
  const document = await backend.getDocument(folderInvitePath(id));
  return document === null ? undefined : ifOpen(document, now);
}

/** Those that have not ended, the newest first. @throws BackendError */
export async function openFolderInvites(
  backend: Pick<ServerBackend, "findDocuments">,
  where: Record<string, string>,
  now: number,
): Promise<StoredFolderInvite[]> {
  const open: StoredFolderInvite[] = [];
  const from = { collection: folderInvitesCollection, where };
  for await (const document of documentsIn(backend, from)) {
    const invite = ifOpen(document, now);
    if (invite !== undefined) open.push(invite);
  }
  return open.toSorted((a, b) => b.createdAt - a.createdAt);
}

function ifOpen(
  { id, path, updateTime, data }: StoredDocument,
  now: number,
): StoredFolderInvite | undefined {
  const text = (name: string) => (typeof data[name] === "string" ? data[name] : "");
  const count = (name: string) => (typeof data[name] === "number" ? data[name] : 0);
  const expiresAt = count("expiresAt");
  if (expiresAt <= now) return undefined;
  return {
    id,
    path,
    updateTime,
    folder: text("folder"),
    email: text("email"),
    role: data["role"] === "member" ? "member" : "viewer",
    by: text("by"),
    createdAt: count("createdAt"),
    expiresAt,
    isDeclined: data["isDeclined"] === true,
  };
}
