import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { newJournalId } from "#lib/journal/journal-id.ts";
import { keysOf, newDataKey } from "#lib/sealed/keys.ts";
import { openRecord, sealRecord } from "#lib/sealed/envelope.ts";
import { sealedName } from "#lib/sealed/keys.ts";
import { makeLock } from "#lib/sealed/lock.ts";
import { newRecoveryKey } from "#lib/sealed/recovery-key.ts";

type Tab = {
  keys: typeof import("./journal-keys.ts");
  lock: typeof import("./journal-lock.ts");
};

const patience = { timeout: 5000 };
const recoveryKey = newRecoveryKey();
const channels = new Set<BroadcastChannel>();
let uid = "";
let people = 0;

/** A module of its own, as each tab has. */
async function openTab(): Promise<Tab> {
  vi.resetModules();
  const [keys, lock] = await Promise.all([
    import("./journal-keys.ts"),
    import("./journal-lock.ts"),
  ]);
  return { keys, lock };
}

const Channel = globalThis.BroadcastChannel;

beforeEach(() => {
  uid = `ann-${(people += 1)}`;
  class Watched extends Channel {
    constructor(name: string) {
      super(name);
      channels.add(this);
    }
  }
  Object.assign(globalThis, { BroadcastChannel: Watched });
  Object.defineProperty(navigator, "onLine", { value: true, configurable: true });
});

afterEach(() => {
  for (const channel of channels) channel.close();
  channels.clear();
  Object.assign(globalThis, { BroadcastChannel: Channel });
});

async function newLocked(passphrase: string) {
  const journal = newJournalId("sealed");
  const dataKey = newDataKey();
  const made = "2026-12-01T21:40:00.000Z";
  const lock = await makeLock({ uid, journal, dataKey, passphrase, recoveryKey, made });
  return { journal, lock };
}

test("one passphrase opens all journals that it fits, each at once, and says how far it is", async () => {
  const [diary, work, other] = await Promise.all(["sea", "sea", "hill"].map(newLocked));
  const { keys } = await openTab();
  const ring = keys.keyringOf(uid);
  const tried: string[] = [];
  const opened = await ring.unlock([diary!, other!, work!], { passphrase: "sea" }, (count) =>
    tried.push(`${count}: ${ring.open().size} open`),
  );
  expect(opened).toEqual([diary!.journal, work!.journal]);
  expect(ring.open()).toEqual(new Set(opened));
  expect(tried).toEqual(["1: 1 open", "2: 1 open", "3: 2 open"]);
  expect(ring.keysOf(other!.journal)).toBeUndefined();
  expect(keys.keyringOf(uid)).toBe(ring);
  expect(keys.keyringOf("bob").keysOf(diary!.journal)).toBeUndefined();
});

test("a passphrase that fits none says so, and one damaged lock does not hide that", async () => {
  const diary = await newLocked("sea");
  const ring = (await openTab()).keys.keyringOf(uid);
  const damaged = { ...diary, lock: diary.lock.replace('"rounds":6', '"rounds":7') };
  await expect(ring.unlock([diary, damaged], { passphrase: "lake" })).rejects.toMatchObject({
    name: "WrongSecret",
    message: "This is not the passphrase.",
  });
  await expect(ring.unlock([damaged], { passphrase: "sea" })).rejects.toMatchObject({
    name: "SealedFault",
    reason: "tag",
  });
  expect(ring.open().size).toBe(0);
  expect(await ring.unlock([damaged, diary], { recoveryKey })).toEqual([diary.journal]);
});

test("a new tab gets the keys from the one that has them, and reads with them", async () => {
  const diary = await newLocked("sea");
  const first = (await openTab()).keys.keyringOf(uid);
  await first.unlock([diary], { passphrase: "sea" });
  const second = (await openTab()).keys.keyringOf(uid);
  expect(second).not.toBe(first);
  await vi.waitFor(() => expect(second.open()).toEqual(new Set([diary.journal])), patience);
  const [from, to] = [first.keysOf(diary.journal)!, second.keysOf(diary.journal)!];
  expect(to.record).not.toBe(from.record);
  expect(to.record.extractable).toBe(false);
  const item = { kind: "entries", id: "a" };
  const place = { part: "journalRecords", doc: await sealedName(from, "entries/a"), rev: 1 };
  expect(await openRecord(to, place, await sealRecord(from, place, item))).toEqual(item);
});

test("a tab that is open already gets them as soon as another one is unlocked", async () => {
  const diary = await newLocked("sea");
  const [first, second] = [await openTab(), await openTab()].map(({ keys }) => keys.keyringOf(uid));
  await first!.unlock([diary], { passphrase: "sea" });
  await vi.waitFor(() => expect(second!.open().size).toBe(1), patience);
});

