import { expect, test } from "vitest";
import { openSite } from "../../tests/support/site.ts";
import type { Site } from "../../tests/support/site.ts";
import { addPerson, breakingBackend, openTokens } from "./testing/open-tokens.ts";

const shownBalance = async (site: Site, uid: string) =>
  (await site.serverBackend.getValue(`users/${uid}/userAITokens`)).value;

test("an account opens with ten tokens, and is opened once", async () => {
  await using site = await openSite();
  const tokens = openTokens(site);
  const uid = await addPerson(site, "ann@example.com");
  expect(await tokens.open("nobody")).toBeNull();
  const opened = await Promise.all([
    tokens.open(uid),
    tokens.open(uid),
    openTokens(site).open(uid),
  ]);
  expect(opened.map((account) => account?.balance)).toEqual([10, 10, 10]);
  expect(await tokens.ledger(uid, { limit: 10 })).toEqual([
    {
      id: "s000000000001",
      key: "open",
      kind: "open",
      amount: 10,
      balance: 10,
      reason: "First tokens",
      by: "server",
      at: "2026-03-01T12:00:00.000Z",
    },
  ]);
});

test("the same proved address gets no first tokens again, and nothing stored says whose it was", async () => {
  await using site = await openSite();
  const tokens = openTokens(site);
  const first = await addPerson(site, "ann@example.com");
  await tokens.open(first);
  await site.serverBackend.deleteAccount(first);
  const gone = [`users/${first}`, `tokenAccounts/${first}`, `tokenLedger/${first}`];
  await site.serverBackend.updateValues(Object.fromEntries(gone.map((path) => [path, null])));
  const kept = JSON.stringify((await site.serverBackend.getValue("")).value);
  expect(kept).not.toMatch(/ann|example/);
  expect(kept).not.toContain(first);

  const second = await addPerson(site, "Ann@example.com");
  expect((await tokens.open(second))?.balance).toBe(0);
  await tokens.settled();
  expect(await shownBalance(site, second)).toBe(0);
});

test("who proves the address later loses what the address had before, and no more", async () => {
  await using site = await openSite();
  const tokens = openTokens(site);
  const first = await addPerson(site, "ann@example.com");
  await tokens.open(first);
  await site.serverBackend.deleteAccount(first);
  const second = await addPerson(site, "ann@example.com", { verified: false });
  expect(await tokens.open(second)).toMatchObject({ balance: 10, isProved: false });
  await tokens.grant(second, { amount: 5, reason: "A gift", key: "gift", by: "boss" });
  await site.serverBackend.updateAccount(second, { emailVerified: true });
  expect(await tokens.open(second)).toMatchObject({ balance: 5, isProved: true });
  expect(await tokens.open(second)).toMatchObject({ balance: 5 });
  // As if the process had died before it was written that all is settled.
  await site.serverBackend.updateValues({ [`tokenAccounts/${second}/isProved`]: false });
  expect(await tokens.open(second)).toMatchObject({ balance: 5, isProved: true });

  const fresh = await addPerson(site, "ben@example.com", { verified: false });
  await tokens.open(fresh);
  await site.serverBackend.updateAccount(fresh, { emailVerified: true });
  expect(await tokens.open(fresh)).toMatchObject({ balance: 10, isProved: true });
});

test("tokens that the owner had given before there were accounts are kept", async () => {
  await using site = await openSite();
  const uid = await addPerson(site, "ann@example.com");
  await site.serverBackend.putValue(`users/${uid}/userAITokens`, 250);
  expect((await openTokens(site).open(uid))?.balance).toBe(250);
});

test("a key counts once, a balance never falls below nothing, and amounts are whole", async () => {
  await using site = await openSite();
  const tokens = openTokens(site);
  const uid = await addPerson(site, "ann@example.com");
  const taken = await tokens.debit(uid, { amount: 4, reason: "A reply", key: "reply-1" });
  await tokens.debit(uid, { amount: 1, reason: "A reply", key: "reply-2" });
  expect(await tokens.debit(uid, { amount: 4, reason: "A reply", key: "reply-1" })).toEqual(taken);
  await expect(tokens.debit(uid, { amount: 3, reason: "x", key: "reply-1" })).rejects.toMatchObject(
    { code: "invalid" },
  );
  await expect(tokens.debit(uid, { amount: 6, reason: "x", key: "more" })).rejects.toMatchObject({
    code: "not-enough",
    message: "There are only 5 tokens left.",
  });
  for (const amount of [0, -1, 0.5, Number.NaN, 2 ** 53, 1_000_000_001]) {
    const change = { amount, reason: "x", key: `k${amount}`, by: "boss" };
    await expect(tokens.grant(uid, change)).rejects.toMatchObject({ code: "invalid" });
  }
  await expect(
    tokens.grant(uid, { amount: 1_000_000_000, reason: "x", key: "most", by: "boss" }),
  ).rejects.toMatchObject({ code: "too-many" });
  for (const nobody of ["nobody", "a/b", ""]) {
    const change = { amount: 1, reason: "x", key: "k" };
    await expect(tokens.debit(nobody, change)).rejects.toMatchObject({ code: "no-account" });
  }
  expect((await tokens.account(uid))?.balance).toBe(5);
  await tokens.settled();
  expect(await shownBalance(site, uid)).toBe(5);
});

