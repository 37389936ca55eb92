/** Mails with links, from asking for one to what its click does, against a real mail server. */
import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { runCommand } from "../support/foyer-process.ts";
import type { FoyerProcess } from "../support/foyer-process.ts";
import { linkIn } from "../support/mail-server.ts";
import { test } from "../support/mail-test.ts";
import { expect, hydrated, open } from "../support/site-test.ts";

const password = "correct horse";
const other = "battery staple";

type Answer = Record<string, string> & { users?: Record<string, unknown>[] };

let calls = 0;

/** A call of the auth service as somebody elsewhere makes it. */
async function call(origin: string, verb: string, body: object): Promise<Answer> {
  calls += 1;
  const response = await fetch(
    `${origin}/identitytoolkit.googleapis.com/${verb}?key=foyer-embedded`,
    {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "X-Forwarded-For": `172.16.${Math.floor(Math.random() * 256)}.${calls}`,
      },
      body: JSON.stringify(body),
    },
  );
  const answer = (await response.json()) as Answer;
  expect(response.status, JSON.stringify(answer)).toBe(200);
  return answer;
}

let made = 0;
function newEmail(name = "p"): string {
  made += 1;
  return `${name}${process.pid}-${Date.now()}-${made}@example.com`;
}

async function signUp(origin: string, email = newEmail()) {
  const body = { email, password, returnSecureToken: true };
  const { idToken = "" } = await call(origin, "v1/accounts:signUp", body);
  return { email, idToken };
}

async function signIn(origin: string, email: string, secret = password): Promise<Answer> {
  const body = { email, password: secret, returnSecureToken: true };
  return call(origin, "v1/accounts:signInWithPassword", body);
}

/** An account whose e-mail is proved, without a mail: addresses get one a minute. */
async function createVerified(foyer: FoyerProcess): Promise<{ email: string; idToken: string }> {
  const email = newEmail();
  const { output } = await runCommand(foyer.dataDir, "user", "create", email);
  const oobCode = new URL(linkIn({ text: output })).searchParams.get("oobCode");
  await call(foyer.origin, "v1/accounts:resetPassword", { oobCode, newPassword: password });
  const { idToken = "" } = await signIn(foyer.origin, email);
  return { email, idToken };
}

const title = (page: Page) => page.getByRole("heading", { level: 1 });
const account = (page: Page) => page.getByRole("button", { name: /^Account of / });

/** As from the mail: the code is gone from the address as soon as the page is there. */
async function openLink(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await hydrated(page);
  await expect(page).toHaveURL(`${new URL(link).origin}/forgot-password`);
}

async function signInByPanel(page: Page, secret: string): Promise<void> {
  await page.getByLabel("Password", { exact: true }).fill(secret);
  await page.getByLabel("Password", { exact: true }).press("Enter");
}

test("a forgotten password is set anew by the link of a mail, which works once @smoke @long", async ({
  page,
  foyer,
  mails,
  watch,
}) => {
  const { email } = await signUp(foyer.origin);
  await open(page, "/about");
  await page.getByRole("banner").getByRole("button", { name: "Sign in" }).click();
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("link", { name: "Forgot password" }).click();
  await expect(title(page)).toHaveText("Forgot password");
  expect(page.url()).toBe(`${foyer.origin}/forgot-password`);
  await expect(page.getByLabel("E-mail")).toHaveValue(email);
  await page.getByLabel("E-mail").press("Enter");
  await expect(title(page)).toHaveText("Look into your mail");
  await expect(title(page)).toBeFocused();

  const link = linkIn(await mails.take(email));
  const code = new URL(link).searchParams.get("oobCode")!;
  const sent: string[] = [];
  page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
  await openLink(page, link);
  await expect(title(page)).toHaveText("Set a new password");
  await expect(page).toHaveTitle(/^Set a new password · /);
  await expect(page.getByLabel("Account")).toHaveValue(email);
  // A reload is no new visit.
  await page.reload();
  await expect(title(page)).toHaveText("Set a new password");
  await page.getByLabel("New password").fill("12345");
  await page.getByRole("button", { name: "Set this password" }).click();
  await expect(page.getByText("Use at least 6 characters.")).toBeVisible();
  await page.getByLabel("New password").fill(other);
  await page.getByLabel("New password").press("Enter");
  await expect(title(page)).toHaveText("Your new password is set");
  await expect(title(page)).toBeFocused();
  await expect(account(page)).toHaveCount(0);
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByLabel("E-mail")).toHaveValue(email);
  await signInByPanel(page, other);
  await expect(page.getByRole("dialog").getByText("username")).toBeVisible();

  const elsewhere = sent.filter(
    (request) => request.includes(code) && !/accounts:resetPassword/.test(request),
  );
  // The page itself, once; its reload has the code no more.
  expect(elsewhere).toEqual([expect.stringMatching(/^\S+\/forgot-password\?mode=/)]);
  expect(foyer.logs()).not.toContain(code);
  expect(foyer.logs()).not.toContain(email);

  watch.expectFault(/status of 400/);
  await openLink(page, link);
  await expect(page.getByText("This link has been used already, or is not whole.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send the link" })).toBeVisible();
});

