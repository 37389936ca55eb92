/**
 * How a password is kept: a text that says by itself how it was made, in PHC's form where there is one.
 *
 *     $argon2id$v=19$m=19456,t=2,p=1$SALT$TAG      also argon2i, argon2d, and `,data=` for associated data
 *     $scrypt$n=16384,r=8,p=1$SALT$TAG
 *     $pbkdf2-sha256$i=100000$SALT$TAG             also pbkdf2-sha1
 *     $firebase-scrypt$r=8,m=14,sep=Bw,key=…$SALT$TAG
 *     $2b$10$…                                     bcrypt's own
 *
 * All but today's Argon2id come from other systems. Their costs are bounded: whoever brings accounts in must not be able
 * to make each sign-in hold a core or the memory for long.
 */
export type Argon2Variant = "argon2d" | "argon2i" | "argon2id";

/** `salt` and `tag` in bytes. */
export type PasswordHash =
  | {
      kind: "argon2";
      variant: Argon2Variant;
      memoryKib: number;
      passes: number;
      parallelism: number;
      associatedData: Buffer;
      salt: Buffer;
      tag: Buffer;
    }
  | {
      /** Firebase's own: scrypt makes a key, the signer key encrypted with it is the tag. */
      kind: "firebase-scrypt";
      /** scrypt's block size. */
      rounds: number;
      /** Power of two that is scrypt's N. */
      memoryCost: number;
      saltSeparator: Buffer;
      signerKey: Buffer;
      salt: Buffer;
      tag: Buffer;
    }
  | {
      kind: "scrypt";
      /** N */
      cost: number;
      blockSize: number;
      parallelism: number;
      salt: Buffer;
      tag: Buffer;
    }
  | { kind: "pbkdf2"; digest: "sha1" | "sha256"; rounds: number; salt: Buffer; tag: Buffer }
  | { kind: "bcrypt"; text: string };

const MIB = 1024 * 1024;
const MAX_SCRYPT_MEMORY_BYTES = 64 * MIB;
/** Memory that is written and read, over all that runs one after the other. */
const MAX_SCRYPT_WORK_BYTES = 256 * MIB;
const MAX_ARGON2_MEMORY_KIB = 64 * 1024;
const MAX_ARGON2_WORK_KIB = 256 * 1024;
const MAX_PBKDF2_ROUNDS = 1_500_000;
const MAX_BCRYPT_COST = 14;
/** A shorter one would be met by a wrong password now and then. */
const MIN_TAG_BYTES = 16;
const MAX_TAG_BYTES = 128;
const MAX_SALT_BYTES = 256;
const MAX_KEY_BYTES = 256;

const BCRYPT = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/;
const BASE64 = "[A-Za-z0-9+/]*";
const PHC = new RegExp(`^\\$([a-z0-9-]+)(?:\\$v=(\\d+))?\\$([^$]+)\\$(${BASE64})\\$(${BASE64})$`);

/** @throws Error when the text is damaged: it never matches a password then. */
export function parsePasswordHash(text: string): PasswordHash {
  const hash = BCRYPT.test(text) ? { kind: "bcrypt" as const, text } : parsePhc(text);
  if (hash === undefined || faultOf(hash) !== undefined) {
    throw new Error("A stored password hash is damaged.");
  }
  return hash;
}

export function formatPasswordHash(hash: PasswordHash): string {
  if (hash.kind === "bcrypt") return hash.text;
  const { salt, tag } = hash;
  return [...formatCosts(hash), toText(salt), toText(tag)].map((part) => `$${part}`).join("");
}

/** Why it cannot be a password's hash here, as a sentence; undefined when it can. */
export function faultOf(hash: PasswordHash): string | undefined {
  if (hash.kind === "bcrypt") {
    const cost = Number(BCRYPT.exec(hash.text)?.[1] ?? 0);
    if (cost === 0) return "It is not a bcrypt hash ($2a$, $2b$ or $2y$).";
    return within(cost, 4, MAX_BCRYPT_COST, "bcrypt's cost");
  }
  return (
    within(hash.tag.length, MIN_TAG_BYTES, MAX_TAG_BYTES, "The number of the hash's bytes") ??
    within(hash.salt.length, 0, MAX_SALT_BYTES, "The number of the salt's bytes") ??
    costFaultOf(hash)
  );
}

function costFaultOf(hash: Exclude<PasswordHash, { kind: "bcrypt" }>): string | undefined {
  switch (hash.kind) {
    case "argon2":
      return argon2FaultOf(hash);
    case "firebase-scrypt":
      return (
        within(hash.rounds, 1, 8, "rounds") ??
        within(hash.memoryCost, 1, 14, "memoryCost") ??
        within(hash.signerKey.length, MIN_TAG_BYTES, MAX_KEY_BYTES, "The signer key's bytes") ??
        within(hash.saltSeparator.length, 0, MAX_KEY_BYTES, "The salt separator's bytes") ??
        (hash.tag.length === hash.signerKey.length
          ? undefined
          : "The hash is not as long as the signer key.")
      );
    case "scrypt":
      return scryptFaultOf(hash);
    case "pbkdf2":
      return within(hash.rounds, 1, MAX_PBKDF2_ROUNDS, "rounds");
  }
}

