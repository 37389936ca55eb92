import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, expect, test } from "vitest";
import { type Json, PASSWORD, openAuth, payloadOf } from "../testing/open-auth.ts";
import { AUDIT_LIMITS } from "./audit-events.ts";

const auth = await openAuth({ nowMs: 1_800_000_000_000 });
afterAll(() => auth[Symbol.asyncDispose]());

const events = async (query: string): Promise<Json> =>
  (await auth.adminAsk("GET", `auditEvents?${query}`)).body;
const add = (uid: string | null, kind = "x") =>
  auth.sqlite.write("auth.addAuditEvent", {
    event: { kind, uid, actor: "server", network: null },
    nowMs: auth.time.nowMs,
  });

test("what happens to an account is written down, with who did it and without secrets", async () => {
  const here = await auth.signUp("ada@example.com");
  const uid = here.localId;
  await auth.signIn("ada@example.com", PASSWORD, "198.51.100.7");
  await auth.signIn("ada@example.com", "wrong", "198.51.100.7");
  auth.time.nowMs += 1000;
  const newPassword = `other ${PASSWORD}`;
  const { body: changed } = await auth.call("update", {
    idToken: here.idToken,
    password: newPassword,
    returnSecureToken: true,
  });
  await auth.admin(":update", { localId: uid, customAttributes: '{"editor":true}' });
  await auth.admin(":update", { localId: uid, disableUser: true });
  await auth.admin(":update", { localId: uid, disableUser: false, email: "bea@example.com" });
  await auth.enter(uid);
  const { sessions } = (await auth.adminAsk("GET", `accounts/${uid}/sessions`)).body;
  await auth.adminAsk("DELETE", `accounts/${uid}/sessions/${sessions[0].sessionId}`);
  await auth.admin(":delete", { localId: uid });

  const { auditEvents } = await events(`uid=${uid}`);
  const told = auditEvents.toReversed().map(({ kind, actor, network }: Json) => {
    return [kind, actor.replace(uid, "ada"), network];
  });
  expect(told).toEqual([
    ["signed-up", "uid:ada", "192.0.2.1"],
    ["signed-in", "uid:ada", "198.51.100.7"],
    ["password-changed", "uid:ada", "192.0.2.1"],
    ["claims-changed", "server", undefined],
    ["disabled", "server", undefined],
    ["email-changed", "server", undefined],
    ["enabled", "server", undefined],
    ["signed-in", "uid:ada", "192.0.2.1"],
    ["session-ended", "server", undefined],
    ["account-deleted", "server", undefined],
  ]);
  const text = JSON.stringify(auditEvents);
  for (const secret of [PASSWORD, newPassword, changed.refreshToken, changed.idToken, "argon2"]) {
    expect(text).not.toContain(secret);
  }
  expect(auditEvents[0]).toMatchObject({ time: "2027-01-15T08:00:01.000Z", uid });
});

test("a refresh is no event, nor is a change that changes nothing", async () => {
  const { refreshToken, idToken } = await auth.enter("bob");
  await auth.refresh(refreshToken);
  await auth.admin(":update", { localId: "bob", disableUser: false, displayName: "Bob" });
  await auth.call("endOtherSessions", { idToken });
  const { auditEvents } = await events("uid=bob");
  expect(auditEvents.map(({ kind }: Json) => kind)).toEqual(["signed-in", "account-created"]);
  expect(payloadOf(idToken).sub).toBe("bob");
});

test("events are read in pages, newest first, of all accounts or of one", async () => {
  for (const kind of ["1", "2", "3", "4", "5"]) await add("paged", kind);
  await add("another", "6");
  const kinds = ({ auditEvents }: Json) => auditEvents.map(({ kind }: Json) => kind).join("");
  const first = await events("uid=paged&pageSize=2");
  const second = await events(`uid=paged&pageSize=2&pageToken=${first.nextPageToken}`);
  const third = await events(`uid=paged&pageSize=2&pageToken=${second.nextPageToken}`);
  expect([first, second, third].map(kinds)).toEqual(["54", "32", "1"]);
  expect(third.nextPageToken).toBeUndefined();
  expect(kinds(await events("pageSize=2"))).toBe("65");
  for (const wrong of ["pageSize=0", "pageSize=1001", "pageSize=x", "pageToken=x"]) {
    expect((await events(wrong)).error.code, wrong).toBe(400);
  }
});

test("one account's many events push out its own oldest ones and nobody else's", async () => {
  await add("quiet");
  const { eventsOfAccount } = AUDIT_LIMITS;
  await Promise.all(Array.from({ length: eventsOfAccount + 3 }, (_, n) => add("loud", `k${n}`)));
  const newest = await events(`uid=loud&pageSize=${eventsOfAccount}`);
  const rest = await events(`uid=loud&pageToken=${newest.nextPageToken}`);
  expect([newest.auditEvents.length, rest.auditEvents]).toEqual([eventsOfAccount, []]);
  expect((await events("uid=quiet")).auditEvents).toHaveLength(1);
});

test("events end after half a year", async () => {
  await add("old");
  auth.time.nowMs += AUDIT_LIMITS.keptMs + 1;
  await Promise.all(Array.from({ length: 100 }, () => add("new")));
  expect((await events("uid=old")).auditEvents).toEqual([]);
  expect((await events("uid=new")).auditEvents).toHaveLength(100);
});

test("however often people sign up and in, what happens seldom is kept when there is no more room", async () => {
  await add("robbed", "password-changed");
  const { events: room } = AUDIT_LIMITS;
  using db = new DatabaseSync(join(auth.dir, "test.sqlite"));
  const newest = db.prepare("SELECT max(number) AS number FROM auth_audit_events").get();
  const last = Math.ceil(((newest?.["number"] as number) + room) / 1000) * 1000 - 1;
  db.prepare(`
    WITH RECURSIVE loud(number) AS (SELECT ? + 1 UNION ALL SELECT number + 1 FROM loud WHERE number < ?)
    INSERT INTO auth_audit_events
      SELECT number, ?, CASE number % 2 WHEN 0 THEN 'signed-in' ELSE 'signed-up' END, 'loud-' || (number / 100),
        'server', NULL, '{}' FROM loud
  `).run(newest?.["number"] as number, last, auth.time.nowMs);
  await add("last", "signed-in");
  const count = db.prepare("SELECT count(*) AS n FROM auth_audit_events").get();
  expect(count?.["n"]).toBe(room);
  expect((await events("uid=robbed")).auditEvents).toHaveLength(1);
  expect((await events("uid=last")).auditEvents).toHaveLength(1);
});
