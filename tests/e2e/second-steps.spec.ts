/** Settings' ways into an account, and signing in by them: passkey, authenticator app, recovery code, and where else. */
import type { Browser, Page } from "@playwright/test";
import { openAuthenticator } from "../support/auth-authenticator.ts";
import { violationsOf } from "../support/axe.ts";
import { runCommand } from "../support/foyer-process.ts";
import type { FoyerProcess } from "../support/foyer-process.ts";
import { linkIn } from "../support/mail-server.ts";
import {
  askToSignOut,
  account,
  dialog,
  newEmail,
  password,
  signIn,
} from "../support/sign-in-steps.ts";
import { expect, hydrated, open, test } from "../support/site-test.ts";

/** An account whose e-mail is proved: by the link of an admin, or in Firebase's console. */
async function createVerified(foyer: FoyerProcess): Promise<string> {
  const email = newEmail();
  if (foyer.standIn !== undefined) {
    const known = { email, emailVerified: true, password, displayName: "Ada" };
    await foyer.standIn.console.createAccount(known);
    return email;
  }
  const { output } = await runCommand(foyer.dataDir, "user", "create", email, "--name", "Ada");
  const oobCode = new URL(linkIn({ text: output })).searchParams.get("oobCode");
  const answer = await fetch(
    `${foyer.origin}/identitytoolkit.googleapis.com/v1/accounts:resetPassword?key=foyer-embedded`,
    {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ oobCode, newPassword: password }),
    },
  );
  expect(answer.status).toBe(200);
  return email;
}

const part = (page: Page, title: string) => page.getByRole("region", { name: title, exact: true });

async function openSecurity(page: Page, email: string): Promise<void> {
  await open(page, "/Settings#security");
  await signIn(page, email);
  await expect(part(page, "Password")).toBeVisible();
}

async function signOut(page: Page): Promise<void> {
  await account(page).click();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(account(page)).toBeHidden();
}

/** A keeper of passkeys in the browser, which knows the person's finger. */
async function plugInAuthenticator(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async keys() {
      const { credentials } = await cdp.send("WebAuthn.getCredentials", { authenticatorId });
      return credentials;
    },
    /** Whether the person answers at once, fields that offer passkeys too, or not at all. */
    async answers(enabled: boolean) {
      await cdp.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
    },
    async add(credential: Awaited<ReturnType<typeof this.keys>>[number]) {
      await cdp.send("WebAuthn.addCredential", { authenticatorId, credential });
    },
  };
}

async function openElsewhere(browser: Browser, foyer: FoyerProcess): Promise<Page> {
  const context = await browser.newContext({ baseURL: foyer.origin });
  const page = await context.newPage();
  await page.goto("/Settings#security");
  await hydrated(page);
  return page;
}

test("a passkey is added, signs in, and opens nothing once it is removed @long", async ({
  page,
  foyer,
  watch,
}) => {
  const email = await createVerified(foyer);
  const keeper = await plugInAuthenticator(page);
  await openSecurity(page, email);
  const passkeys = part(page, "Passkeys");
  await passkeys.getByRole("button", { name: "Add a passkey" }).click();
  await expect(passkeys.getByRole("listitem")).toHaveCount(1);
  const [key] = await keeper.keys();
  expect(key).toMatchObject({ isResidentCredential: true, rpId: "localhost" });
  // The same keeper makes no second one.
  await passkeys.getByRole("button", { name: "Add a passkey" }).click();
  await expect(passkeys.getByRole("alert")).toContainText("has a passkey for your account already");
  await passkeys.getByRole("button", { name: /^Rename/ }).click();
  await passkeys.getByLabel("Name").fill("My laptop");
  await passkeys.getByLabel("Name").press("Enter");
  await expect(passkeys).toContainText("My laptop");
  await expect(passkeys.getByRole("button", { name: "Rename My laptop" })).toBeFocused();

  // The field of the e-mail offers it, and the person takes it.
  // The field's own offer is answered at once.
  await askToSignOut(page);
  await expect(passkeys).toContainText("last used today");
  await passkeys.getByRole("button", { name: "Remove My laptop" }).click();
  expect(await violationsOf(page)).toEqual([]);
  await dialog(page).getByRole("button", { name: "Remove" }).click();
  await expect(passkeys).toContainText("None yet.");

  // A keeper that did not hear of it, or a stolen copy.
  if ((await keeper.keys()).length === 0) await keeper.add(key!);
  await keeper.answers(false);
  await signOut(page);
  watch.expectFault(/status of 403/);
  await expect(page.getByRole("button", { name: "Use a passkey" })).toBeVisible();
  await keeper.answers(true);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByText("This passkey was not accepted.")).toBeVisible();
});

