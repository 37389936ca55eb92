/**
 * The keys of this server's tokens, one after the other:
 *
 *   made, published ──an hour──▶ signs ──30 days──▶ the next one signs ──tokens have expired──▶ its file is removed
 *
 * so that whoever reads the published keys now and then knows a key before a token comes that it signed.
 */
import { join } from "node:path";
import { type SqlitePort, StoreError } from "../../sqlite/index.ts";
import type { AuthOperations } from "../auth-operations.ts";
import { ID_TOKEN_LIFETIME_S, MAX_SKEW_S } from "./id-token.ts";
import { type HeldKey, readHeldKeys, removeFiles, withoutKey } from "./open-signing-keys.ts";
import type { KeyChange } from "./signing-key-store.ts";
import { type SigningKey, newSigningKey, writeSigningKey } from "./signing-key.ts";

const SIGNS_MS = 30 * 24 * 60 * 60 * 1000;
const PUBLISHED_BEFORE_MS = 60 * 60 * 1000;
const VERIFIES_AFTER_MS = (ID_TOKEN_LIFETIME_S + 2 * MAX_SKEW_S) * 1000;

export type SigningKeys = {
  /** The one that signs now. */
  signer(): SigningKey;
  /** One that may have signed a token which is still good. */
  find(kid: unknown): SigningKey | undefined;
  /** The public parts of all that verify or will. */
  published(): SigningKey["publicJwk"][];
  /** Does what is due: makes the next key, removes those whose tokens have expired. Call it every few minutes. */
  turn(): Promise<void>;
  /** For an emergency: a new key signs, and what any other one signed is refused. */
  rotateNow(): Promise<void>;
};

/** @throws Error that says what to do when a key is missing, damaged or not the one of this data. */
export async function openSigningKeys(deps: {
  sqlite: SqlitePort<AuthOperations>;
  keysDir: string;
  /** Milliseconds since 1970, whole. */
  nowMs: () => number;
}): Promise<SigningKeys> {
  const { sqlite, keysDir, nowMs } = deps;
  let held: readonly HeldKey[] = await readHeldKeys({ sqlite, keysDir, nowMs: nowMs() });
  let changing: Promise<void> = Promise.resolve();

  const isGood = ({ verifiesUntil }: HeldKey) => verifiesUntil === null || nowMs() < verifiesUntil;

  function oneAfterTheOther(change: () => Promise<void>): Promise<void> {
    const changed = changing.then(change);
    // Who asked for it is told; the next change is tried anyway.
    changing = changed.catch(() => {});
    return changed;
  }

  async function make(signsFrom: number): Promise<HeldKey> {
    // A store that is down is found here, before there is a file.
    await sqlite.read("auth.signingKeys", undefined);
    const key = await newSigningKey();
    const { kid } = key;
    const file = `token-signing-key-${kid.slice(0, 8)}.pem`;
    // Before the database knows of it: what it knows must be there.
    await writeSigningKey(join(keysDir, file), key);
    return { kid, file, createdAt: nowMs(), signsFrom, verifiesUntil: null, key };
  }

  /** What is not taken leaves no key behind. */
  async function add(
    next: HeldKey,
    change: Pick<KeyChange, "removed" | "retiring" | "rotation">,
  ): Promise<void> {
    const input = { ...change, added: withoutKey(next), nowMs: nowMs() };
    try {
      await sqlite.write("auth.changeSigningKeys", input);
    } catch (error) {
      // Then the database may know the key, and the next start would miss its file.
      const isUnknown = error instanceof StoreError && error.code === "store-failed";
      if (!isUnknown) await removeFiles(keysDir, [next]);
      throw error;
    }
  }

  async function removeEnded(): Promise<void> {
    const ended = held.filter((key) => !isGood(key));
    if (ended.length === 0) return;
    // At the next start a file may be missing whose time is over.
    await removeFiles(keysDir, ended);
    const removed = ended.map(({ kid }) => kid);
    await sqlite.write("auth.changeSigningKeys", { removed, nowMs: nowMs() });
    held = held.filter(({ kid }) => !removed.includes(kid));
  }

  async function addNext(): Promise<void> {
    const newest = held.at(-1);
    const sinceMs = Math.max(newest?.signsFrom ?? 0, newest?.createdAt ?? 0);
    if (nowMs() - sinceMs < SIGNS_MS) return;
    const next = await make(nowMs() + PUBLISHED_BEFORE_MS);
    const verifiesUntil = next.signsFrom + VERIFIES_AFTER_MS;
    const kids = held.filter((key) => key.verifiesUntil === null).map(({ kid }) => kid);
    await add(next, { retiring: { kids, verifiesUntil }, rotation: "planned" });
    held = [...held.map((key) => (kids.includes(key.kid) ? { ...key, verifiesUntil } : key)), next];
  }

  async function replaceAll(): Promise<void> {
    const next = await make(0);
    const old = held;
    await add(next, { removed: old.map(({ kid }) => kid), rotation: "at-once" });
    held = [next];
    await removeFiles(keysDir, old);
  }

  return {
    signer() {
      const good = held.filter(isGood);
      // None has begun: the clock was set back, or the one before is lost.
      const signing = good.findLast(({ signsFrom }) => signsFrom <= nowMs()) ?? good[0];
      if (signing === undefined) throw new Error("There is no key that signs.");
      return signing.key;
    },
    find: (kid) => held.find((key) => key.kid === kid && isGood(key))?.key,
    published: () => held.filter(isGood).map(({ key }) => key.publicJwk),
    turn: () =>
      oneAfterTheOther(async () => {
        await removeEnded();
        await addNext();
      }),
    rotateNow: () => oneAfterTheOther(replaceAll),
  };
}
