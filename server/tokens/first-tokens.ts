/**
 * Who gets the first tokens: each proved e-mail address once. Of an address that had them `tokenGrants/{hash}` is kept,
 * which without the key says nothing of whose it is; it outlives the account.
 */
import { createHmac, hkdfSync } from "node:crypto";
import type { ServerBackend } from "#lib/server-backend.ts";
import { keptSecret } from "../secrets/kept-secret.ts";

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
    const secret = deps.secret ?? (await keptSecret(backend, secretPath));
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
