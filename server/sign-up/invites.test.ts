import { afterAll, expect, test } from "vitest";
import { openSite } from "../../tests/support/site.ts";
import type { SignUpPolicy } from "#lib/sign-up-policy.ts";
import { createAudit } from "../audit/audit.ts";
import { createInvites, inviteBounds } from "./invites.ts";

const site = await openSite();
afterAll(() => site[Symbol.asyncDispose]());
const dayMs = 86_400_000;

function open() {
  const state = { now: Date.UTC(2026, 0, 1), policy: "invite" as SignUpPolicy };
  const invites = createInvites({
    backend: site.serverBackend,
    policy: async () => state.policy,
    now: () => state.now,
  });
  const create = (changes: Partial<Parameters<typeof invites.create>[0]> = {}) =>
    invites.create({
      label: "Friends",
      role: "editor",
      expiresAt: new Date(state.now + dayMs),
      maxUses: 2,
      by: "cli",
      ...changes,
    });
  const usesOf = async (id: string) => (await invites.list()).find((one) => one.id === id)?.uses;
  return { state, invites, create, usesOf };
}

test("of many who come at once no more get in than the invite says, and who was refused gives the place back", async () => {
  const { invites, create, usesOf } = open();
  const { id, code } = await create({ maxUses: 5 });
  const counted = await Promise.all(Array.from({ length: 20 }, () => invites.count(code)));
  const taken = counted.filter((use) => use !== undefined);
  expect(taken).toHaveLength(5);
  expect(await usesOf(id)).toBe(5);
  await taken[0]!.giveBack();
  expect(await usesOf(id)).toBe(4);
  const again = await Promise.all([invites.count(code), invites.count(code)]);
  expect(again.filter((use) => use !== undefined)).toHaveLength(1);
});

test("the code is stored nowhere, and only its exact text opens the invite", async () => {
  const { invites, create } = open();
  const { id, code } = await create();
  expect(Buffer.from(code, "base64url").length).toBeGreaterThanOrEqual(16);
  const stored = await site.serverBackend.getDocument(`invites/${id}`);
  expect(JSON.stringify(stored)).not.toContain(code);
  expect(await invites.check(code)).toEqual({ role: "editor", label: "Friends" });
  for (const wrong of ["", id, `${code} `, code.slice(1), "../server/sign-up"]) {
    expect(await invites.check(wrong)).toBeUndefined();
    expect(await invites.count(wrong)).toBeUndefined();
  }
});

test("an invite ends with its time, when it is revoked, and where nobody may sign up", async () => {
  const { state, invites, create } = open();
  const { code } = await create();
  state.policy = "closed";
  expect(await invites.check(code)).toBeUndefined();
  expect(await invites.count(code)).toBeUndefined();
  expect(await invites.take(code, "ann@example.com")).toBeNull();
  state.policy = "open";
  expect(await invites.check(code)).toBeDefined();
  state.now += dayMs;
  expect(await invites.check(code)).toBeUndefined();
  const other = await create();
  await invites.revoke(other.id);
  expect(await invites.join(other.code, { uid: "ann", keys: [] })).toBeUndefined();
  expect((await invites.list()).find(({ id }) => id === other.id)?.state).toBe("revoked");
  expect(await invites.revoke("a".repeat(64))).toBeUndefined();
  expect(await invites.revoke("../server")).toBeUndefined();
});

