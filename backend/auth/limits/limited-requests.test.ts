import { setImmediate } from "node:timers/promises";
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

test("a stranger's guesses keep the owner out neither where the owner has signed in before nor for long elsewhere", async () => {
  await using auth = await openAuth({
    limits: { ...DEFAULT_LIMITS, signInDelayPerEmail: { free: 2, firstMs: 5000, maxMs: 900_000 } },
  });
  const email = "ada@example.com";
  await auth.call("signUp", { email, password: PASSWORD }, "2001:db8::1");
  const guess = (client: string) => auth.signIn(email, "wrong", client);
  for (const client of ["198.51.100.1", "198.51.100.2"]) {
    expect((await guess(client)).body.error.message).toBe("INVALID_LOGIN_CREDENTIALS");
  }
  const stopped = await guess("198.51.100.3");
  expect(stopped.body.error.message).toMatch(/^TOO_MANY_ATTEMPTS_TRY_LATER/);
  expect(stopped.headers.get("retry-after")).toBe("5");
  // Nobody learns from it whether there is such an account.
  for (const client of ["198.51.100.1", "198.51.100.2"]) {
    await auth.signIn("nobody@example.com", "wrong", client);
  }
  const unknown = await auth.signIn("nobody@example.com", "wrong", "198.51.100.3");
  expect([unknown.text, unknown.headers.get("retry-after")]).toEqual([stopped.text, "5"]);

  const elsewhere = await auth.signIn(email, PASSWORD, "203.0.113.9");
  expect(elsewhere.body.error.message).toMatch(/^TOO_MANY/);
  // From the home network, though with another address in it; which also ends the waits of others.
  expect((await auth.signIn(email, PASSWORD, "2001:db8::2")).status).toBe(200);
  expect((await auth.signIn(email, PASSWORD, "203.0.113.9")).status).toBe(200);
});

test("a network whose sessions were ended is no known one any more", async () => {
  await using auth = await openAuth({
    limits: { ...DEFAULT_LIMITS, signInDelayPerEmail: { free: 1, firstMs: 5000, maxMs: 5000 } },
  });
  const email = "ada@example.com";
  const stranger = "198.51.100.1";
  const { localId } = (await auth.call("signUp", { email, password: PASSWORD }, stranger)).body;
  await auth.signIn(email, "wrong", "203.0.113.9");
  const guess = async () => (await auth.signIn(email, "wrong", stranger)).body.error.message;
  expect(await guess()).toBe("INVALID_LOGIN_CREDENTIALS");
  auth.time.nowMs += 1000;
  await auth.admin(":update", { localId, validSince: Math.floor(auth.time.nowMs / 1000) });
  expect(await guess()).toMatch(/^TOO_MANY/);
});

test("from a known network, too, guesses are counted", async () => {
  await using auth = await openAuth({ limits: DEFAULT_LIMITS });
  await auth.signUp("ada@example.com");
  for (let index = 0; index < 3; index += 1) await auth.signIn("ada@example.com", "wrong");
  const stopped = await auth.signIn("ada@example.com", PASSWORD);
  expect(stopped.body.error.message).toMatch(/^TOO_MANY/);
  expect(stopped.headers.get("retry-after")).toBe("5");
});

test("codes that are none are counted per network, right ones are not", async () => {
  const codesPerNetwork = limit(2);
  await using auth = await openAuth({
    limits: { ...DEFAULT_LIMITS, codesPerNetwork },
    actionUrl: () => "https://site.test/forgot-password",
  });
  await auth.admin("", { email: "ada@example.com" });
  const body = { requestType: "PASSWORD_RESET", email: "ada@example.com", returnOobLink: true };
  const { oobCode } = (await auth.admin(":sendOobCode", body)).body;
  for (let index = 0; index < 5; index += 1) {
    expect((await auth.call("resetPassword", { oobCode })).status).toBe(200);
  }
  const guess = async () => (await auth.call("update", { oobCode: "x" })).body.error.message;
  expect([await guess(), await guess()]).toEqual(["INVALID_OOB_CODE", "INVALID_OOB_CODE"]);
  expect(await guess()).toMatch(/^TOO_MANY_ATTEMPTS_TRY_LATER/);
});

