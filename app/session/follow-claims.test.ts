import { expect, test } from "vitest";
import { createClaimsFollower } from "./follow-claims.ts";

const roles = (admin: boolean, editor: boolean) => ({ admin, editor, user: true });

/** An account whose token has the claims that the server knows at each refresh. */
function accountWith(...claimsAtRefresh: Record<string, unknown>[]) {
  let claims: Record<string, unknown> = {};
  const refreshed: boolean[] = [];
  return {
    refreshed,
    getIdToken: async (force?: boolean) => {
      refreshed.push(force === true);
      claims = claimsAtRefresh.shift() ?? claims;
      return "token";
    },
    getIdTokenResult: async () => ({ claims }) as never,
  };
}

/** Follows the roles with waits that take no time; resolves when nothing is left to do. */
async function follow(account: ReturnType<typeof accountWith>, ...all: ReturnType<typeof roles>[]) {
  const waits: number[] = [];
  const follower = createClaimsFollower(account, new AbortController().signal, async (ms) => {
    waits.push(ms);
  });
  for (const each of all) {
    follower(each);
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => setImmediate(resolve));
  }
  return waits;
}

test("a plain user's token is left as it is", async () => {
  const account = accountWith();
  await follow(account, roles(false, false));
  expect(account.refreshed).toEqual([]);
});

test("a role that the token lacks gets a fresh token", async () => {
  const account = accountWith({ editor: true });
  await follow(account, roles(false, false), roles(false, true));
  expect(account.refreshed).toEqual([true]);
});

test("a role that was taken away gets a fresh token", async () => {
  const account = accountWith({ editor: true }, {});
  await follow(account, roles(false, true), roles(false, false));
  expect(account.refreshed).toEqual([true, true]);
});

test("a server that mirrors late is asked again, a few times only", async () => {
  const late = accountWith({}, {}, { admin: true, editor: true });
  await follow(late, roles(true, true));
  expect(late.refreshed).toHaveLength(3);
  const never = accountWith();
  const waits = await follow(never, roles(true, false), roles(true, false));
  expect(never.refreshed).toHaveLength(4);
  expect(waits).toHaveLength(4);
});

test("a claim that only looks like a role is none", async () => {
  const account = accountWith({ admin: "true" }, { admin: true });
  await follow(account, roles(true, false));
  expect(account.refreshed).toHaveLength(2);
});