test("nobody else's tab hears of them", async () => {
  const diary = await newLocked("sea");
  const first = (await openTab()).keys.keyringOf(uid);
  const other = (await openTab()).keys.keyringOf("bob");
  await first.unlock([diary], { passphrase: "sea" });
  const second = (await openTab()).keys.keyringOf(uid);
  await vi.waitFor(() => expect(second.open().size).toBe(1), patience);
  await other.asked;
  expect(other.open().size).toBe(0);
  // Whoever could speak on another one's channel is not believed.
  const { journal } = diary;
  const channel = new BroadcastChannel("foyer-journal-keys bob");
  channel.postMessage({ kind: "keys", keys: [await keysOf(newDataKey(), { uid, journal })] });
  channel.postMessage({ kind: "alive", at: 1 });
  await new Promise<void>((resolve) => other.listen(() => resolve()));
  expect(other.open().size).toBe(0);
});

test("a lock keeps what is typed, sends, closes, and only then drops the keys; in each tab by itself", async () => {
  const diary = await newLocked("sea");
  const tabs = [await openTab(), await openTab()];
  const [first, second] = tabs.map(({ keys }) => keys.keyringOf(uid));
  await first!.unlock([diary], { passphrase: "sea" });
  await vi.waitFor(() => expect(second!.open().size).toBe(1), patience);
  const done: string[] = [];
  for (const [at, { lock, keys }] of tabs.entries()) {
    const note = (what: string) => async () => {
      await Promise.resolve();
      done.push(`${at} ${what} ${keys.keyringOf(uid).open().size}`);
    };
    lock.closeAtLock(uid, note("closed"));
    lock.sendBeforeLock(uid, note("sent"));
    lock.beforeLock(uid, note("kept"));
    lock.followLocking(uid, () => done.push(`${at} ${lock.isLocking(uid) ? "locking" : "locked"}`));
  }
  await tabs[0]!.lock.lockJournals(uid);
  expect(first!.open().size).toBe(0);
  expect(first!.keysOf(diary.journal)).toBeUndefined();
  await vi.waitFor(() => expect(second!.open().size).toBe(0), patience);
  const of = (tab: number) => done.filter((what) => what.startsWith(`${tab}`));
  await vi.waitFor(() => expect(of(1)).toHaveLength(5), patience);
  for (const tab of [0, 1]) {
    expect(of(tab)).toEqual(
      ["locking", "kept 1", "sent 1", "closed 1", "locked"].map((what) => `${tab} ${what}`),
    );
  }
  const third = (await openTab()).keys.keyringOf(uid);
  await third.asked;
  expect(third.open().size).toBe(0);
});

test("a tab that shows nothing of them drops them, too", async () => {
  const diary = await newLocked("sea");
  const { keys, lock } = await openTab();
  const ring = keys.keyringOf(uid);
  await ring.unlock([diary], { passphrase: "sea" });
  const second = (await openTab()).keys.keyringOf(uid);
  await vi.waitFor(() => expect(second.open().size).toBe(1), patience);
  await lock.lockJournals(uid);
  await vi.waitFor(() => expect(second.open().size).toBe(0), patience);
});

test("a lock that is going on hands out no keys, and takes none", async () => {
  const diary = await newLocked("sea");
  const { keys, lock } = await openTab();
  const ring = keys.keyringOf(uid);
  await ring.unlock([diary], { passphrase: "sea" });
  const closing = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  lock.beforeLock(uid, () => {
    begun.resolve();
    return closing.promise;
  });
  const locking = lock.lockJournals(uid);
  await begun.promise;
  const second = (await openTab()).keys.keyringOf(uid);
  await second.asked;
  expect(second.open().size).toBe(0);
  closing.resolve();
  await locking;
  expect(ring.open().size).toBe(0);
});

test("work that fails or never ends does not keep the keys", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const diary = await newLocked("sea");
    const { keys, lock } = await openTab();
    const ring = keys.keyringOf(uid);
    await ring.unlock([diary], { passphrase: "sea" });
    lock.beforeLock(uid, () => Promise.reject(new Error("It broke.")));
    lock.sendBeforeLock(uid, () => new Promise(() => undefined));
    lock.closeAtLock(uid, () => {
      throw new Error("This broke, too.");
    });
    const locking = lock.lockJournals(uid);
    await vi.advanceTimersByTimeAsync(10_000);
    await locking;
    expect(ring.open().size).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test.each(["this tab", "another tab"])(
  "what is tried while %s locks comes too late: nothing is open, and it is said",
  async (where) => {
    const diary = await newLocked("sea");
    const [tab, other] = [await openTab(), await openTab()];
    const ring = tab.keys.keyringOf(uid);
    // Whoever has opened the tool here takes part in locks.
    tab.lock.beforeLock(uid, () => undefined);
    const trying = ring.unlock([diary], { passphrase: "sea" });
    await (where === "this tab" ? tab : other).lock.lockJournals(uid);
    await expect(trying).rejects.toMatchObject({ name: "LockedError" });
    expect(ring.open().size).toBe(0);
    expect(await ring.unlock([diary], { passphrase: "sea" })).toEqual([diary.journal]);
  },
);

test("keys that were made over a lock are not held", async () => {
  const journal = newJournalId("sealed");
  const keys = await keysOf(newDataKey(), { uid, journal });
  const { keys: module, lock } = await openTab();
  const ring = module.keyringOf(uid);
  const take = ring.holding();
  await lock.lockJournals(uid);
  expect(take(keys)).toBe(false);
  expect(ring.open().size).toBe(0);
  expect(ring.holding()(keys)).toBe(true);
});