function argon2FaultOf(hash: Extract<PasswordHash, { kind: "argon2" }>): string | undefined {
  const { memoryKib, passes, parallelism, salt, associatedData } = hash;
  return (
    within(salt.length, 8, MAX_SALT_BYTES, "The number of the salt's bytes") ??
    within(parallelism, 1, 16, "parallelism") ??
    within(memoryKib, 8 * parallelism, MAX_ARGON2_MEMORY_KIB, "memoryCostKib") ??
    within(passes, 1, 64, "iterations") ??
    within(memoryKib * passes, 8, MAX_ARGON2_WORK_KIB, "memoryCostKib × iterations") ??
    within(associatedData.length, 0, MAX_KEY_BYTES, "The associated data's bytes")
  );
}

function scryptFaultOf(hash: Extract<PasswordHash, { kind: "scrypt" }>): string | undefined {
  const { cost, blockSize, parallelism } = hash;
  const memoryBytes = 128 * cost * blockSize;
  const isPower = cost >= 2 && cost <= 2 ** 30 && 2 ** Math.round(Math.log2(cost)) === cost;
  if (!isPower) return "cpuMemCost must be a power of two.";
  return (
    within(blockSize, 1, 1024, "blockSize") ??
    within(parallelism, 1, 1024, "parallelization") ??
    within(memoryBytes, 1, MAX_SCRYPT_MEMORY_BYTES, "128 × cpuMemCost × blockSize") ??
    within(
      memoryBytes * parallelism,
      1,
      MAX_SCRYPT_WORK_BYTES,
      "128 × cpuMemCost × blockSize × parallelization",
    )
  );
}

function within(value: number, min: number, max: number, name: string): string | undefined {
  if (Number.isSafeInteger(value) && value >= min && value <= max) return undefined;
  return `${name} must be from ${min} to ${max}.`;
}

function formatCosts(hash: Exclude<PasswordHash, { kind: "bcrypt" }>): string[] {
  switch (hash.kind) {
    case "argon2": {
      const { variant, memoryKib, passes, parallelism, associatedData } = hash;
      const data = associatedData.length === 0 ? "" : `,data=${toText(associatedData)}`;
      return [variant, "v=19", `m=${memoryKib},t=${passes},p=${parallelism}${data}`];
    }
    case "firebase-scrypt": {
      const { rounds, memoryCost, saltSeparator, signerKey } = hash;
      const keys = `sep=${toText(saltSeparator)},key=${toText(signerKey)}`;
      return ["firebase-scrypt", `r=${rounds},m=${memoryCost},${keys}`];
    }
    case "scrypt":
      return ["scrypt", `n=${hash.cost},r=${hash.blockSize},p=${hash.parallelism}`];
    case "pbkdf2":
      return [`pbkdf2-${hash.digest}`, `i=${hash.rounds}`];
  }
}

function parsePhc(text: string): PasswordHash | undefined {
  const [, name = "", version, costs = "", saltText = "", tagText = ""] = PHC.exec(text) ?? [];
  const salt = Buffer.from(saltText, "base64");
  const tag = Buffer.from(tagText, "base64");
  const given = new Map(
    costs.split(",").map((cost) => {
      const [key = "", ...value] = cost.split("=");
      return [key, value.join("=")];
    }),
  );
  // What is missing or no number is out of every bound.
  const number = (key: string) =>
    /^\d{1,10}$/.test(given.get(key) ?? "") ? Number(given.get(key)) : -1;
  const bytes = (key: string) => Buffer.from(given.get(key) ?? "", "base64");
  switch (name) {
    case "argon2d":
    case "argon2i":
    case "argon2id":
      if (version !== "19") return undefined;
      return {
        kind: "argon2",
        variant: name,
        memoryKib: number("m"),
        passes: number("t"),
        parallelism: number("p"),
        associatedData: bytes("data"),
        salt,
        tag,
      };
    case "firebase-scrypt":
      return {
        kind: "firebase-scrypt",
        rounds: number("r"),
        memoryCost: number("m"),
        saltSeparator: bytes("sep"),
        signerKey: bytes("key"),
        salt,
        tag,
      };
    case "scrypt":
      return {
        kind: "scrypt",
        cost: number("n"),
        blockSize: number("r"),
        parallelism: number("p"),
        salt,
        tag,
      };
    case "pbkdf2-sha1":
    case "pbkdf2-sha256":
      return {
        kind: "pbkdf2",
        digest: name === "pbkdf2-sha1" ? "sha1" : "sha256",
        rounds: number("i"),
        salt,
        tag,
      };
    default:
      return undefined;
  }
}

/** Without `=`, as PHC has it. */
function toText(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}