test(
  "of a thousand changes at once from two copies of the server each counts once",
  { timeout: 60_000 },
  async () => {
    await using site = await openSite();
    const copies = [openTokens(site), openTokens(site)] as const;
    const uids = await Promise.all(
      ["a", "b", "c", "d", "e"].map((name) => addPerson(site, `${name}@example.com`)),
    );
    const changes = uids.flatMap((uid) =>
      Array.from({ length: 200 }, (_, index) => ({ uid, index, key: `k${index % 100}` })),
    );
    // Each key is said twice, most of them to both copies.
    await Promise.all(
      changes.map(({ uid, index, key }) => {
        const copy = copies[index < 170 ? 0 : 1];
        return index % 2 === 0
          ? copy.grant(uid, { amount: 3, reason: "A gift", key, by: "boss" })
          : copy.debit(uid, { amount: 1, reason: "A reply", key });
      }),
    );
    for (const uid of uids) {
      const account = await copies[0].account(uid);
      const ledger = await copies[0].ledger(uid, { limit: 1000 });
      expect(account?.balance).toBe(10 + 50 * 3 - 50);
      expect(ledger).toHaveLength(101);
      expect(new Set(ledger.map(({ key }) => key)).size).toBe(101);
      expect(ledger.reduce((sum, { amount }) => sum + amount, 0)).toBe(account?.balance);
    }
    await Promise.all(copies.map((copy) => copy.settled()));
    expect(await shownBalance(site, uids[0] ?? "")).toBe(110);
  },
);

test("whatever fails in between, a change that is said again counts once and stands in the ledger", async () => {
  await using site = await openSite();
  const uid = await addPerson(site, "ann@example.com");
  await openTokens(site).open(uid);
  for (let failing = 0; failing < 8; failing += 1) {
    for (const isDone of [false, true]) {
      const broken = openTokens(site, breakingBackend(site, failing, isDone));
      const change = { amount: 2, reason: "A gift", key: `gift-${failing}-${isDone}`, by: "boss" };
      await broken.grant(uid, change).catch(() => undefined);
      await broken.settled();
      await openTokens(site).grant(uid, change);
    }
  }
  const tokens = openTokens(site);
  await tokens.repair();
  await tokens.settled();
  const ledger = await tokens.ledger(uid, { limit: 100 });
  expect((await tokens.account(uid))?.balance).toBe(10 + 16 * 2);
  expect(ledger.map(({ balance }) => balance)).toEqual(
    Array.from({ length: 17 }, (_, index) => 42 - 2 * index),
  );
  expect(await shownBalance(site, uid)).toBe(42);
});

test("of an account that is erased while it changes no entry of the ledger stays", async () => {
  await using site = await openSite();
  const { serverBackend } = site;
  const uid = await addPerson(site, "ann@example.com");
  await openTokens(site).open(uid);
  const tokens = openTokens(site, {
    ...serverBackend,
    async putValue(path, value, etag) {
      const isPut = await serverBackend.putValue(path, value, etag);
      const places = ["users", "tokenAccounts", "tokenLedger"];
      const gone = places.map((place) => [`${place}/${uid}`, null] as const);
      if (path === `tokenAccounts/${uid}`) {
        await serverBackend.updateValues(Object.fromEntries(gone));
      }
      return isPut;
    },
  });
  await tokens.grant(uid, { amount: 2, reason: "A gift", key: "gift", by: "boss" });
  await tokens.settled();
  for (const place of ["users", "tokenAccounts", "tokenLedger"]) {
    // oxlint-disable-next-line no-await-in-loop -- in order
    expect((await serverBackend.getValue(`${place}/${uid}`)).value, place).toBeNull();
  }
});

test("a repair opens what is missing, corrects what the record says, and leaves all else", async () => {
  await using site = await openSite();
  const tokens = openTokens(site);
  const right = await addPerson(site, "ann@example.com");
  await tokens.open(right);
  const wrong = await addPerson(site, "ben@example.com");
  await tokens.open(wrong);
  await tokens.settled();
  const missing = await addPerson(site, "cam@example.com");
  await site.serverBackend.updateValues({
    [`users/${wrong}/userAITokens`]: 99,
    "users/half/name": "Half",
    "tokenAccounts/gone": { balance: 3, seq: 1 },
  });
  const writes: string[] = [];
  site.backend.onDatabaseCommit((event) => writes.push(...event.writes.map(({ path }) => path)));
  await tokens.repair();
  await tokens.settled();
  expect(await shownBalance(site, wrong)).toBe(10);
  expect(await shownBalance(site, missing)).toBe(10);
  expect(
    writes.filter((path) => !path.includes(missing) && !path.startsWith("tokenGrants")),
  ).toEqual([`users/${wrong}/userAITokens`]);
  expect(tokens.entries).toEqual([]);
});

test("a ledger is read page by page, and no longer than it may be", async () => {
  await using site = await openSite();
  const tokens = openTokens(site, site.serverBackend, 50);
  const uid = await addPerson(site, "ann@example.com");
  for (let index = 2; index <= 200; index += 1) {
    await tokens.grant(uid, { amount: 1, reason: "One", key: `k${index}`, by: "boss" });
  }
  const first = await tokens.ledger(uid, { limit: 2 });
  expect(first.map(({ id }) => id)).toEqual(["s000000000200", "s000000000199"]);
  const next = await tokens.ledger(uid, { before: first[1]?.id, limit: 1000 });
  expect(next[0]?.id).toBe("s000000000198");
  expect(next.at(-1)?.id).toBe("s000000000151");
});
