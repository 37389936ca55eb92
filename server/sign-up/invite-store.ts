/**
 * Invites as they are stored: `invites/{id}`, whose id is the hash of the code, and in `inviteUses` one document for each
 * person who came by it: {invite, uid, at}, with `admission` before there is an account, with `givenSince` and `isGiven` once it got
 * what the invite gives. The code itself is kept nowhere. Counting is a commit that names the version it has read, so that of many
 * who come at once no more get in than may.
 */
import { createHash } from "node:crypto";
import { BackendError } from "#lib/server-backend.ts";
import type { ServerBackend, StoredDocument, Write } from "#lib/server-backend.ts";
import type { InviteRole } from "#lib/sign-up-policy.ts";

export type InviteBackend = Pick<
  ServerBackend,
  "getDocument" | "listDocuments" | "findDocuments" | "commit"
>;

export type Invite = {
  id: string;
  label: string;
  role: InviteRole;
  /** ISO instants. */
  createdAt: string;
  expiresAt: string;
  revokedAt: string | null;
  /** A uid, or "cli". */
  createdBy: string;
  maxUses: number;
  uses: number;
};

export type StoredInvite = Invite & { path: string; updateTime: string };

const maxTries = 30;

export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

export function invitePath(id: string): string {
  return `invites/${id}`;
}

/** @param key hash of what tells the person from others */
export function pathOfUse(invite: string, key: string): string {
  return `inviteUses/${invite}-${key}`;
}

export async function readInvite(
  backend: Pick<InviteBackend, "getDocument">,
  id: string,
): Promise<StoredInvite | undefined> {
  const document = await backend.getDocument(invitePath(id));
  return document === null ? undefined : inviteOf(document);
}

/** Without what only the database is concerned with. */
export function shown({ path: _path, updateTime: _time, ...invite }: StoredInvite): Invite {
  return invite;
}

export function inviteOf({ id, path, data, updateTime }: StoredDocument): StoredInvite {
  const text = (name: string) => (typeof data[name] === "string" ? data[name] : "");
  const count = (name: string) => (typeof data[name] === "number" ? data[name] : 0);
  return {
    id,
    path,
    updateTime,
    label: text("label"),
    role: data["role"] === "editor" ? "editor" : "user",
    createdAt: text("createdAt"),
    createdBy: text("createdBy"),
    expiresAt: text("expiresAt"),
    revokedAt: text("revokedAt") || null,
    maxUses: count("maxUses"),
    uses: count("uses"),
  };
}

/**
 * Tries again as long as others were quicker. `attempt` reads anew and says what to write; "stop" writes nothing.
 * @throws BackendError when others are quicker all the time: `ABORTED`.
 */
export async function writeAsRead<Result>(
  backend: Pick<InviteBackend, "commit">,
  attempt: () => Promise<{ writes: Write[]; result: Result }>,
): Promise<Result> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    // Each try waits for the one before it.
    // oxlint-disable no-await-in-loop
    const { writes, result } = await attempt();
    if (writes.length === 0) return result;
    try {
      await backend.commit(writes);
      return result;
    } catch (error) {
      if (!isOutrun(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 5 * (tries + 1)));
    }
    // oxlint-enable no-await-in-loop
  }
  throw new BackendError("ABORTED", "The invite changes all the time. Try again in a moment.");
}

function isOutrun(error: unknown): boolean {
  return (
    error instanceof BackendError &&
    ["FAILED_PRECONDITION", "ABORTED", "ALREADY_EXISTS", "NOT_FOUND"].includes(error.status)
  );
}
