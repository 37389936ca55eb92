import { expect, test } from "vitest";
import { makeLock, openLock, withPassphrase, withRecoveryKey } from "./lock.ts";
import { SealedFault, WrongSecret } from "./sealed-fault.ts";
import {
  bound,
  fixedBytes,
  gcm,
  naivePassKey,
  naiveRescueKey,
  naiveSum,
  ungcm,
} from "./testing/naive.ts";

const dataKey = fixedBytes(32, 3);
const recoveryKey = fixedBytes(20, 7);
const place = { uid: "ann", journal: "sabcdefghij0123456789" };
const passphrase = "correct horse ba\u0308ttery";
const made = "2026-12-01T21:40:00.000Z";
const rounds = 600_000;

type Stored = {
  v: number;
  rounds: number;
  salt: string;
  pass: { n: string; c: string };
  rescue: { salt: string; n: string; c: string };
  made: string;
  sum: string;
};
const bytes = (text: string) => Buffer.from(text, "base64url");

const lock = await makeLock({ ...place, dataKey, passphrase, recoveryKey, made });
const stored = JSON.parse(lock) as Stored;

/** As somebody at the server can: with a sum that is right. */
function summed(change: (parts: Omit<Stored, "sum">) => void): string {
  const { sum: _, ...parts } = structuredClone(stored);
  change(parts);
  return JSON.stringify({ ...parts, sum: naiveSum(place.uid, place.journal, parts) });
}

const outcome = (opening: Promise<unknown>) =>
  opening.then(
    () => "opened",
    (error: unknown) => (error instanceof SealedFault ? error.reason : (error as Error).name),
  );

test("a lock opens by its passphrase and by its recovery key", async () => {
  expect(await openLock(lock, place, { passphrase })).toEqual(dataKey);
  expect(await openLock(lock, place, { recoveryKey })).toEqual(dataKey);
  expect(lock.length).toBeLessThan(600);
});

test("a letter is the same however a keyboard composes it", async () => {
  const composed = passphrase.normalize("NFC");
  expect(composed).not.toBe(passphrase);
  expect(await openLock(lock, place, { passphrase: composed })).toEqual(dataKey);
});

test("Node's own crypto reads a lock, and a lock that it made is read", async () => {
  const { uid, journal } = place;
  const passKey = naivePassKey(passphrase, bytes(stored.salt), rounds);
  const aboutPass = bound("wrap", "pass", uid, journal, rounds);
  const rescueKey = naiveRescueKey(recoveryKey, bytes(stored.rescue.salt));
  const aboutRescue = bound("wrap", "rescue", uid, journal);
  expect(ungcm(passKey, bytes(stored.pass.n), aboutPass, bytes(stored.pass.c))).toEqual(
    Buffer.from(dataKey),
  );
  expect(ungcm(rescueKey, bytes(stored.rescue.n), aboutRescue, bytes(stored.rescue.c))).toEqual(
    Buffer.from(dataKey),
  );
  const nonce = fixedBytes(12, 5);
  const other = fixedBytes(32, 4);
  const text = summed((parts) => {
    parts.rescue.n = Buffer.from(nonce).toString("base64url");
    parts.rescue.c = gcm(rescueKey, nonce, aboutRescue, other).toString("base64url");
  });
  expect(await openLock(text, place, { recoveryKey })).toEqual(other);
});

test("a lock of long ago can be opened for ever", async () => {
  const old =
    '{"v":1,"rounds":600000,"salt":"PKSsWIOqTDhKaXPqmlUdyw","pass":{"n":"H63EvKPKcZYvYkCl","c":"jg2nIKqaEMqkIvzjMH4teZlZnau4K4NHo8arPqhId2ILoJ4kdlkyu_aZnDCg0NO8"},"rescue":{"salt":"Uo_eBHznswmyu68Bi0gm7A","n":"bYzGdZLipOcA4ADK","c":"42LL2Wr9Lh8s3xwV7k83EaxkgLNfocdiqqnIVBUvVpeaMTV4An5c1-jdMaX6HLIo"},"made":"2026-12-01T21:40:00.000Z","sum":"oqzzzR5ha__DS4Tt"}';
  expect(await openLock(old, place, { recoveryKey })).toEqual(dataKey);
  expect(await openLock(old, place, { passphrase: "Grüße von gestern" })).toEqual(dataKey);
});

test("a wrong passphrase is told from a lock that was damaged", async () => {
  const wrong = openLock(lock, place, { passphrase: "correct horse battery" });
  await expect(wrong).rejects.toThrow(WrongSecret);
  await expect(wrong).rejects.toThrow("This is not the passphrase.");
  const otherKey = openLock(lock, place, { recoveryKey: fixedBytes(20, 8) });
  await expect(otherKey).rejects.toThrow("This is not the recovery key of this journal.");
});