test("who has no account gets the same answer and no mail", async ({ page, mails }) => {
  const email = newEmail("nobody");
  await open(page, "/forgot-password");
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByText("Enter your e-mail.")).toBeVisible();
  await page.getByLabel("E-mail").fill("nobody");
  await page.getByLabel("E-mail").press("Enter");
  await expect(page.getByText("This is not an e-mail address.")).toBeVisible();
  await expect(page.getByLabel("E-mail")).toBeFocused();
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("E-mail").press("Enter");
  await expect(page.getByRole("main")).toContainText(
    `If ${email} has an account here, a mail with a link is on its way.`,
  );
  expect(mails.received.flatMap(({ to }) => to)).not.toContain(email);
});

test("an e-mail is confirmed by a click, not by opening the link", async ({
  page,
  foyer,
  mails,
}) => {
  const { email, idToken } = await signUp(foyer.origin);
  await call(foyer.origin, "v1/accounts:sendOobCode", { requestType: "VERIFY_EMAIL", idToken });
  const isVerified = async () => {
    const { users } = await call(foyer.origin, "v1/accounts:lookup", { idToken });
    return users?.[0]?.["emailVerified"];
  };
  await openLink(page, linkIn(await mails.take(email)));
  await expect(title(page)).toHaveText("Confirm your e-mail");
  await expect(page.getByRole("main")).toContainText(email);
  expect(await isVerified()).toBe(false);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(title(page)).toHaveText("Your e-mail is confirmed");
  expect(await isVerified()).toBe(true);
});

test("an e-mail is changed by the new address, and taken back by the old one", async ({
  page,
  foyer,
  mails,
}) => {
  const { email, idToken } = await createVerified(foyer);
  const newAddress = newEmail("new");
  await call(foyer.origin, "v1/accounts:sendOobCode", {
    requestType: "VERIFY_AND_CHANGE_EMAIL",
    idToken,
    newEmail: newAddress,
  });
  await openLink(page, linkIn(await mails.take(newAddress)));
  await expect(page.getByRole("main")).toContainText(newAddress);
  await page.getByRole("button", { name: "Change to this e-mail" }).click();
  await expect(title(page)).toHaveText("Your e-mail is changed");
  await signIn(foyer.origin, newAddress);

  const notice = await mails.take(email);
  expect(notice.text).toContain(newAddress);
  await openLink(page, linkIn(notice));
  await expect(page.getByRole("main")).toContainText(email);
  await page.getByRole("button", { name: "Take it back" }).click();
  await expect(title(page)).toHaveText("Your e-mail is back");
  await page.getByRole("button", { name: "Set a new password" }).click();
  await expect(page.getByText("A mail with a link to set a new password")).toBeVisible();
  const oobCode = new URL(linkIn(await mails.take(email))).searchParams.get("oobCode");
  await call(foyer.origin, "v1/accounts:resetPassword", { oobCode, newPassword: other });
  await signIn(foyer.origin, email, other);
});

test("one signs in by a link, at once where it was asked for, elsewhere by the address @long", async ({
  page,
  foyer,
  mails,
  browser,
}) => {
  const set = "auth config set signIn.email.passwordRequired false".split(" ");
  expect(await runCommand(foyer.dataDir, ...set)).toMatchObject({ code: 0 });
  await open(page, "/Settings");
  // What the site says it offers may be some seconds old.
  await expect(async () => {
    await page.reload();
    const offer = page.getByRole("button", { name: "E-mail me a sign-in link" });
    await expect(offer).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 20_000 });
  const ask = async (email: string) => {
    await page.getByLabel("E-mail").fill(email);
    await page.getByRole("button", { name: "E-mail me a sign-in link" }).click();
    await expect(page.getByText(`If ${email} may sign in here`)).toBeVisible();
    return linkIn(await mails.take(email));
  };
  const { email } = await signUp(foyer.origin);
  const another = await signUp(foyer.origin);
  const first = await ask(email);
  const context = await browser.newContext({ baseURL: foyer.origin });
  const elsewhere = await context.newPage();
  await openLink(elsewhere, first);
  await elsewhere.getByLabel("E-mail").fill(another.email);
  await elsewhere.getByLabel("E-mail").press("Enter");
  await expect(elsewhere.getByText("The mail was not sent to this address")).toBeVisible();
  await elsewhere.getByLabel("E-mail").fill(email);
  await elsewhere.getByRole("button", { name: "Sign in" }).last().click();
  await expect(elsewhere).toHaveURL(`${foyer.origin}/Settings`);
  await expect(elsewhere).toHaveTitle(/^Settings/);
  await context.close();

  await page.getByRole("button", { name: "Back" }).click();
  await page.goto(await ask(another.email));
  await expect(page).toHaveURL(`${foyer.origin}/Settings`);
  await expect(page.getByRole("dialog").or(account(page))).toBeVisible();
});