test("one person counts once, by whatever way they came", async () => {
  const { invites, create, usesOf } = open();
  const { id, code } = await create({ maxUses: 3 });
  const admission = await invites.take(code, "ann@example.com");
  expect(admission?.id).toMatch(/^[\w-]{22}$/);
  expect(await invites.take(code, "ann@example.com")).toEqual(admission);
  expect(await usesOf(id)).toBe(1);
  const ann = { uid: "ann", keys: ["ann@example.com"] };
  const due = { invite: { role: "editor" }, isDue: true };
  expect(await invites.join(code, ann)).toMatchObject(due);
  expect(await invites.join(code, ann)).toMatchObject(due);
  expect(await usesOf(id)).toBe(1);
  const use = await invites.count(code);
  await use!.made("bob");
  await Promise.all([1, 2, 3].map(() => invites.join(code, { uid: "bob", keys: [] })));
  expect(await usesOf(id)).toBe(2);
  // The address has changed hands: it is another person.
  await invites.join(code, { uid: "eve", keys: ["ann@example.com"] });
  expect(await usesOf(id)).toBe(3);
  expect(await invites.join(code, { uid: "dan", keys: ["ann@example.com"] })).toBeUndefined();
  expect(await invites.take(code, "ann@example.com")).toBeNull();
});

test("an admission makes one account however often it is asked for, and counts anew after a day", async () => {
  const { state, invites, create, usesOf } = open();
  const { id, code } = await create();
  const first = await invites.take(code, "github.com:7");
  state.now += 23 * 3_600_000;
  expect(await invites.take(code, "github.com:7")).toEqual(first);
  expect(await invites.take(code, "github.com:8")).not.toEqual(first);
  expect(await usesOf(id)).toBe(2);
  state.now += 3_599_000;
  expect(await invites.take(code, "github.com:7")).toBeNull();
});

test("what an invite gives is given once, and whoever was broken off gets it as long as the invite holds", async () => {
  const { state, invites, create } = open();
  const { id, code } = await create();
  const ann = { uid: "ann-again", keys: [] };
  const isDue = async () => (await invites.join(code, ann))?.isDue;
  expect([await isDue(), await isDue()]).toEqual([true, true]);
  state.now += 20 * 3_600_000;
  expect(await isDue()).toBe(true);
  await invites.given(id, "ann-again");
  expect(await isDue()).toBe(false);
  const use = await invites.count(code);
  await use!.made("bob-again");
  const bob = { uid: "bob-again", keys: [] };
  expect((await invites.join(code, bob))?.isDue).toBe(true);
  state.now += 4 * 3_600_000;
  expect(await invites.join(code, bob)).toBeUndefined();
});

test("what may have been given without being noted is not given again to whom a role was taken from", async () => {
  const { state, invites, create } = open();
  const audit = createAudit({
    backend: site.serverBackend,
    now: () => state.now,
    newId: () => "entry",
  });
  const took = (target: string) => audit.add({ actor: "cli", action: "user.revoke-role", target });
  const { code } = await create();
  const isDue = async (uid: string) => (await invites.join(code, { uid, keys: [] }))?.isDue;
  await took("cat");
  state.now += 1;
  expect([await isDue("cat"), await isDue("dog")]).toEqual([true, true]);
  await audit.add({ actor: "cat", action: "invite.accept", target: "cat" });
  // Of before, of another, of something else.
  expect([await isDue("cat"), await isDue("dog")]).toEqual([true, true]);
  state.now += 1;
  await took("cat");
  state.now += 3_600_000;
  expect([await isDue("cat"), await isDue("dog")]).toEqual([false, true]);
});

test("what cannot be an invite is refused, and ended ones make room a month later", async () => {
  const { state, invites, create } = open();
  const { now } = state;
  await expect(create({ expiresAt: new Date(now) })).rejects.toThrow(/ended already/);
  await expect(create({ expiresAt: new Date(now + 400 * dayMs) })).rejects.toThrow(/a year/);
  for (const maxUses of [0, 1.5, inviteBounds.uses + 1, Number.NaN])
    await expect(create({ maxUses })).rejects.toThrow(/1 to 1000/);
  await expect(create({ label: "x".repeat(81) })).rejects.toThrow(/80/);
  const { id, code } = await create();
  await invites.take(code, "ann@example.com");
  state.now += 32 * dayMs;
  await create();
  expect(await site.serverBackend.getDocument(`invites/${id}`)).toBeNull();
  expect(
    await site.serverBackend.findDocuments("inviteUses", { where: { invite: id }, limit: 9 }),
  ).toEqual([]);
});
