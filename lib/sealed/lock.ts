/**
 * The lock of a sealed journal, in its header: the data key, wrapped by a passphrase and by a recovery key. JSON text:
 * `{v: 1, rounds, salt, pass: {n, c}, rescue: {salt, n, c}, made, sum}`, bytes as base64url, `made` an ISO instant.
 * `sum` is the beginning of a hash over all of it and its place: it keeps nothing secret and stops nobody, but tells a
 * lock that was damaged from a passphrase that does not fit. docs/journal.md
 */
import { type Bytes, boundTo, fromText, joined, randomBytes, toText, toUtf8 } from "./bytes.ts";
import type { SealedPlace } from "./keys.ts";
import { SealedFault, WrongSecret } from "./sealed-fault.ts";
import {
  type Secret,
  type Wrapped,
  isRounds,
  isWrapped,
  saltBytes,
  unwrap,
  usualRounds,
  wrap,
} from "./wrap.ts";

type Lock = {
  rounds: number;
  salt: Bytes;
  pass: Wrapped;
  rescue: Wrapped & { salt: Bytes };
  made: string;
};

const sumBytes = 12;
/** What the rules take. */
const mostLetters = 4_000;

export type NewLock = SealedPlace & {
  dataKey: Bytes;
  passphrase: string;
  /** 20 bytes, see recovery-key.ts. */
  recoveryKey: Bytes;
  /** ISO instant. */
  made: string;
  rounds?: number;
};

/** @throws RangeError the passphrase is empty, or the rounds are too few or too many */
export async function makeLock(lock: NewLock): Promise<string> {
  const { dataKey, passphrase, recoveryKey, made, rounds = usualRounds } = lock;
  const [salt, rescueSalt] = [randomBytes(saltBytes), randomBytes(saltBytes)];
  const [pass, rescue] = await Promise.all([
    wrapByPassphrase(passphrase, { salt, rounds }, lock, dataKey),
    wrap({ recoveryKey }, { salt: rescueSalt }, lock, dataKey),
  ]);
  return writeLock(lock, { rounds, salt, pass, rescue: { ...rescue, salt: rescueSalt }, made });
}

/**
 * The data key: make keys of it and overwrite it.
 * @throws WrongSecret the lock is whole, and what was given does not open it
 * @throws SealedFault the lock itself is damaged, of another place, or of a later version
 */
export async function openLock(text: string, place: SealedPlace, secret: Secret): Promise<Bytes> {
  const { rounds, salt, pass, rescue } = await readLock(text, place);
  const isPass = "passphrase" in secret;
  try {
    return await (isPass
      ? unwrap(secret, { salt, rounds }, place, pass)
      : unwrap(secret, { salt: rescue.salt }, place, rescue));
  } catch (cause) {
    if (!(cause instanceof SealedFault)) throw cause;
    throw new WrongSecret(
      isPass ? "This is not the passphrase." : "This is not the recovery key of this journal.",
      { cause },
    );
  }
}

/**
 * The lock with another passphrase. The recovery key goes on as it is, and nothing else of the journal is written.
 * @param by the old passphrase or the recovery key
 * @throws as `openLock` and `makeLock`
 */
export async function withPassphrase(
  text: string,
  place: SealedPlace,
  by: Secret,
  passphrase: string,
  rounds: number = usualRounds,
): Promise<string> {
  const lock = await readLock(text, place);
  const dataKey = await openLock(text, place, by);
  const salt = randomBytes(saltBytes);
  try {
    const pass = await wrapByPassphrase(passphrase, { salt, rounds }, place, dataKey);
    return await writeLock(place, { ...lock, rounds, salt, pass });
  } finally {
    dataKey.fill(0);
  }
}

/**
 * The lock with another recovery key: for who has lost the old one, or fears that somebody has read it.
 * @param by the passphrase or the old recovery key
 * @throws as `openLock`
 */
export async function withRecoveryKey(
  text: string,
  place: SealedPlace,
  by: Secret,
  recoveryKey: Bytes,
): Promise<string> {
  const lock = await readLock(text, place);
  const dataKey = await openLock(text, place, by);
  const salt = randomBytes(saltBytes);
  try {
    const rescue = await wrap({ recoveryKey }, { salt }, place, dataKey);
    return await writeLock(place, { ...lock, rescue: { ...rescue, salt } });
  } finally {
    dataKey.fill(0);
  }
}

async function wrapByPassphrase(
  passphrase: string,
  way: { salt: Bytes; rounds: number },
  place: SealedPlace,
  dataKey: Bytes,
): Promise<Wrapped> {
  if (passphrase === "") throw new RangeError("A passphrase has at least one letter.");
  return wrap({ passphrase }, way, place, dataKey);
}

async function writeLock(place: SealedPlace, lock: Lock): Promise<string> {
  const parts = storedLock(lock);
  return JSON.stringify({ ...parts, sum: await sumOf(place, parts) });
}

function storedLock({ rounds, salt, pass, rescue, made }: Lock) {
  const wrapped = ({ n, c }: Wrapped) => ({ n: toText(n), c: toText(c) });
  return {
    v: 1,
    rounds,
    salt: toText(salt),
    pass: wrapped(pass),
    rescue: { salt: toText(rescue.salt), ...wrapped(rescue) },
    made,
  };
}

async function sumOf({ uid, journal }: SealedPlace, parts: object): Promise<string> {
  const whole = joined(boundTo("lock", uid, journal, ""), toUtf8(JSON.stringify(parts)));
  const hash = await crypto.subtle.digest("SHA-256", whole);
  return toText(new Uint8Array(hash).subarray(0, sumBytes));
}

/** @throws SealedFault */
async function readLock(text: string, place: SealedPlace): Promise<Lock> {
  const fields = text.length <= mostLetters ? objectIn(parsed(text)) : undefined;
  if (fields === undefined) throw new SealedFault("shape");
  const version = fields["v"];
  if (Number.isInteger(version) && Number(version) > 1) throw new SealedFault("version");
  const lock = lockIn(fields);
  if (lock === undefined) throw new SealedFault("shape");
  if ((await sumOf(place, storedLock(lock))) !== fields["sum"]) throw new SealedFault("tag");
  return lock;
}

function lockIn(fields: Record<string, unknown>): Lock | undefined {
  const { v, rounds, made } = fields;
  const [pass, rescue] = [objectIn(fields["pass"]), objectIn(fields["rescue"])];
  const salt = bytesIn(fields, "salt");
  const rescueSalt = bytesIn(rescue, "salt");
  const [byPass, byRescue] = [wrappedIn(pass), wrappedIn(rescue)];
  if (v !== 1 || !isRounds(rounds) || typeof made !== "string") return undefined;
  if (salt?.length !== saltBytes || rescueSalt?.length !== saltBytes) return undefined;
  if (!byPass || !byRescue) return undefined;
  return { rounds, salt, pass: byPass, rescue: { ...byRescue, salt: rescueSalt }, made };
}

function wrappedIn(fields: Record<string, unknown> | undefined): Wrapped | undefined {
  const [n, c] = [bytesIn(fields, "n"), bytesIn(fields, "c")];
  const wrapped = { ...(n && { n }), ...(c && { c }) };
  return isWrapped(wrapped) ? wrapped : undefined;
}

function bytesIn(fields: Record<string, unknown> | undefined, name: string): Bytes | undefined {
  const text = fields?.[name];
  return typeof text === "string" ? fromText(text) : undefined;
}

function objectIn(value: unknown): Record<string, unknown> | undefined {
  return typeof value === "object" && value !== null
    ? (value as Record<string, unknown>)
    : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
