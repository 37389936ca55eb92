/**
 * Invites to boards as they are stored: `boardInvites/{id}`. To an address the id is a hash of board and address, so that
 * there is one of each; of a link it is the hash of the secret, which is kept nowhere.
 */
import { createHash } from "node:crypto";
import type { InvitedRole } from "#lib/boards/api.ts";
import { documentsIn } from "#lib/in-pages.ts";
import type { ServerBackend, StoredDocument } from "#lib/server-backend.ts";

export type InvitesBackend = Pick<ServerBackend, "getDocument" | "findDocuments" | "commit">;

export type StoredInvite = {
  id: string;
  path: string;
  updateTime: string;
  board: string;
  role: InvitedRole;
  /** The uid of the owner who made it. Who is no owner any more invites nobody. */
  by: string;
  /** Milliseconds since 1970. */
  createdAt: number;
  expiresAt: number;
} & (
  | { kind: "address"; email: string }
  | { kind: "link"; uses: number; maxUses: number; barred: string[] }
);

export const invitesCollection = "boardInvites";

export function invitePath(id: string): string {
  return `${invitesCollection}/${id}`;
}

export function idOfAddress(board: string, email: string): string {
  return hashOf(`${board} ${email}`);
}

export function idOfSecret(secret: string): string {
  return hashOf(secret);
}

/** The same for all ways to write an address. */
export function addressOf(email: string): string {
  return email.trim().toLowerCase();
}

/** One that has not ended, used up or not; undefined for any other. @throws BackendError */
export async function openInvite(
  backend: InvitesBackend,
  id: string,
  now: number,
): Promise<StoredInvite | undefined> {
  if (!/^[0-9a-f]{64}$/.test(id)) return undefined;
  const document = await backend.getDocument(invitePath(id));
  return document === null ? undefined : ifOpen(document, now);
}

/** Those that have not ended, in no order, used up or not. @throws BackendError */
export async function openInvites(
  backend: Pick<ServerBackend, "findDocuments">,
  where: Record<string, string>,
  now: number,
): Promise<StoredInvite[]> {
  const open: StoredInvite[] = [];
  for await (const document of documentsIn(backend, { collection: invitesCollection, where })) {
    const invite = ifOpen(document, now);
    if (invite !== undefined) open.push(invite);
  }
  return open;
}

export function isUsedUp(invite: StoredInvite): boolean {
  return invite.kind === "link" && invite.uses >= invite.maxUses;
}

function ifOpen(document: StoredDocument, now: number): StoredInvite | undefined {
  const invite = inviteOf(document);
  return invite.expiresAt > now ? invite : undefined;
}

function inviteOf({ id, path, updateTime, data }: StoredDocument): StoredInvite {
  const text = (name: string) => (typeof data[name] === "string" ? data[name] : "");
  const count = (name: string) => (typeof data[name] === "number" ? data[name] : 0);
  const role: InvitedRole = data["role"] === "member" ? "member" : "viewer";
  const common = {
    id,
    path,
    updateTime,
    board: text("board"),
    role,
    by: text("by"),
    createdAt: count("createdAt"),
    expiresAt: count("expiresAt"),
  };
  if (data["isLink"] !== true) return { ...common, kind: "address", email: text("email") };
  const barred = Array.isArray(data["barred"]) ? data["barred"] : [];
  return {
    ...common,
    kind: "link",
    uses: count("uses"),
    maxUses: count("maxUses"),
    barred: barred.filter((uid) => typeof uid === "string"),
  };
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
