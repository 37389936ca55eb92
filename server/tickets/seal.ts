/** What a ticket says, hidden from who has it and safe against every change: AES-256-GCM. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

export type TicketContent = {
  idToken: string;
  /** Of the object. */
  name: string;
  /** Milliseconds since 1970. */
  endsAt: number;
};

export type Seal = {
  /** Characters that an address may have. */
  seal(content: TicketContent): string;
  /** Undefined for what was not sealed with this key, or has been changed. */
  open(text: string): TicketContent | undefined;
};

/** Says what a key is used for, and in which form. */
const purpose = Buffer.from("foyer ticket 1");
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** @param secret shared by processes that open each other's tickets; without it one of this process alone. */
export function createSeal(secret?: string): Seal {
  const key =
    secret === undefined
      ? randomBytes(keyBytes)
      : new Uint8Array(hkdfSync("sha256", secret, "", purpose, keyBytes));
  return {
    seal(content) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: tagBytes });
      cipher.setAAD(purpose);
      const hidden = [cipher.update(pack(content)), cipher.final()];
      return Buffer.concat([nonce, ...hidden, cipher.getAuthTag()]).toString("base64url");
    },
    open(text) {
      const bytes = Buffer.from(text, "base64url");
      if (bytes.length < nonceBytes + tagBytes || bytes.toString("base64url") !== text) {
        return undefined;
      }
      const nonce = bytes.subarray(0, nonceBytes);
      const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: tagBytes });
      decipher.setAAD(purpose);
      decipher.setAuthTag(bytes.subarray(-tagBytes));
      try {
        const hidden = bytes.subarray(nonceBytes, -tagBytes);
        return unpack(Buffer.concat([decipher.update(hidden), decipher.final()]));
      } catch {
        // The tag is not that of these bytes. Nothing more can be said of them.
        return undefined;
      }
    },
  };
}

/** The parts of an ID token are written as bytes: as text, an address would hold them encoded twice. */
function pack({ idToken, name, endsAt }: TicketContent): Buffer {
  const head = Buffer.alloc(8);
  head.writeUIntBE(endsAt, 0, 6);
  const encodedName = Buffer.from(name);
  head.writeUInt16BE(encodedName.length, 6);
  const parts = idToken.split(".").flatMap((part) => {
    const bytes = Buffer.from(part, "base64url");
    if (bytes.toString("base64url") !== part) throw new Error("This is no ID token.");
    const length = Buffer.alloc(2);
    length.writeUInt16BE(bytes.length);
    return [length, bytes];
  });
  return Buffer.concat([head, encodedName, ...parts]);
}

function unpack(bytes: Buffer): TicketContent {
  const nameEnd = 8 + bytes.readUInt16BE(6);
  const parts: string[] = [];
  for (let at = nameEnd; at < bytes.length;) {
    const end = at + 2 + bytes.readUInt16BE(at);
    parts.push(bytes.subarray(at + 2, end).toString("base64url"));
    at = end;
  }
  return {
    idToken: parts.join("."),
    name: bytes.subarray(8, nameEnd).toString(),
    endsAt: bytes.readUIntBE(0, 6),
  };
}