test("mails are held back for known and unknown addresses alike, and say until when", async () => {
  const sent: string[] = [];
  await using auth = await openAuth({
    limits: DEFAULT_LIMITS,
    actionUrl: () => "https://site.test/forgot-password",
    mailer: {
      send: ({ to }) => Promise.resolve(void sent.push(to)),
      forget: () => Promise.resolve(),
    },
  });
  await auth.admin("", { email: "ada@example.com" });
  const ask = (email: string) => auth.call("sendOobCode", { requestType: "PASSWORD_RESET", email });
  for (const email of ["ada@example.com", "nobody@example.com"]) {
    expect((await ask(email)).status).toBe(200);
    const held = await ask(email);
    expect(held.body.error.message).toMatch(/^TOO_MANY_ATTEMPTS_TRY_LATER/);
    expect(held.headers.get("retry-after")).toBe("60");
  }
  expect(sent).toEqual(["ada@example.com"]);
});

/** With the mails that have gone to each address. */
async function openWithMails(limits: Partial<typeof DEFAULT_LIMITS> = {}) {
  const sent: string[] = [];
  const logged: unknown[] = [];
  const note = (...facts: unknown[]) => void logged.push(...facts);
  const auth = await openAuth({
    limits: { ...DEFAULT_LIMITS, ...limits },
    log: { info: note, warn: note, error: note },
    actionUrl: () => "https://site.test/forgot-password",
    mailer: {
      send: ({ to, kind }) => Promise.resolve(void sent.push(`${kind} ${to}`)),
      forget: () => Promise.resolve(),
    },
  });
  let networks = 0;
  return {
    ...auth,
    logged,
    /** Each from a network of its own. */
    async ask(requestType: string, fields: object): Promise<string> {
      const client = `10.0.${networks >> 8}.${networks++ & 255}`;
      const body = { requestType, continueUrl: "https://site.test/", ...fields };
      const answer = await auth.call("sendOobCode", body, client);
      return answer.body?.error?.message ?? "done";
    },
    async sentNow(): Promise<string[]> {
      await setImmediate();
      await setImmediate();
      return sent.splice(0);
    },
  };
}

test("however many strangers ask about nobody and about others, who has been here or proved the address gets the mail", async () => {
  await using auth = await openWithMails({ mailsToNewcomers: limit(3) });
  const { localId } = (await auth.admin("", { email: "old@example.com" })).body;
  await auth.admin("", { email: "other@example.com" });
  auth.time.nowMs += 24 * HOUR_MS;
  await auth.admin("", { email: "proved@example.com", emailVerified: true });
  await auth.admin("", { email: "new@example.com" });
  for (const kind of ["PASSWORD_RESET", "EMAIL_SIGNIN"]) {
    for (const email of ["other@example.com", "n1@example.com", "n2@example.com"]) {
      expect(await auth.ask(kind, { email })).toBe("done");
    }
    await auth.sentNow();
    // Nobody learns from the answer who is known, nor who is new.
    for (const name of ["old", "proved", "new", "nobody"]) {
      expect(await auth.ask(kind, { email: `${name}@example.com` })).toBe("done");
    }
    expect(await auth.sentNow()).toEqual([`${kind} old@example.com`, `${kind} proved@example.com`]);
  }
  expect(JSON.stringify(auth.logged)).toContain("A mail to somebody new here was not sent");
  expect(JSON.stringify(auth.logged)).not.toContain("@example.com");
  const { idToken } = await auth.enter(localId);
  expect(await auth.ask("VERIFY_EMAIL", { idToken })).toBe("done");
});

test("who only waited for a day without proving the address has a limit of its own, and who proved it has none", async () => {
  await using auth = await openWithMails({ mailsToNewcomers: limit(1), mailsToUnproved: limit(2) });
  for (const name of ["a", "b", "c"]) await auth.admin("", { email: `${name}@example.com` });
  await auth.admin("", { email: "proved@example.com", emailVerified: true });
  auth.time.nowMs += 24 * HOUR_MS;
  await auth.ask("PASSWORD_RESET", { email: "nobody@example.com" });
  for (const name of ["a", "b", "c", "proved"]) {
    expect(await auth.ask("PASSWORD_RESET", { email: `${name}@example.com` })).toBe("done");
  }
  expect(await auth.sentNow()).toEqual([
    "PASSWORD_RESET a@example.com",
    "PASSWORD_RESET b@example.com",
    "PASSWORD_RESET proved@example.com",
  ]);
});