test("each flipped bit of a lock is damage, and no wrong passphrase", async () => {
  const letters = Buffer.from(lock);
  for (let bit = 0; bit < letters.length * 8; bit += 1) {
    const changed = Buffer.from(letters);
    changed[bit >> 3]! ^= 1 << (bit & 7);
    // oxlint-disable-next-line no-await-in-loop -- one after the other is quick
    const found = await outcome(openLock(changed.toString(), place, { recoveryKey }));
    expect(["shape", "tag", "version"], `bit ${bit}`).toContain(found);
  }
});

test("a lock belongs to one journal of one account", async () => {
  const elsewhere = { ...place, journal: "szzzzzzzzzz0123456789" };
  expect(await outcome(openLock(lock, elsewhere, { recoveryKey }))).toBe("tag");
  expect(await outcome(openLock(lock, { ...place, uid: "bob" }, { recoveryKey }))).toBe("tag");
  // Whoever counts the sum anew has a lock that does not open.
  const { sum: _, ...parts } = stored;
  const moved = JSON.stringify({ ...parts, sum: naiveSum(place.uid, elsewhere.journal, parts) });
  expect(await outcome(openLock(moved, elsewhere, { recoveryKey }))).toBe("WrongSecret");
});

test("what asks for too few or too many rounds is refused before anything is derived", async () => {
  const asked = [1, 599_999, 10_000_001, 1e15, -1, 600_000.5, "600000", null] as number[];
  const texts = asked.map((many) => summed((parts) => void (parts.rounds = many)));
  const found = await Promise.all(
    texts.map((text) => outcome(openLock(text, place, { passphrase }))),
  );
  expect(found).toEqual(asked.map(() => "shape"));
  const weak = makeLock({ ...place, dataKey, passphrase, recoveryKey, made, rounds: 599_999 });
  await expect(weak).rejects.toThrow(RangeError);
});

test("what is no lock is none, and one of a later version says so", async () => {
  const texts = [
    "",
    "null",
    "[]",
    "{}",
    "5",
    lock.slice(1),
    `${lock}x`,
    lock + " ".repeat(4_000),
    summed((parts) => void (parts.salt = parts.salt.slice(2))),
    summed((parts) => void (parts.pass.c += "AAAA")),
    summed((parts) => void (parts.rescue.n = "")),
    summed((parts) => void ((parts as { pass: unknown }).pass = null)),
    summed((parts) => void ((parts as { made: unknown }).made = 5)),
    summed((parts) => void (parts.v = 0)),
  ];
  const found = await Promise.all(
    texts.map((text) => outcome(openLock(text, place, { recoveryKey }))),
  );
  expect(found).toEqual(texts.map(() => "shape"));
  const later = summed((parts) => void (parts.v = 2));
  expect(await outcome(openLock(later, place, { recoveryKey }))).toBe("version");
});

test("a changed passphrase opens the same journal, and the old one no more", async () => {
  const changed = await withPassphrase(lock, place, { passphrase }, "another one");
  expect(await openLock(changed, place, { passphrase: "another one" })).toEqual(dataKey);
  expect(await outcome(openLock(changed, place, { passphrase }))).toBe("WrongSecret");
  expect(await openLock(changed, place, { recoveryKey })).toEqual(dataKey);
  const now = JSON.parse(changed) as Stored;
  expect(now.rescue).toEqual(stored.rescue);
  expect(now.made).toBe(made);
  expect(now.salt).not.toBe(stored.salt);
  expect(now.pass.n).not.toBe(stored.pass.n);
});

test("who forgot the passphrase sets another one by the recovery key", async () => {
  const changed = await withPassphrase(lock, place, { recoveryKey }, "another one", 600_001);
  expect(await openLock(changed, place, { passphrase: "another one" })).toEqual(dataKey);
  expect((JSON.parse(changed) as Stored).rounds).toBe(600_001);
});

test("nobody changes a passphrase without the old one, nor to none", async () => {
  const wrong = withPassphrase(lock, place, { recoveryKey: fixedBytes(20, 8) }, "another one");
  expect(await outcome(wrong)).toBe("WrongSecret");
  expect(await outcome(withPassphrase(lock, place, { recoveryKey }, ""))).toBe("RangeError");
});

test("a new recovery key takes the place of the old one", async () => {
  const next = fixedBytes(20, 9);
  const changed = await withRecoveryKey(lock, place, { recoveryKey }, next);
  expect(await openLock(changed, place, { recoveryKey: next })).toEqual(dataKey);
  expect(await outcome(openLock(changed, place, { recoveryKey }))).toBe("WrongSecret");
  expect((JSON.parse(changed) as Stored).pass).toEqual(stored.pass);
});

test("two locks of the same key and passphrase share nothing", async () => {
  const other = await makeLock({ ...place, dataKey, passphrase, recoveryKey, made });
  const values = (text: string) => {
    const { salt, pass, rescue } = JSON.parse(text) as Stored;
    return [salt, ...Object.values(pass), ...Object.values(rescue)];
  };
  expect(values(other).filter((value) => values(lock).includes(value))).toEqual([]);
  expect(new Set(values(lock)).size).toBe(6);
});
