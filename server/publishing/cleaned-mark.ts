/** A mark on a picture that only this server can make: of these bytes, as this kind of picture. */
import { createHash, createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { ServerBackend } from "#lib/server-backend.ts";
import { keptSecret } from "../secrets/kept-secret.ts";

export type CleanedMarkBackend = Pick<ServerBackend, "getDocument" | "commit">;

type Picture = { bytes: Uint8Array; contentType: string };

export type CleanedMarks = {
  make(picture: Picture): Promise<string>;
  isOf(mark: string, picture: Picture): Promise<boolean>;
};

const purpose = "foyer cleaned pictures 1";
const secretPath = "server/cleanedPictures";

export function createCleanedMarks(backend: CleanedMarkBackend): CleanedMarks {
  let key: Promise<Buffer> | undefined;

  async function sign({ bytes, contentType }: Picture): Promise<Buffer> {
    key ??= keyOf(backend);
    // The next one asks again.
    key.catch(() => (key = undefined));
    const hash = createHash("sha256").update(bytes).digest();
    return createHmac("sha256", await key)
      .update(hash)
      .update(contentType)
      .digest();
  }

  return {
    make: async (picture) => (await sign(picture)).toString("base64url"),
    async isOf(mark, picture) {
      const given = Buffer.from(mark, "base64url");
      const own = await sign(picture);
      return given.length === own.length && timingSafeEqual(given, own);
    },
  };
}

async function keyOf(backend: CleanedMarkBackend): Promise<Buffer> {
  return Buffer.from(hkdfSync("sha256", await keptSecret(backend, secretPath), "", purpose, 32));
}