test("an authenticator app is asked for; a recovery code stands in for it, once @embedded", async ({
  page,
  foyer,
  watch,
}) => {
  const email = await createVerified(foyer);
  await openSecurity(page, email);
  const step = part(page, "Two-step sign-in");
  await step.getByRole("button", { name: "Set up two-step sign-in" }).click();
  await expect(step.getByRole("img", { name: /QR code/ })).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  const secret = (await step.locator("code").textContent()) ?? "";
  const app = openAuthenticator(secret.replaceAll(" ", ""));
  watch.expectFault(/status of 400/);
  await step.getByLabel(/^Code/).fill("000000");
  await step.getByRole("button", { name: "Switch two-step sign-in on" }).click();
  await expect(step.getByText("This code is not right.")).toBeVisible();
  await step.getByLabel(/^Code/).fill(app.code());
  await step.getByRole("button", { name: "Switch two-step sign-in on" }).click();
  const codes = step.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  const [first = "", second = ""] = await codes.allTextContents();
  const saved = page.waitForEvent("download");
  await step.getByRole("button", { name: "Save as a file" }).click();
  expect((await saved).suggestedFilename()).toBe("recovery-codes-localhost.txt");
  await step.getByRole("button", { name: "I have kept them" }).click();

  await signOut(page);
  await signIn(page, email);
  await page.getByLabel(/^Code of your/).fill(app.code());
  await expect(part(page, "Recovery codes")).toContainText("10 left");
  const useCode = async (code: string) => {
    await signOut(page);
    await signIn(page, email);
    await page.getByRole("button", { name: "Use a recovery code" }).click();
    await page.getByLabel("Recovery code").fill(code);
    await page.getByLabel("Recovery code").press("Enter");
  };
  await useCode(first);
  await expect(part(page, "Recovery codes")).toContainText("9 left");
  watch.expectFault(/status of 403/);
  await useCode(first);
  await expect(page.getByText("none of your unused recovery codes")).toBeVisible();
  await page.getByLabel("Recovery code").fill(second.toLowerCase().replaceAll("-", " "));
  await page.getByLabel("Recovery code").press("Enter");
  await expect(part(page, "Recovery codes")).toContainText("8 left");

  // Whoever lost the app takes the step away by such a sign-in.
  await step.getByRole("button", { name: "Remove Authenticator app" }).click();
  await dialog(page).getByRole("button", { name: "Remove" }).click();
  await expect(step).toContainText("Off.");
  await expect(part(page, "Recovery codes")).toBeHidden();
});

test("a session that is ended from another browser is signed out there within 5 s @embedded @long", async ({
  browser,
  page,
  foyer,
}) => {
  const email = await createVerified(foyer);
  const elsewhere = await openElsewhere(browser, foyer);
  await signIn(elsewhere, email);
  await expect(part(elsewhere, "Password")).toBeVisible();
  await openSecurity(page, email);
  const sessions = part(page, "Where you are signed in");
  await expect(sessions.getByRole("listitem")).toHaveCount(2);
  await expect(sessions.getByRole("listitem").first()).toContainText("this one");
  await sessions.getByRole("button", { name: /^Sign out Chrome/ }).click();
  await expect(sessions.getByRole("listitem")).toHaveCount(1);
  await expect(elsewhere.getByText("You were signed out")).toBeVisible({ timeout: 5000 });

  // A new password signs out everybody else, too.
  await signIn(elsewhere, email);
  await expect(part(elsewhere, "Password")).toBeVisible();
  const form = part(page, "Password");
  await form.getByRole("button", { name: "Change password" }).click();
  await form.getByLabel("Current password").fill(password);
  await form.getByLabel("New password").fill("another battery staple");
  await form.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password changed.")).toBeVisible();
  await expect(elsewhere.getByText("You were signed out")).toBeVisible({ timeout: 5000 });
  await elsewhere.context().close();

  await sessions.getByRole("button", { name: "Sign out everywhere" }).click();
  await dialog(page).getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page.getByLabel("E-mail")).toBeVisible();
  await expect(page.getByText("You were signed out")).toBeHidden();
});
