/**
 * Who gets the first tokens: each proved e-mail address once. Of an address that had them `tokenGrants/{hash}` is kept,
 * which without the key says nothing of whose it is; it outlives the account.
 */
import { createHmac, hkdfSync, randomBytes } from "node:crypto";
import { isConflict } from "#lib/server-backend.ts";
import type { ServerBackend } from "#lib/server-backend.ts";

type GrantsBackend = Pick<ServerBackend, "getValue" | "putValue" | "getDocument" | "commit">;

export type FirstTokens = {
  /** True when no other account has had them for this address, and from now on none will. @throws BackendError */
  claim(email: string, uid: string): Promise<boolean>;
};

const purpose = "foyer first tokens 1";
const secretPath = "server/firstTokens";

/** @param secret shared by all copies of the server; without it one that is kept with the documents. */
export function createFirstTokens(deps: {
  backend: GrantsBackend;
  secret?: string | undefined;
}): FirstTokens {
  const { backend } = deps;
  let key: Promise<Buffer> | undefined;

  async function readKey(): Promise<Buffer> {
    const secret = deps.secret ?? (await keptSecret(backend));
    return Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));
  }

  async function hash(text: string): Promise<string> {
    key ??= readKey().catch((error: unknown) => {
      key = undefined;
      throw error;
    });
    return createHmac("sha256", await key)
      .update(text)
      .digest("hex");
  }

  return {
    async claim(email, uid) {
      const path = `tokenGrants/${await hash(`email ${email.toLowerCase()}`)}`;
      const mine = await hash(`uid ${uid}`);
      for (;;) {
        // oxlint-disable-next-line no-await-in-loop -- what another writes meanwhile is read again
        const { value, etag } = await backend.getValue(path);
        if (value !== null) return value === mine;
        // oxlint-disable-next-line no-await-in-loop -- see above
        if (await backend.putValue(path, mine, etag)) return true;
      }
    },
  };
}

async function keptSecret(backend: GrantsBackend): Promise<string> {
  const read = async () => (await backend.getDocument(secretPath))?.data["secret"];
  const kept = await read();
  if (typeof kept === "string") return kept;
  const secret = randomBytes(32).toString("base64url");
  try {
    await backend.commit([{ set: secretPath, data: { secret }, when: { exists: false } }]);
    return secret;
  } catch (error) {
    if (!isConflict(error)) throw error;
    const theirs = await read();
    if (typeof theirs !== "string") throw error;
    return theirs;
  }
}
