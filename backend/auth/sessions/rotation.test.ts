import { afterAll, expect, test } from "vitest";
import { createTempDir } from "../../sqlite/testing/temp-dir.ts";
import { type Json, openAuth, openAuthAt } from "../testing/open-auth.ts";
import { MAX_TOKENS } from "./refresh-token-store.ts";
import { type RefreshToken, judge } from "./rotation.ts";

const auth = await openAuth();
afterAll(() => auth[Symbol.asyncDispose]());

type Auth = Awaited<ReturnType<typeof openAuthAt>>;

/** The next token, or what the answer says instead. */
async function use(auth: Auth, token: string): Promise<string> {
  const { status, body } = await auth.refresh(token);
  if (status === 200) return body.refresh_token;
  return status === 503 ? "wait" : body.error.message;
}

const kindsOf = async (auth: Auth, uid: string): Promise<string[]> =>
  (await auth.adminAsk("GET", `auditEvents?uid=${uid}`)).body.auditEvents.map(
    ({ kind }: Json) => kind,
  );

test("every use of a refresh token gives another one, and the session stays the same", async () => {
  const { refreshToken: first } = await auth.enter("ada");
  const second = await use(auth, first);
  const third = await use(auth, second);
  expect(new Set([first, second, third]).size).toBe(3);
  expect((await auth.adminAsk("GET", "accounts/ada/sessions")).body.sessions).toHaveLength(1);
  const rows = await auth.sqlite.read("auth.sessions", "ada");
  expect(JSON.stringify(rows)).not.toContain(third);
});

test("two tabs that use the same token within a minute both go on", async () => {
  const { refreshToken } = await auth.enter("bea");
  const tabs = await Promise.all([use(auth, refreshToken), use(auth, refreshToken)]);
  auth.time.nowMs += 59_000;
  tabs.push(await use(auth, refreshToken));
  expect(new Set(tabs).size).toBe(3);
  auth.time.nowMs += 3_600_000;
  for (const tab of tabs) expect(await use(auth, tab)).toMatch(/^[\w-]{43}$/);
});

test("when the answer was lost the same token is good for another one, and the lost one is not", async () => {
  const { refreshToken } = await auth.enter("cyn");
  const lost = await use(auth, refreshToken);
  auth.time.nowMs += 3_600_000;
  const next = await use(auth, refreshToken);
  expect(await use(auth, next)).toMatch(/^[\w-]{43}$/);
  expect(await use(auth, lost)).toBe("wait");
  auth.time.nowMs += 11_000;
  expect(await use(auth, lost)).toBe("TOKEN_EXPIRED");
});

test("a token that comes again after its child was used ends the whole session, at the second time", async () => {
  const { refreshToken: stolen } = await auth.enter("dot");
  const { refreshToken: elsewhere } = await auth.enter("dot");
  const child = await use(auth, stolen);
  auth.time.nowMs += 61_000;
  const { body: newest } = await auth.refresh(child);

  expect(await Promise.all([use(auth, stolen), use(auth, stolen)])).toEqual(["wait", "wait"]);
  auth.time.nowMs += 10_000;
  expect(await use(auth, stolen)).toBe("wait");
  expect(await kindsOf(auth, "dot")).not.toContain("refresh-token-reused");
  auth.time.nowMs += 1;
  expect(await use(auth, stolen)).toBe("TOKEN_EXPIRED");

  expect(await use(auth, newest.refresh_token)).toBe("TOKEN_EXPIRED");
  await expect(auth.service.authenticate(newest.id_token)).rejects.toMatchObject({
    reason: "invalid",
  });
  expect(await use(auth, elsewhere)).toMatch(/^[\w-]{43}$/);
  expect(await kindsOf(auth, "dot")).toContain("refresh-token-reused");
});

test("a tab that slept is told to wait, and goes on with the token that its browser has", async () => {
  const { refreshToken: slept } = await auth.enter("eva");
  const second = await use(auth, slept);
  auth.time.nowMs += 3_600_000;
  const third = await use(auth, second);
  auth.time.nowMs += 3_600_000;
  expect(await use(auth, slept)).toBe("wait");
  auth.time.nowMs += 30_000;
  expect(await use(auth, third)).toMatch(/^[\w-]{43}$/);
});

test("a session keeps a bounded number of tokens, and those in use among them", async () => {
  const { refreshToken: first } = await auth.enter("fay");
  // A branch that is used seldom outlives the ones of another.
  const seldom = await use(auth, first);
  let often = first;
  for (let index = 0; index < MAX_TOKENS.replaced + 5; index += 1) often = await use(auth, often);
  auth.time.nowMs += 3_600_000;
  expect(await use(auth, first)).toBe("INVALID_REFRESH_TOKEN");
  expect(await use(auth, seldom)).toMatch(/^[\w-]{43}$/);
  for (let index = 0; index < MAX_TOKENS.unused + 5; index += 1) await use(auth, often);
  const { body } = await auth.adminAsk("GET", "accounts/fay/sessions");
  expect(body.sessions).toHaveLength(1);
  expect(await use(auth, often)).toMatch(/^[\w-]{43}$/);
});

test("a token that nobody was given is unknown, also one that looks right", async () => {
  await auth.enter("gil");
  for (const guess of ["x", "A".repeat(43), "owner"]) {
    expect(await use(auth, guess)).toBe("INVALID_REFRESH_TOKEN");
  }
});

test("what a refresh token is good for outlives a restart, and what it is not good for too", async () => {
  using dir = createTempDir();
  const nowMs = Date.now();
  let used;
  let child;
  {
    await using auth = await openAuthAt(dir.path, { nowMs });
    used = (await auth.enter("ada")).refreshToken;
    child = await use(auth, await use(auth, used));
  }
  await using auth = await openAuthAt(dir.path, { nowMs: nowMs + 3_600_000 });
  expect(await use(auth, used)).toBe("wait");
  expect(await use(auth, child)).toMatch(/^[\w-]{43}$/);
  auth.time.nowMs += 11_000;
  expect(await use(auth, used)).toBe("TOKEN_EXPIRED");
});

test("the verdict on a token follows from what happened to it", () => {
  const fresh: RefreshToken = {
    hash: "h",
    replacedAt: null,
    superseded: false,
    replayedAt: null,
    childUsed: false,
  };
  const verdict = (change: Partial<RefreshToken>, nowMs = 1_000_000) =>
    judge({ ...fresh, ...change }, nowMs);
  expect(verdict({})).toBe("child");
  expect(verdict({ replacedAt: 940_000, childUsed: true })).toBe("child");
  expect(verdict({ replacedAt: 939_999 })).toBe("superseding-child");
  expect(verdict({ replacedAt: 939_999, childUsed: true })).toBe("first-replay");
  expect(verdict({ superseded: true })).toBe("first-replay");
  expect(verdict({ superseded: true, replacedAt: 999_999 })).toBe("first-replay");
  expect(verdict({ superseded: true, replayedAt: 990_000 })).toBe("wait");
  expect(verdict({ superseded: true, replayedAt: 989_999 })).toBe("reused");
});
