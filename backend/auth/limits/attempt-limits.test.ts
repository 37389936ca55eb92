import { expect, test } from "vitest";
import { DEFAULT_LIMITS } from "./attempt-limits.ts";
import { PASSWORD, openAuth } from "../testing/open-auth.ts";

const HOUR_MS = 3_600_000;
const limit = (count: number) => ({ count, windowMs: HOUR_MS });

test("wrong passwords are stopped, per e-mail and network, and let on again with time", async () => {
  await using auth = await openAuth({
    limits: { ...DEFAULT_LIMITS, signInsPerEmailAndNetwork: limit(3) },
  });
  await auth.signUp("ada@example.com");
  const guess = (client: string, email = "ada@example.com") => auth.signIn(email, "wrong", client);
  for (let index = 0; index < 3; index += 1) {
    expect((await guess("2001:db8::1")).body.error.message).toBe("INVALID_LOGIN_CREDENTIALS");
  }
  const stopped = await auth.signIn("ada@example.com", PASSWORD, "2001:db8::ffff");
  expect(stopped.status).toBe(400);
  expect(stopped.body.error.message).toMatch(/^TOO_MANY_ATTEMPTS_TRY_LATER/);
  expect(stopped.headers.get("retry-after")).toBe("1200");
  expect((await auth.signIn("ada@example.com", PASSWORD, "192.0.2.9")).status).toBe(200);
  expect((await guess("2001:db8::1", "bob@example.com")).body.error.message).toBe(
    "INVALID_LOGIN_CREDENTIALS",
  );
  auth.time.nowMs += 1_200_000;
  expect((await auth.signIn("ada@example.com", PASSWORD, "2001:db8::1")).status).toBe(200);
  expect((await guess("2001:db8::1")).body.error.message).toBe("INVALID_LOGIN_CREDENTIALS");
  expect((await guess("2001:db8::1")).body.error.message).toMatch(/^TOO_MANY/);
});

test("guesses at the same moment are all counted", async () => {
  await using auth = await openAuth({
    limits: { ...DEFAULT_LIMITS, signInsPerEmailAndNetwork: limit(3) },
  });
  await auth.signUp("ada@example.com");
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => auth.signIn("ada@example.com", "wrong")),
  );
  const tried = answers.filter(({ text }) => text.includes("INVALID_LOGIN_CREDENTIALS"));
  expect(tried).toHaveLength(3);
});

test("guesses from many networks are stopped per e-mail, guesses at many e-mails per network", async () => {
  await using auth = await openAuth({
    limits: { ...DEFAULT_LIMITS, signInsPerEmail: limit(4), signInsPerNetwork: limit(5) },
  });
  const stopped = async (email: string, client: string): Promise<boolean> =>
    (await auth.signIn(email, "wrong", client)).text.includes("TOO_MANY");
  for (let index = 0; index < 4; index += 1) {
    expect(await stopped("ada@example.com", `192.0.2.${index}`)).toBe(false);
  }
  expect(await stopped("ada@example.com", "192.0.2.99")).toBe(true);
  for (let index = 0; index < 5; index += 1) {
    expect(await stopped(`bob${index}@example.com`, "198.51.100.1")).toBe(false);
  }
  expect(await stopped("carol@example.com", "198.51.100.1")).toBe(true);
});

test("sign-ins that succeed never count", async () => {
  await using auth = await openAuth({
    limits: {
      ...DEFAULT_LIMITS,
      signInsPerEmailAndNetwork: limit(2),
      signInsPerEmail: limit(2),
      signInsPerNetwork: limit(2),
    },
  });
  await auth.signUp("ada@example.com");
  for (let index = 0; index < 6; index += 1) {
    expect((await auth.signIn("ada@example.com")).status).toBe(200);
  }
});

test("sign-ups are limited per network, and looking for taken e-mails counts as one", async () => {
  await using auth = await openAuth({ limits: { ...DEFAULT_LIMITS, signUpsPerNetwork: limit(3) } });
  const signUp = async (email: string, client?: string): Promise<string> =>
    (await auth.call("signUp", { email, password: PASSWORD }, client)).body.error?.message ??
    "made";
  expect(await signUp("ada@example.com")).toBe("made");
  expect(await signUp("ada@example.com")).toBe("EMAIL_EXISTS");
  expect(await signUp("bob@example.com")).toBe("made");
  expect(await signUp("carol@example.com")).toMatch(/^TOO_MANY_ATTEMPTS_TRY_LATER/);
  expect(await signUp("carol@example.com", "192.0.2.9")).toBe("made");
  auth.time.nowMs += HOUR_MS;
  expect(await signUp("dave@example.com")).toBe("made");
});

test("a look-up and a refresh are never stopped by a limit", async () => {
  await using auth = await openAuth({
    limits: {
      signInsPerEmailAndNetwork: limit(1),
      signInsPerEmail: limit(1),
      signInsPerNetwork: limit(1),
      signUpsPerNetwork: limit(1),
    },
  });
  const { idToken, refreshToken } = await auth.signUp("ada@example.com");
  await auth.signIn("ada@example.com", "wrong");
  for (let index = 0; index < 20; index += 1) {
    expect((await auth.call("lookup", { idToken })).status).toBe(200);
    expect((await auth.refresh(refreshToken)).status).toBe(200);
  }
});
