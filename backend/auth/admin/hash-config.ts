/**
 * How foreign password hashes were made, as `batchCreate` and `firebase auth:import` say it, to hashes of ours and back.
 * Quick hashes (MD5, SHA, HMAC) are refused: what was stolen with them can be guessed at once, and Firebase's own advice
 * is to have such passwords set anew.
 */
import { type Body, has, readString, readWholeNumber } from "../http/body.ts";
import { refusal } from "../errors.ts";
import {
  type Argon2Variant,
  type PasswordHash,
  faultOf,
  parsePasswordHash,
} from "../passwords/password-hash.ts";

/** @throws Error whose message is a sentence about this hash. */
export type HashReader = (passwordHash: Buffer, salt: Buffer) => PasswordHash;

const TOO_QUICK = new Set(
  "MD5 SHA1 SHA256 SHA512 HMAC_MD5 HMAC_SHA1 HMAC_SHA256 HMAC_SHA512".split(" "),
);
const ANY_NUMBER = { min: 0, max: 2 ** 40 };

/** @throws INVALID_HASH_ALGORITHM, INVALID_REQUEST; undefined when the body names no algorithm. */
export function readHashConfig(body: Body): HashReader | undefined {
  const algorithm = readString(body, "hashAlgorithm") ?? "";
  if (algorithm === "") return undefined;
  const read = readerOf(algorithm, body);
  const checked: HashReader = (passwordHash, salt) => {
    const hash = read(passwordHash, salt);
    const fault = faultOf(hash);
    if (fault !== undefined) throw new Error(fault);
    return hash;
  };
  requireCosts(read, body);
  return checked;
}

/** Google's base64, with or without the letters for addresses and the padding; undefined when it is none. */
export function parseBase64(text: string): Buffer | undefined {
  return /^[A-Za-z0-9+/_-]*={0,2}$/.test(text) ? Buffer.from(text, "base64") : undefined;
}

function toBase64Url(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("+", "-").replaceAll("/", "_");
}

/** As `batchCreate` takes it back: the hash, the salt, and beside Google's names how it was made. */
export function toHashFields(stored: string) {
  const hash = parsePasswordHash(stored);
  if (hash.kind === "bcrypt") {
    const passwordHash = toBase64Url(Buffer.from(hash.text));
    return { passwordHash, hashConfig: { hashAlgorithm: "BCRYPT" } };
  }
  return {
    passwordHash: toBase64Url(hash.tag),
    salt: toBase64Url(hash.salt),
    hashConfig: toHashConfig(hash),
  };
}

function toHashConfig(hash: Exclude<PasswordHash, { kind: "bcrypt" }>) {
  switch (hash.kind) {
    case "argon2":
      return {
        hashAlgorithm: "ARGON2",
        argon2Parameters: {
          hashLengthBytes: hash.tag.length,
          hashType: `ARGON2_${hash.variant.slice("argon2".length).toUpperCase()}`,
          parallelism: hash.parallelism,
          iterations: hash.passes,
          memoryCostKib: hash.memoryKib,
          version: "VERSION_13",
          ...(hash.associatedData.length > 0 && {
            associatedData: toBase64Url(hash.associatedData),
          }),
        },
      };
    case "firebase-scrypt":
      return {
        hashAlgorithm: "SCRYPT",
        signerKey: toBase64Url(hash.signerKey),
        saltSeparator: toBase64Url(hash.saltSeparator),
        rounds: hash.rounds,
        memoryCost: hash.memoryCost,
      };
    case "scrypt":
      return {
        hashAlgorithm: "STANDARD_SCRYPT",
        cpuMemCost: hash.cost,
        parallelization: hash.parallelism,
        blockSize: hash.blockSize,
        dkLen: hash.tag.length,
      };
    case "pbkdf2":
      return {
        hashAlgorithm: hash.digest === "sha1" ? "PBKDF_SHA1" : "PBKDF2_SHA256",
        rounds: hash.rounds,
      };
  }
}

function readerOf(algorithm: string, body: Body): HashReader {
  switch (algorithm) {
    case "SCRYPT":
      return firebaseScryptReader(body);
    case "STANDARD_SCRYPT":
      return scryptReader(body);
    case "BCRYPT":
      return (passwordHash) => ({ kind: "bcrypt", text: passwordHash.toString("latin1") });
    case "PBKDF_SHA1":
    case "PBKDF2_SHA256": {
      const digest = algorithm === "PBKDF_SHA1" ? "sha1" : "sha256";
      const rounds = requireNumber(body, "rounds");
      return (tag, salt) => ({ kind: "pbkdf2", digest, rounds, salt, tag });
    }
    case "ARGON2":
      return argon2Reader(argon2ParametersOf(body));
    default:
      throw refusal(
        "INVALID_HASH_ALGORITHM",
        TOO_QUICK.has(algorithm)
          ? `${algorithm} is too quick to keep passwords; import these users without their hashes and have them set new passwords.`
          : "hashAlgorithm is SCRYPT, STANDARD_SCRYPT, BCRYPT, PBKDF_SHA1, PBKDF2_SHA256 or ARGON2.",
      );
  }
}

