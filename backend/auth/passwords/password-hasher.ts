/** Makes and checks password hashes: new ones by Argon2id, those of imported accounts by what made them. */
import { endSiteOf } from "#lib/network-of.ts";
import { randomBytes } from "node:crypto";
import { createBcryptThread } from "./bcrypt-thread.ts";
import { comparePassword, deriveArgon2 } from "./compare-password.ts";
import { type Timer, createEvenTime } from "./even-time.ts";
import { type PasswordHash, formatPasswordHash, parsePasswordHash } from "./password-hash.ts";
import { type TurnBounds, createTurns } from "./turns.ts";

const MEMORY_KIB = 19_456;
const PASSES = 2;
const PARALLELISM = 1;
const TAG_BYTES = 32;
const SALT_BYTES = 16;
const DEFAULT_BOUNDS: TurnBounds = { maxRunning: 2, maxWaiting: 64, maxPerPayer: 16 };

const CURRENT = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${PARALLELISM}$`;

/** `payer`: the network that asks for it. */
export type PasswordHasher = {
  /** @throws AuthBusyError */
  hash(password: string, payer: string): Promise<string>;
  /**
   * `decoy`: a hash to do the work with where there is none; what it finds is not asked. Null is one of today's kind.
   * A refusal takes as long whatever kind of hash it is; see even-time.ts. `isKnown`: a place in the queue is not lost
   * to strangers.
   * @throws AuthBusyError
   */
  verify(
    password: string,
    stored: string | null,
    payer: string,
    how?: { decoy?: string | null; isKnown?: boolean },
  ): Promise<boolean>;
  /** So many wait that it matters to `verify` whether the network is known to the account. */
  isCrowded(): boolean;
  /** Whether the same password would get another kind of hash, or other costs, today. */
  isOutdated(stored: string): boolean;
  /** Who waits is turned away; resolves when nothing runs any more. */
  close(): Promise<void>;
};

export function createPasswordHasher(bounds = DEFAULT_BOUNDS, timer?: Timer): PasswordHasher {
  const turns = createTurns(bounds);
  const evenTime = createEvenTime(timer);
  const bcrypt = createBcryptThread();
  // No password has this hash.
  const nobody = formatCurrent(randomBytes(SALT_BYTES), randomBytes(TAG_BYTES));

  function compare(password: string, hash: PasswordHash): Promise<boolean> {
    return hash.kind === "bcrypt"
      ? bcrypt.compare(password, hash.text)
      : comparePassword(password, hash);
  }

  return {
    async hash(password, payer) {
      const nonce = randomBytes(SALT_BYTES);
      const parameters = {
        message: Buffer.from(password),
        nonce,
        memory: MEMORY_KIB,
        passes: PASSES,
        parallelism: PARALLELISM,
        tagLength: TAG_BYTES,
      };
      const tag = await turns.take(endSiteOf(payer), () => deriveArgon2("argon2id", parameters));
      return formatCurrent(nonce, tag);
    },
    isCrowded: turns.isCrowded,
    async verify(password, stored, payer, { decoy = null, isKnown = false } = {}) {
      const text = stored ?? decoy ?? nobody;
      const hash = parsePasswordHash(text);
      const { result: isRight, tookMs } = await turns.take(
        endSiteOf(payer),
        () => evenTime.measure(kindOf(text), () => compare(password, hash)),
        { isKnown },
      );
      if (isRight && stored !== null) return true;
      await evenTime.rest(tookMs);
      return false;
    },
    isOutdated: (stored) => !stored.startsWith(CURRENT),
    async close() {
      await turns.close();
      await bcrypt.close();
    },
  };
}

/** All but salt and tag: what the work of comparing depends on. */
function kindOf(text: string): string {
  return /^\$2\w\$\d+/.exec(text)?.[0] ?? text.split("$").slice(0, -2).join("$");
}

function formatCurrent(salt: Buffer, tag: Buffer): string {
  return formatPasswordHash({
    kind: "argon2",
    variant: "argon2id",
    memoryKib: MEMORY_KIB,
    passes: PASSES,
    parallelism: PARALLELISM,
    associatedData: Buffer.alloc(0),
    salt,
    tag,
  });
}
