/** Whether a password is the one of a hash. All of it runs off the main thread. */
import {
  type Argon2Parameters,
  argon2,
  createCipheriv,
  pbkdf2,
  scrypt,
  timingSafeEqual,
} from "node:crypto";
import type { Argon2Variant, PasswordHash } from "./password-hash.ts";

type Derivable = Exclude<PasswordHash, { kind: "bcrypt" }>;

export async function comparePassword(password: string, hash: Derivable): Promise<boolean> {
  return timingSafeEqual(await deriveTag(Buffer.from(password), hash), hash.tag);
}

export function deriveArgon2(
  variant: Argon2Variant,
  parameters: Argon2Parameters,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    argon2(variant, parameters, (error, tag) => (error ? reject(error) : resolve(tag)));
  });
}

function deriveTag(message: Buffer, hash: Derivable): Promise<Buffer> {
  const { salt } = hash;
  const tagLength = hash.tag.length;
  switch (hash.kind) {
    case "argon2":
      return deriveArgon2(hash.variant, {
        message,
        nonce: salt,
        memory: hash.memoryKib,
        passes: hash.passes,
        parallelism: hash.parallelism,
        tagLength,
        ...(hash.associatedData.length > 0 && { associatedData: hash.associatedData }),
      });
    case "firebase-scrypt":
      return deriveFirebaseTag(message, hash);
    case "scrypt":
      return deriveScrypt(message, salt, tagLength, {
        N: hash.cost,
        r: hash.blockSize,
        p: hash.parallelism,
      });
    case "pbkdf2":
      return new Promise((resolve, reject) => {
        pbkdf2(message, salt, hash.rounds, tagLength, hash.digest, (error, tag) =>
          error ? reject(error) : resolve(tag),
        );
      });
  }
}

async function deriveFirebaseTag(
  message: Buffer,
  hash: Extract<PasswordHash, { kind: "firebase-scrypt" }>,
): Promise<Buffer> {
  const { salt, saltSeparator, memoryCost, rounds, signerKey } = hash;
  const salted = Buffer.concat([salt, saltSeparator]);
  const key = await deriveScrypt(message, salted, 32, { N: 2 ** memoryCost, r: rounds, p: 1 });
  const cipher = createCipheriv("aes-256-ctr", key, Buffer.alloc(16));
  return Buffer.concat([cipher.update(signerKey), cipher.final()]);
}

function deriveScrypt(
  message: Buffer,
  salt: Buffer,
  length: number,
  costs: { N: number; r: number; p: number },
): Promise<Buffer> {
  // Node's own bound is lower; what is stored is bounded already.
  const maxmem = 128 * costs.r * (costs.N + costs.p + 2) + 1024;
  return new Promise((resolve, reject) => {
    scrypt(message, salt, length, { ...costs, maxmem }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
