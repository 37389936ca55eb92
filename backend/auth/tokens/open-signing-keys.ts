/**
 * Reads the keys that this data has been used with. A first one is made at the first start only: a missing or damaged
 * file stops the start, because a new key would end every sign-in without anybody knowing why.
 */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { SqlitePort } from "../../sqlite/index.ts";
import type { AuthOperations } from "../auth-operations.ts";
import { readKeyFile } from "../sealing/key-file.ts";
import { type SigningKey, newSigningKey, readSigningKey, writeSigningKey } from "./signing-key.ts";
import type { StoredSigningKey } from "./signing-key-store.ts";

const FIRST_FILE = "token-signing-key.pem";

export type HeldKey = StoredSigningKey & { key: SigningKey };

type Deps = { sqlite: SqlitePort<AuthOperations>; keysDir: string; nowMs: number };

/** In the order in which they sign. @throws Error that says what to do */
export async function readHeldKeys(deps: Deps): Promise<HeldKey[]> {
  const { sqlite, keysDir, nowMs } = deps;
  const stored = await sqlite.read("auth.signingKeys", undefined);
  const ended = stored.filter(({ verifiesUntil }) => (verifiesUntil ?? Infinity) <= nowMs);
  const wanted = stored.filter((row) => !ended.includes(row));
  const read = await Promise.all(wanted.map((row) => readWanted(keysDir, row)));
  const held = read.filter((key) => key !== undefined);
  const lost = wanted.filter(({ kid }) => !held.some((key) => key.kid === kid));
  let added: HeldKey | undefined;
  if (!held.some(({ verifiesUntil }) => verifiesUntil === null)) {
    const file = lost.at(-1)?.file ?? FIRST_FILE;
    const key = await readOrMake(join(keysDir, file));
    added = { kid: key.kid, file, createdAt: nowMs, signsFrom: 0, verifiesUntil: null, key };
  }
  if (ended.length > 0 || lost.length > 0 || added !== undefined) {
    await removeFiles(keysDir, ended);
    await sqlite.write("auth.changeSigningKeys", {
      removed: [...ended, ...lost].map(({ kid }) => kid),
      ...(added !== undefined && { added: withoutKey(added) }),
      nowMs,
    });
  }
  // Noted now: from here on the file must not be missing again.
  await Promise.all(stored.map(({ file }) => rm(lostMark(keysDir, file), { force: true })));
  await rm(lostMark(keysDir, FIRST_FILE), { force: true });
  return added === undefined ? held : [...held, added];
}

export function withoutKey({ key: _key, ...stored }: HeldKey): StoredSigningKey {
  return stored;
}

export async function removeFiles(
  keysDir: string,
  keys: readonly { file: string }[],
): Promise<void> {
  await Promise.all(keys.map(({ file }) => rm(join(keysDir, file), { force: true })));
}

/** Undefined when it is given up. */
async function readWanted(keysDir: string, row: StoredSigningKey): Promise<HeldKey | undefined> {
  const path = join(keysDir, row.file);
  const isGivenUp = (await readKeyFile(lostMark(keysDir, row.file))) !== undefined;
  const key = await readSigningKey(path);
  if (key?.kid === row.kid) return { ...row, key };
  if (isGivenUp) return undefined;
  if (key === undefined) {
    throw new Error(
      `The key that signs the sign-in tokens is missing: ${path}. Restore it from a back-up. If it is lost for ever, ` +
        `create an empty file ${path}.lost: the next start makes a new key, and everybody signs in again.`,
    );
  }
  throw new Error(
    `The file ${path} holds another key (${key.kid}) than the one this data has been used with (${row.kid}). ` +
      "Restore the folder of keys from the same back-up as the database.",
  );
}

async function readOrMake(path: string): Promise<SigningKey> {
  const found = await readSigningKey(path);
  if (found !== undefined) return found;
  const key = await newSigningKey();
  await writeSigningKey(path, key);
  return key;
}

function lostMark(keysDir: string, file: string): string {
  return `${join(keysDir, file)}.lost`;
}
