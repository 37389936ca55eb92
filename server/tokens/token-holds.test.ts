import { expect, test } from "vitest";
import { openSite } from "../../tests/support/site.ts";
import { addPerson, breakingBackend, openTokens } from "./testing/open-tokens.ts";

const reason = "A reply";

test("what is held is taken once or let go, and meanwhile nobody else takes it", async () => {
  await using site = await openSite();
  const tokens = openTokens(site);
  const uid = await addPerson(site, "ann@example.com");
  await tokens.hold(uid, { key: "a", amount: 6 });
  await tokens.hold(uid, { key: "a", amount: 6 });
  expect(await tokens.account(uid)).toMatchObject({ balance: 10, seq: 1 });
  for (const refused of [
    tokens.hold(uid, { key: "b", amount: 5 }),
    tokens.debit(uid, { amount: 5, reason, key: "c" }),
  ]) {
    await expect(refused).rejects.toMatchObject({
      code: "not-enough",
      message: "There are only 4 tokens left.",
    });
  }
  await tokens.hold(uid, { key: "b", amount: 4 });
  await expect(tokens.settle(uid, { key: "a", amount: 7, reason })).rejects.toMatchObject({
    code: "invalid",
  });
  const taken = await tokens.settle(uid, { key: "a", amount: 2, reason });
  expect(taken).toMatchObject({ kind: "debit", key: "a", amount: -2, balance: 8, by: "server" });
  expect(await tokens.settle(uid, { key: "a", amount: 6, reason })).toEqual(taken);
  expect(await tokens.settle(uid, { key: "b", amount: 0, reason })).toBe("released");
  await tokens.release(uid, "b");
  expect(await tokens.settle(uid, { key: "b", amount: 4, reason })).toBe("gone");
  await expect(tokens.hold(uid, { key: "a", amount: 6 })).rejects.toMatchObject({
    code: "invalid",
  });
  expect(await tokens.account(uid)).toMatchObject({ balance: 8, seq: 2, holds: {} });
  expect((await tokens.ledger(uid, { limit: 9 })).map(({ key }) => key)).toEqual(["a", "open"]);
  await tokens.settled();
  expect((await site.serverBackend.getValue(`users/${uid}/userAITokens`)).value).toBe(8);
  for (const nobody of ["nobody", "a/b", ""]) {
    await expect(tokens.hold(nobody, { key: "a", amount: 1 })).rejects.toMatchObject({
      code: "no-account",
    });
  }
});

test("of fifty holds at once by two copies of the server exactly as many are taken as there are tokens", async () => {
  await using site = await openSite();
  const copies = [openTokens(site), openTokens(site)] as const;
  const uid = await addPerson(site, "ann@example.com");
  const all = Array.from({ length: 50 }, (_, index) => `k${index}`);
  const held = await Promise.allSettled(
    all.map((key, index) => copies[index < 30 ? 0 : 1].hold(uid, { key, amount: 1 })),
  );
  const taken = all.filter((_, index) => held[index]?.status === "fulfilled");
  expect(taken).toHaveLength(10);
  expect(Object.keys((await copies[0].account(uid))?.holds ?? {}).toSorted()).toEqual(
    taken.toSorted(),
  );
  // Each is settled by both.
  await Promise.all(
    [...taken, ...taken].map((key, index) =>
      copies[index < taken.length ? 0 : 1].settle(uid, { key, amount: 1, reason }),
    ),
  );
  expect(await copies[0].account(uid)).toMatchObject({ balance: 0, holds: {} });
  expect(await copies[0].ledger(uid, { limit: 100 })).toHaveLength(11);
});

test("of one account not more than twenty things are under way", async () => {
  await using site = await openSite();
  const tokens = openTokens(site);
  const uid = await addPerson(site, "ann@example.com");
  await tokens.grant(uid, { amount: 90, reason: "A gift", key: "gift", by: "boss" });
  for (let index = 0; index < 20; index += 1) {
    // oxlint-disable-next-line no-await-in-loop -- in order
    await tokens.hold(uid, { key: `k${index}`, amount: 1 });
  }
  await expect(tokens.hold(uid, { key: "more", amount: 1 })).rejects.toMatchObject({
    code: "too-many",
  });
});

test("first tokens that are taken back leave what is held", async () => {
  await using site = await openSite();
  const tokens = openTokens(site);
  await tokens.open(await addPerson(site, "ann@example.com"));
  const first = await addPerson(site, "ben@example.com");
  await tokens.open(first);
  await site.serverBackend.deleteAccount(first);
  const second = await addPerson(site, "ben@example.com", { verified: false });
  await tokens.hold(second, { key: "a", amount: 3 });
  await site.serverBackend.updateAccount(second, { emailVerified: true });
  expect(await tokens.open(second)).toMatchObject({ balance: 3, isProved: true });
  await tokens.settle(second, { key: "a", amount: 3, reason });
  expect(await tokens.account(second)).toMatchObject({ balance: 0, holds: {} });
});

test("whatever fails in between, what is held and settled again counts once", async () => {
  await using site = await openSite();
  const uid = await addPerson(site, "ann@example.com");
  const tokens = openTokens(site);
  await tokens.grant(uid, { amount: 90, reason: "A gift", key: "gift", by: "boss" });
  let steps = 0;
  for (let failing = 0; failing < 12; failing += 1) {
    for (const isDone of [false, true]) {
      const key = `run-${failing}-${isDone}`;
      const broken = openTokens(site, breakingBackend(site, failing, isDone));
      // oxlint-disable no-await-in-loop -- one after the other is the point
      const said = await broken
        .hold(uid, { key, amount: 3 })
        .then(() => broken.settle(uid, { key, amount: 2, reason }))
        .catch(() => undefined);
      await broken.settled();
      // As a sweep does it, which does not know how far it came.
      const again = await tokens.settle(uid, { key, amount: 2, reason });
      expect(said ?? again).toEqual(again);
      if (again !== "gone") steps += 1;
      // oxlint-enable no-await-in-loop
    }
  }
  expect(steps).toBeGreaterThan(5);
  expect(await tokens.account(uid)).toMatchObject({ balance: 100 - 2 * steps, holds: {} });
  const ledger = await tokens.ledger(uid, { limit: 100 });
  expect(ledger.filter(({ amount }) => amount === -2)).toHaveLength(steps);
  expect(ledger.reduce((sum, { amount }) => sum + amount, 0)).toBe(100 - 2 * steps);
});

test("an address that is proved again by account after account has nothing to hold", async () => {
  await using site = await openSite();
  const tokens = openTokens(site);
  const first = await addPerson(site, "ann@example.com");
  await tokens.open(first);
  await site.serverBackend.deleteAccount(first);
  const second = await addPerson(site, "ann@example.com", { verified: false });
  expect(await tokens.open(second)).toMatchObject({ balance: 10 });
  await site.serverBackend.updateAccount(second, { emailVerified: true });
  // Before anything else has looked whose the tokens are.
  await expect(tokens.hold(second, { key: "a", amount: 1 })).rejects.toMatchObject({
    code: "not-enough",
  });
  expect(await tokens.account(second)).toMatchObject({ balance: 0, holds: {}, isProved: true });
});
