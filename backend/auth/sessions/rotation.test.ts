import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, expect, test } from "vitest";
import { createTempDir } from "../../sqlite/testing/temp-dir.ts";
import { type Json, openAuth, openAuthAt } from "../testing/open-auth.ts";
import { MAX_TOKENS, MAX_YOUNG_TOKENS } from "./refresh-token-store.ts";
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
  const rows = await auth.sqlite.read("auth.sessions", {
    uid: "ada",
    nowMs: auth.time.nowMs,
  });
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
  auth.time.nowMs += 3 * 3_600_000;
  often = await use(auth, often);
  expect(await use(auth, first)).toBe("INVALID_REFRESH_TOKEN");
  expect(await use(auth, seldom)).toMatch(/^[\w-]{43}$/);
  await Promise.all(Array.from({ length: MAX_YOUNG_TOKENS + 5 }, () => use(auth, often)));
  auth.time.nowMs += 30_000;
  const stored = () => {
    using db = new DatabaseSync(join(auth.dir, "test.sqlite"));
    return db.prepare("SELECT count(*) AS n FROM auth_session_tokens").get()?.["n"] as number;
  };
  const most = stored();
  auth.time.nowMs += 3 * 3_600_000;
  const next = await use(auth, often);
  expect(most - stored()).toBeGreaterThan(MAX_YOUNG_TOKENS - MAX_TOKENS.unused);
  const { body } = await auth.adminAsk("GET", "accounts/fay/sessions");
  expect(body.sessions).toHaveLength(1);
  expect(await use(auth, next)).toMatch(/^[\w-]{43}$/);
});

test("as many tabs as a browser has come back at once, and none of them is signed out", async () => {
  const { refreshToken } = await auth.enter("ida");
  const tabs = await Promise.all(Array.from({ length: 60 }, () => use(auth, refreshToken)));
  expect(new Set(tabs).size).toBe(60);
  auth.time.nowMs += 3_600_000;
  const again = await Promise.all(tabs.map((token) => use(auth, token)));
  for (const token of again) expect(token).toMatch(/^[\w-]{43}$/);
});

test("a session that nobody has used for 90 days is over, and not listed; another one goes on", async () => {
  const day = 24 * 3_600_000;
  const sessionsOf = async () =>
    (await auth.adminAsk("GET", "accounts/jo/sessions")).body.sessions.length;
  const { refreshToken: unused } = await auth.enter("jo");
  let { refreshToken: used } = await auth.enter("jo");
  auth.time.nowMs += 60 * day;
  used = await use(auth, used);
  auth.time.nowMs += 30 * day;
  expect(await sessionsOf()).toBe(2);
  auth.time.nowMs += 1;
  expect(await use(auth, unused)).toBe("TOKEN_EXPIRED");
  expect(await sessionsOf()).toBe(1);
  expect(await use(auth, used)).toMatch(/^[\w-]{43}$/);
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