function firebaseScryptReader(body: Body): HashReader {
  const signerKey = requireBytes(body, "signerKey");
  const saltSeparator = has(body, "saltSeparator")
    ? requireBytes(body, "saltSeparator")
    : Buffer.alloc(0);
  const rounds = requireNumber(body, "rounds");
  const memoryCost = requireNumber(body, "memoryCost");
  const costs = { rounds, memoryCost, saltSeparator, signerKey };
  return (tag, salt) => ({ kind: "firebase-scrypt", ...costs, salt, tag });
}

function scryptReader(body: Body): HashReader {
  const cost = requireNumber(body, "cpuMemCost");
  const parallelism = requireNumber(body, "parallelization");
  const blockSize = requireNumber(body, "blockSize");
  const length = requireNumber(body, "dkLen");
  return (tag, salt) => {
    requireLength(tag, length, "dkLen");
    return { kind: "scrypt", cost, blockSize, parallelism, salt, tag };
  };
}

function argon2ParametersOf(body: Body): Body {
  const value = has(body, "argon2Parameters") ? body["argon2Parameters"] : {};
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Body;
  throw refusal("INVALID_REQUEST", "argon2Parameters must be an object.");
}

function argon2Reader(body: Body): HashReader {
  const variants: Record<string, Argon2Variant> = {
    ARGON2_D: "argon2d",
    ARGON2_I: "argon2i",
    ARGON2_ID: "argon2id",
  };
  const type = readString(body, "hashType") ?? "";
  const variant = Object.hasOwn(variants, type) ? variants[type] : undefined;
  if (variant === undefined) {
    throw refusal("INVALID_HASH_ALGORITHM", "hashType is ARGON2_D, ARGON2_I or ARGON2_ID.");
  }
  if ((readString(body, "version") ?? "VERSION_13") !== "VERSION_13") {
    throw refusal("INVALID_HASH_ALGORITHM", "Only VERSION_13 of Argon2 is taken.");
  }
  const associatedData = has(body, "associatedData")
    ? requireBytes(body, "associatedData")
    : Buffer.alloc(0);
  const length = requireNumber(body, "hashLengthBytes");
  const costs = {
    memoryKib: requireNumber(body, "memoryCostKib"),
    passes: requireNumber(body, "iterations"),
    parallelism: requireNumber(body, "parallelism"),
  };
  return (tag, salt) => {
    requireLength(tag, length, "hashLengthBytes");
    return { kind: "argon2", variant, ...costs, associatedData, salt, tag };
  };
}

/** Costs are the same for all hashes of a request, so they are refused once. */
function requireCosts(read: HashReader, body: Body): void {
  const given = readWholeNumber(body, "dkLen", ANY_NUMBER);
  const argon2 = argon2ParametersOf(body);
  const bytes = given ?? readWholeNumber(argon2, "hashLengthBytes", ANY_NUMBER);
  const key = parseBase64(readString(body, "signerKey") ?? "")?.length;
  const hash = read(Buffer.alloc(Math.min((bytes ?? key) || 32, 1024)), Buffer.alloc(16));
  const fault = hash.kind === "bcrypt" ? undefined : faultOf(hash);
  if (fault !== undefined) throw refusal("INVALID_HASH_ALGORITHM", fault);
}

function requireLength(tag: Buffer, length: number, name: string): void {
  if (tag.length !== length) throw new Error(`The hash does not have ${name} bytes.`);
}

function requireNumber(body: Body, name: string): number {
  const number = readWholeNumber(body, name, ANY_NUMBER);
  if (number === undefined) throw refusal("INVALID_HASH_ALGORITHM", `${name} is missing.`);
  return number;
}

function requireBytes(body: Body, name: string): Buffer {
  const bytes = parseBase64(readString(body, name) ?? "");
  if (bytes === undefined) throw refusal("INVALID_HASH_ALGORITHM", `${name} must be base64.`);
  if (bytes.length === 0 && name === "signerKey") {
    throw refusal("INVALID_HASH_ALGORITHM", "signerKey is missing.");
  }
  return bytes;
}