test("what is left for people who are new here does not tell whether an address that was asked about is known", async () => {
  await using auth = await openWithMails({ mailsToNewcomers: limit(1) });
  await auth.admin("", { email: "ada@example.com", emailVerified: true });
  await auth.admin("", { email: "new@example.com" });
  const isNewOneSent = async (): Promise<boolean> => {
    await auth.ask("PASSWORD_RESET", { email: "new@example.com" });
    return (await auth.sentNow()).includes("PASSWORD_RESET new@example.com");
  };
  for (const email of ["ada@example.com", "nobody@example.com"]) {
    expect(await auth.ask("PASSWORD_RESET", { email })).toBe("done");
    expect(await isNewOneSent(), email).toBe(false);
    auth.time.nowMs += 2 * HOUR_MS;
  }
  expect(await isNewOneSent()).toBe(true);
});

test("who is new here is told when a verification or a change of e-mail has to wait", async () => {
  await using auth = await openWithMails({ mailsToNewcomers: limit(1) });
  const [ada, bob] = [await auth.enter("ada"), await auth.enter("bob")];
  await auth.admin(":update", { localId: "ada", email: "ada@example.com" });
  await auth.admin(":update", { localId: "bob", email: "bob@example.com" });
  expect(await auth.ask("VERIFY_EMAIL", { idToken: ada.idToken })).toBe("done");
  expect(await auth.ask("VERIFY_EMAIL", { idToken: bob.idToken })).toMatch(/^TOO_MANY/);
  const carol = await auth.enter("carol");
  const proved = { localId: "carol", email: "carol@example.com", emailVerified: true };
  await auth.admin(":update", proved);
  expect(await auth.ask("VERIFY_EMAIL", { idToken: carol.idToken })).toBe("done");
  const change = (idToken: string, newEmail: string) =>
    auth.ask("VERIFY_AND_CHANGE_EMAIL", { idToken, newEmail });
  // An address that somebody has counts as one that nobody has.
  expect(await change(ada.idToken, "bob@example.com")).toBe("done");
  expect(await change(bob.idToken, "free@example.com")).toMatch(/^TOO_MANY/);
});

test("who has proved the address changes it however many strangers ask for changes, ten times a day", async () => {
  await using auth = await openWithMails({ mailsToNewcomers: limit(1) });
  await auth.enter("stranger");
  await auth.admin(":update", { localId: "stranger", email: "stranger@example.com" });
  await auth.admin("", { localId: "owner", email: "owner@example.com", emailVerified: true });
  const change = async (localId: string, newEmail: string) =>
    auth.ask("VERIFY_AND_CHANGE_EMAIL", { idToken: (await auth.enter(localId)).idToken, newEmail });
  expect(await change("stranger", "n@example.com")).toBe("done");
  expect(await change("stranger", "m@example.com")).toMatch(/^TOO_MANY/);
  for (let index = 0; index < 10; index += 1) {
    expect(await change("owner", `new-${index}@example.com`)).toBe("done");
  }
  expect(await change("owner", "new-10@example.com")).toMatch(/^TOO_MANY/);
});

test("who asks to change to an owner's address keeps no mail from the owner", async () => {
  await using auth = await openWithMails();
  await auth.admin("", { email: "owner@example.com", emailVerified: true });
  await auth.enter("stranger");
  await auth.admin(":update", { localId: "stranger", email: "stranger@example.com" });
  for (let minute = 0; minute < 30; minute += 1) {
    const { idToken } = await auth.enter("stranger");
    await auth.ask("VERIFY_AND_CHANGE_EMAIL", { idToken, newEmail: "owner@example.com" });
    auth.time.nowMs += 60_000;
  }
  expect(await auth.sentNow()).toEqual([]);
  for (const kind of ["PASSWORD_RESET", "EMAIL_SIGNIN"]) {
    expect(await auth.ask(kind, { email: "owner@example.com" })).toBe("done");
    expect(await auth.sentNow()).toEqual([`${kind} owner@example.com`]);
  }
});
