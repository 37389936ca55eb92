/**
 * Where passkeys lie: `passkeys/{SHA-256 of the credential id}`, and beside them `passkeyOwners/{uid}`, which changes with
 * each one that is added or removed, so that two such acts at once cannot both rest on the same count.
 */
import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { isConflict } from "#lib/server-backend.ts";
import type { Precondition, ServerBackend, StoredDocument, Write } from "#lib/server-backend.ts";

export const maxPasskeys = 20;
/** Of challenges that have ended, so many go with each one that is taken. */
const sweptAtOnce = 10;

const shape = z.object({
  uid: z.string(),
  /** base64url. */
  credentialId: z.string(),
  /** COSE, base64url. */
  publicKey: z.string(),
  counter: z.number(),
  transports: z.array(z.string()),
  name: z.string(),
  /** Kept in more than one place: a phone that is lost does not lose it. */
  backedUp: z.boolean(),
  /** ISO. */
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
});

export type Passkey = z.infer<typeof shape>;
export type StoredPasskey = Passkey & { id: string; updateTime: string };

type StoreBackend = Pick<ServerBackend, "getDocument" | "findDocuments" | "commit">;

export type PasskeyStore = {
  find(credentialId: string): Promise<StoredPasskey | undefined>;
  /** By its own id. */
  get(id: string): Promise<StoredPasskey | undefined>;
  /** Oldest first. */
  ofAccount(uid: string): Promise<StoredPasskey[]>;
  /** False: something of it has changed since, or the challenge was taken. */
  commit(writes: Write[]): Promise<boolean>;
  /** Marks a challenge as taken, and forgets ended ones. */
  take(challengeId: string, endedBefore: string): Promise<Write[]>;
  /** To be committed with what is added or removed; read before that is counted. */
  lock(uid: string): Promise<(count: number) => Write>;
};

export function idOfCredential(credentialId: string): string {
  return createHash("sha256").update(credentialId).digest("hex");
}

export function createPasskeyStore(backend: StoreBackend): PasskeyStore {
  async function get(id: string): Promise<StoredPasskey | undefined> {
    const document = await backend.getDocument(`passkeys/${id}`);
    return document === null ? undefined : toPasskey(document);
  }

  return {
    get,
    find: (credentialId) => get(idOfCredential(credentialId)),
    async ofAccount(uid) {
      const found = await backend.findDocuments("passkeys", {
        where: { uid },
        limit: maxPasskeys * 2,
      });
      return found
        .map(toPasskey)
        .toSorted((one, other) => one.createdAt.localeCompare(other.createdAt));
    },
    async commit(writes) {
      try {
        await backend.commit(writes);
        return true;
      } catch (error) {
        if (isConflict(error)) return false;
        throw error;
      }
    },
    async take(challengeId, endedBefore) {
      const oldest = await backend.findDocuments("passkeyChallenges", { limit: sweptAtOnce });
      return [
        { set: `passkeyChallenges/${challengeId}`, data: {}, when: { exists: false } },
        ...oldest.filter(({ id }) => id < endedBefore).map(({ path }): Write => ({ delete: path })),
      ];
    },
    async lock(uid) {
      const path = `passkeyOwners/${uid}`;
      const document = await backend.getDocument(path);
      const when: Precondition =
        document === null ? { exists: false } : { updateTime: document.updateTime };
      // The time makes each write a change.
      return (count) => ({ set: path, data: { count, at: new Date().toISOString() }, when });
    },
  };
}

function toPasskey({ id, data, updateTime }: StoredDocument): StoredPasskey {
  return { ...shape.parse(data), id, updateTime };
}