test("the second step asks for six digits until they are right @long", async ({
  page,
  foyer,
  watch,
}) => {
  const { email, idToken } = await createVerified(foyer);
  const totp = await enrolSecondFactor(foyer.origin, idToken);
  watch.expectFault(/status of 400/);
  await open(page, "/Settings");
  await page.getByLabel("E-mail").fill(email);
  await signInByPanel(page, password);
  const field = page.getByLabel("Code of your authenticator app");
  await expect(field).toBeFocused();
  await field.fill("12");
  await field.press("Enter");
  await expect(page.getByText("Type the six digits")).toBeVisible();
  const right = totp.generate({ timestamp: Date.now() + 30_000 });
  const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, "0");
  await field.fill(wrong);
  await expect(page.getByText("This code is not right.")).toBeVisible();
  await expect(field).toHaveValue("");
  await expect(field).toBeFocused();
  // As apps show it, in two groups; the last digit sends it.
  await field.fill(`${right.slice(0, 3)} ${right.slice(3)}`);
  await expect(page.getByRole("dialog").or(account(page))).toBeVisible();
});

async function enrolSecondFactor(origin: string, idToken: string): Promise<TOTP> {
  type Started = { totpSessionInfo: { sharedSecretKey: string; sessionInfo: string } };
  const started = (await call(origin, "v2/accounts/mfaEnrollment:start", {
    idToken,
    totpEnrollmentInfo: {},
  })) as unknown as Started;
  const { sharedSecretKey, sessionInfo } = started.totpSessionInfo;
  const totp = new TOTP({ secret: Secret.fromBase32(sharedSecretKey) });
  await call(origin, "v2/accounts/mfaEnrollment:finalize", {
    idToken,
    displayName: "Phone",
    totpVerificationInfo: { sessionInfo, verificationCode: totp.generate() },
  });
  return totp;
}

test("a link that is not whole says so, and what to do", async ({ page, foyer, watch }) => {
  for (const query of ["?mode=resetPassword", "?mode=other&oobCode=x", "?oobCode=x"]) {
    await openLink(page, `${foyer.origin}/forgot-password${query}`);
    await expect(page.getByText("This link is not whole.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Send the link" })).toBeVisible();
  }
  watch.expectFault(/status of 400/);
  await openLink(page, `${foyer.origin}/forgot-password?mode=verifyEmail&oobCode=wrong`);
  await expect(title(page)).toHaveText("This link does not work any more");
  await expect(page.getByRole("main")).toContainText("sign in and ask for a new mail");
});

test("the page is there without scripts and says that it needs them", async ({
  browser,
  foyer,
}) => {
  const context = await browser.newContext({ baseURL: foyer.origin, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/forgot-password");
  await expect(title(page)).toHaveText("Forgot password");
  await expect(page.locator("main noscript p")).toHaveText(/^This needs JavaScript/);
  await expect(page.getByRole("button", { name: "Send the link" })).toBeHidden();
  expect(await page.locator("meta[name=robots][content=noindex]").count()).toBeGreaterThan(0);
  await context.close();
});

test("nothing of the auth service is loaded before the form is sent", async ({ page, foyer }) => {
  const urls: string[] = [];
  page.on("request", (request) => urls.push(request.url()));
  await open(page, "/forgot-password");
  await page.getByLabel("E-mail").fill("ada@example.com");
  await page.waitForLoadState("networkidle");
  expect(urls.length).toBeGreaterThan(0);
  expect(urls.filter((url) => /-sdk-|\/room-.*js|opened-link|init\.json/.test(url))).toEqual([]);
  expect(urls.filter((url) => !url.startsWith(foyer.origin) && !url.startsWith("data:"))).toEqual(
    [],
  );
});
