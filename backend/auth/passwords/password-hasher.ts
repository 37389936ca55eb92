/**
 * Argon2id hashes as PHC strings. Each hash holds 19 MiB and a core for a while, so few run at once, few may wait, and
 * no single `payer`, the network that asks for it, may fill the queue for all others.
 */
import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { AuthBusyError } from "../errors.ts";

const MEMORY_KIB = 19_456;
const PASSES = 2;
const PARALLELISM = 1;
const TAG_BYTES = 32;
const SALT_BYTES = 16;
const DEFAULT_BOUNDS = { maxRunning: 2, maxWaiting: 64, maxPerPayer: 16 };

const PHC =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{22,86})\$([A-Za-z0-9+/]{43,86})$/;

export type PasswordHasher = {
  /** @throws AuthBusyError */
  hash(password: string, payer: string): Promise<string>;
  /**
   * Against null, the hash of an account that is not there, it does the same work and says no.
   * @throws AuthBusyError
   */
  verify(password: string, phc: string | null, payer: string): Promise<boolean>;
};

export function createPasswordHasher(bounds = DEFAULT_BOUNDS): PasswordHasher {
  const inTurn = createTurns(bounds);
  // No password has this hash.
  const nobody = format(randomBytes(SALT_BYTES), randomBytes(TAG_BYTES));
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
      return format(nonce, await inTurn(payer, () => derive(parameters)));
    },
    async verify(password, phc, payer) {
      const { tag, ...parameters } = parse(phc ?? nobody);
      const derived = await inTurn(payer, () =>
        derive({ ...parameters, message: Buffer.from(password), tagLength: tag.length }),
      );
      return timingSafeEqual(derived, tag);
    },
  };
}

function derive(parameters: Argon2Parameters): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    argon2("argon2id", parameters, (error, tag) => (error ? reject(error) : resolve(tag)));
  });
}

function format(salt: Buffer, tag: Buffer): string {
  const costs = `m=${MEMORY_KIB},t=${PASSES},p=${PARALLELISM}`;
  return `$argon2id$v=19$${costs}$${unpadded(salt)}$${unpadded(tag)}`;
}

function parse(phc: string) {
  const [, memory, passes, parallelism, salt, tag] = PHC.exec(phc) ?? [];
  if (salt === undefined || tag === undefined) {
    throw new Error("A stored password hash is not an Argon2id PHC string.");
  }
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    nonce: Buffer.from(salt, "base64"),
    tag: Buffer.from(tag, "base64"),
  };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}

type Turns = <Result>(payer: string, work: () => Promise<Result>) => Promise<Result>;

function createTurns({ maxRunning, maxWaiting, maxPerPayer }: typeof DEFAULT_BOUNDS): Turns {
  const waiting: (() => void)[] = [];
  const counts = new Map<string, number>();
  let running = 0;

  function enter(payer: string): void {
    const count = counts.get(payer) ?? 0;
    if (waiting.length >= maxWaiting || count >= maxPerPayer) {
      throw new AuthBusyError("Too many people are signing in right now; try again shortly.");
    }
    counts.set(payer, count + 1);
  }

  function leave(payer: string): void {
    const count = (counts.get(payer) ?? 1) - 1;
    if (count === 0) counts.delete(payer);
    else counts.set(payer, count);
    // Whoever ends hands its place over, so nobody can slip in between.
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }

  return async (payer, work) => {
    enter(payer);
    if (running < maxRunning) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      leave(payer);
    }
  };
}
