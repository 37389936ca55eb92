import { afterAll, expect, test } from "vitest";
import { type Json, openAuth, payloadOf } from "../testing/open-auth.ts";
import { describeDevice } from "./describe-device.ts";

const auth = await openAuth({ nowMs: 1_800_000_000_000 });
afterAll(() => auth[Symbol.asyncDispose]());

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:149.0) Gecko/20100101 Firefox/149.0";
const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36";

async function enterFrom(uid: string, device: string, client: string): Promise<Json> {
  const token = await auth.customToken(uid);
  const { body } = await auth.send(
    "/identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken",
    {
      method: "POST",
      body: JSON.stringify({ token, returnSecureToken: true }),
      headers: { "user-agent": device },
    },
    client,
  );
  return body;
}

test("people see their sessions: device, network, times, which one is this", async () => {
  const first = await enterFrom("ada", FIREFOX, "192.0.2.1");
  auth.time.nowMs += 60_000;
  const second = await enterFrom("ada", CHROME, "198.51.100.7");
  const { body } = await auth.call("listSessions", { idToken: second.idToken });
  expect(body.sessions).toEqual([
    {
      sessionId: payloadOf(second.idToken).sid,
      device: "Chrome 147 on Windows",
      userAgent: CHROME,
      network: "198.51.100.7",
      createdAt: "2027-01-15T08:01:00.000Z",
      lastUsedAt: "2027-01-15T08:01:00.000Z",
      authTime: "2027-01-15T08:01:00.000Z",
      provider: "custom",
      secondFactor: false,
      current: true,
    },
    expect.objectContaining({
      sessionId: payloadOf(first.idToken).sid,
      device: "Firefox 149 on Linux",
      current: false,
    }),
  ]);
  auth.time.nowMs += 60_000;
  await auth.refresh(first.refreshToken);
  const admin = await auth.adminAsk("GET", "accounts/ada/sessions");
  expect(admin.body.sessions[1].lastUsedAt).toBe("2027-01-15T08:02:00.000Z");
  expect(admin.text).not.toContain("current");
  expect(admin.text).not.toContain(first.refreshToken);
});

test("people end one session or all others, and only their own", async () => {
  const [here, there, third] = [
    await auth.enter("bea"),
    await auth.enter("bea"),
    await auth.enter("bea"),
  ];
  const stranger = await auth.enter("eve");
  const sidOf = ({ idToken }: Json): string => payloadOf(idToken).sid;
  const end = (idToken: string, sessionId: string) =>
    auth.call("endSession", { idToken, sessionId });
  for (const foreign of [sidOf(there), "", "x"]) {
    expect((await end(stranger.idToken, foreign)).body.error.message).toBe("SESSION_NOT_FOUND");
  }
  expect((await end(here.idToken, sidOf(there))).status).toBe(200);
  expect((await end(here.idToken, sidOf(there))).body.error.message).toBe("SESSION_NOT_FOUND");
  expect((await auth.refresh(there.refreshToken)).body.error.message).toBe("TOKEN_EXPIRED");
  const others = await auth.call("endOtherSessions", { idToken: here.idToken });
  expect(others.body.endedCount).toBe(1);
  expect((await auth.refresh(third.refreshToken)).body.error.message).toBe("TOKEN_EXPIRED");
  expect((await auth.refresh(here.refreshToken)).status).toBe(200);
  expect((await auth.refresh(stranger.refreshToken)).status).toBe(200);
  for (const verb of ["listSessions", "endSession", "endOtherSessions"]) {
    expect((await auth.call(verb, {})).body.error.message).toBe("MISSING_ID_TOKEN");
    expect((await auth.call(verb, { idToken: "x" })).body.error.message).toBe("INVALID_ID_TOKEN");
    expect((await auth.call(verb, { idToken: there.idToken })).body.error.message).toBe(
      "TOKEN_EXPIRED",
    );
  }
});

test("administrators see and end any account's sessions", async () => {
  const ended = await auth.enter("c y%n");
  const path = `accounts/${encodeURIComponent("c y%n")}/sessions`;
  const { body } = await auth.adminAsk("GET", path);
  const [{ sessionId }] = body.sessions;
  expect((await auth.adminAsk("DELETE", `${path}/${sessionId}`)).status).toBe(200);
  expect((await auth.adminAsk("DELETE", `${path}/${sessionId}`)).status).toBe(400);
  expect((await auth.adminAsk("GET", path)).body).toEqual({ sessions: [] });
  expect((await auth.refresh(ended.refreshToken)).body.error.message).toBe("TOKEN_EXPIRED");
  const missing = await auth.adminAsk("GET", "accounts/nobody/sessions");
  expect(missing.body.error.message).toBe("USER_NOT_FOUND");
});

test("a device is described by its User-Agent, whatever that is", () => {
  const apple = (system: string, rest: string) =>
    `Mozilla/5.0 (${system}) AppleWebKit/605.1.15 (KHTML, like Gecko) ${rest}`;
  const described = {
    [`${CHROME} Edg/147.0.0.0`]: "Edge 147 on Windows",
    [`${CHROME} OPR/120.0.0.0`]: "Opera 120 on Windows",
    [apple("Macintosh; Intel Mac OS X 10_15_7", "Version/26.1 Safari/605.1.15")]:
      "Safari 26 on macOS",
    [apple("iPhone; CPU iPhone OS 19_0 like Mac OS X", "Version/19.0 Mobile/15E148 Safari/604.1")]:
      "Safari 19 on iPhone",
    [apple("iPad; CPU OS 19_0 like Mac OS X", "CriOS/147.0 Mobile/15E148 Safari/604.1")]:
      "Chrome 147 on iPad",
    "Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 Chrome/147.0.0.0 Mobile Safari/537.36":
      "Chrome 147 on Android",
    "curl/8.14.1": "curl/8.14.1",
    [`x${"y".repeat(200)}`]: `x${"y".repeat(59)}`,
    "": "Unknown device",
  };
  for (const [text, name] of Object.entries(described)) expect(describeDevice(text)).toBe(name);
  expect(describeDevice(null)).toBe("Unknown device");
});
