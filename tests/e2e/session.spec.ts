/** Signing in as a visitor does it, and what becomes of the account's record (specification §3 to §9). */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { pageAt, pages } from "#lib/pages.ts";
import { usernamePrompt } from "#lib/user-record.ts";
import { distinctPaths } from "../support/page-kinds.ts";
import type { FoyerProcess } from "../support/foyer-process.ts";
import { expect, navigateTo, open, setMotion, test } from "../support/site-test.ts";
import {
  askToSignOut,
  type Known,
  account,
  createAccount,
  dialog,
  newEmail,
  password,
  signIn,
  signInButton,
  signOut,
  signUpByDialog,
} from "../support/sign-in-steps.ts";

const tools = pages.filter((each) => each.access !== "visitor");
async function recordOf(
  foyer: FoyerProcess,
  { uid, idToken }: Known,
): Promise<Record<string, unknown>> {
  const answer = await foyer.database(`users/${uid}`, idToken);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Record<string, unknown>;
}

/** From the server, when no page of its kind was before; by client navigation, which costs a tenth, the others. */
function openOnceOfEach(page: Page, path: string): Promise<void> {
  return distinctPaths.includes(path) ? open(page, path) : navigateTo(page, path);
}

/** Every script that the page asks for from now on. */
function watchScripts(page: Page): { urls: string[] } {
  const urls: string[] = [];
  page.on("request", (request) => {
    if (/\.js$|\/__\/|identitytoolkit/.test(new URL(request.url()).pathname))
      urls.push(request.url());
  });
  return { urls };
}

async function withFirebase(urls: string[]): Promise<string[]> {
  const texts = await Promise.all(
    urls.map(async (url) => [url, await (await fetch(url)).text()] as const),
  );
  return texts
    .filter(([url, text]) => !url.endsWith(".js") || /FirebaseError|identitytoolkit/.test(text))
    .map(([url]) => url);
}

test("a visitor of the public pages downloads nothing of Firebase @embedded", async ({ page }) => {
  test.slow();
  const { urls } = watchScripts(page);
  for (const path of distinctPaths) {
    if (tools.some((tool) => tool.path === path)) continue;
    await open(page, path);
    await page.waitForLoadState("networkidle");
  }
  await navigateTo(page, "/project");
  expect(urls.length).toBeGreaterThan(0);
  expect(urls.filter((url) => /-sdk-|\/room-|init\.json/.test(url))).toEqual([]);
  expect(await withFirebase([...new Set(urls)])).toEqual([]);
});

test("a new account with a name gets exactly the specified record, and is asked nothing @smoke", async ({
  page,
  foyer,
}) => {
  const before = Date.now();
  const known = await signUpByDialog(page, " Ada Lovelace ");
  await expect(account(page)).toHaveAccessibleName("Account of Ada Lovelace");
  await expect(dialog(page)).toHaveCount(0);
  await account(page).click();
  await expect(page.getByRole("banner")).toContainText("10 AI tokens");
  const record = await recordOf(foyer, known);
  expect(record).toStrictEqual({
    name: "Ada Lovelace",
    email: known.email,
    roles: { admin: false, editor: false, user: true },
    user_id: known.uid,
    date_created: record["date_created"],
    last_logged_in: record["date_created"],
    userAITokens: 10,
  });
  const created = Date.parse(String(record["date_created"]));
  expect(created).toBeGreaterThanOrEqual(before - 1000);
  expect(created).toBeLessThanOrEqual(Date.now() + 1000);
});

test("the form's name is the record's, also when the service never gets it", async ({
  page,
  foyer,
  watch,
}) => {
  watch.expectFault(/The name was not kept|Failed to load resource/);
  await page.route(/accounts:update/, (route) => route.abort());
  const known = await signUpByDialog(page, "Ada Lovelace");
  await expect(dialog(page)).toHaveCount(0);
  expect(await recordOf(foyer, known)).toMatchObject({ name: "Ada Lovelace" });
});

test("signing in again changes only last_logged_in", async ({ page, foyer }) => {
  const known = await signUpByDialog(page);
  const first = await recordOf(foyer, known);
  await signOut(page);
  await signInButton(page).click();
  const answered = page.waitForResponse((answer) => answer.url().includes(":signInWithPassword"));
  await signIn(page, known.email);
  await expect(account(page)).toHaveAccessibleName("Account of Ada Lovelace");
  // The token of before ended with its session.
  const { idToken } = (await (await answered).json()) as { idToken: string };
  const later = async () => (await recordOf(foyer, { ...known, idToken }))["last_logged_in"];
  await expect.poll(later).not.toBe(first["last_logged_in"]);
  const second = await recordOf(foyer, { ...known, idToken });
  expect(second).toStrictEqual({ ...first, last_logged_in: second["last_logged_in"] });
  expect(String(second["last_logged_in"]) > String(first["last_logged_in"])).toBe(true);
});

test("a reload stays signed in, and says once that one is there", async ({ page }) => {
  await signUpByDialog(page);
  const written: string[] = [];
  page.on("websocket", (socket) => {
    socket.on("framesent", ({ payload }) => {
      if (/last_logged_in/.test(String(payload))) written.push(String(payload));
    });
  });
  await page.reload();
  await expect(account(page)).toHaveAccessibleName("Account of Ada Lovelace");
  await expect(signInButton(page)).toHaveCount(0);
  await expect.poll(() => written.length).toBe(1);
  await navigateTo(page, "/PaintApp");
  await expect(page.getByRole("main")).toContainText("not built yet");
  await navigateTo(page, "/resume");
  await page.waitForLoadState("networkidle");
  expect(written).toHaveLength(1);
  expect(JSON.parse(written[0]!)).toMatchObject({
    d: { a: "m", b: { d: { last_logged_in: expect.any(String) } } },
  });
});

test("a browser that only believes somebody is signed in finds out", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("foyer:signed-in", "nobody"));
  await open(page, "/about");
  await expect(signInButton(page)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("foyer:signed-in"))).toBeNull();
});

test("an account without a name is asked for one, and the answer is trimmed", async ({
  page,
  foyer,
}) => {
  const known = await signUpByDialog(page, "");
  await expect(dialog(page)).toHaveAccessibleName(usernamePrompt);
  await expect(page.getByRole("textbox", { name: usernamePrompt })).toBeFocused();
  await page.keyboard.type("  Grace Hopper ");
  await page.keyboard.press("Enter");
  await expect(account(page)).toHaveAccessibleName("Account of Grace Hopper");
  expect(await recordOf(foyer, known)).toMatchObject({
    name: "Grace Hopper",
    userAITokens: 10,
  });
});

for (const [how, answer] of [
  ["cancelled", (page: Page) => page.getByRole("button", { name: "Stay Anonymous" }).click()],
  ["closed by Esc", (page: Page) => page.keyboard.press("Escape")],
  ["left empty", (page: Page) => page.getByRole("button", { name: "Use this name" }).click()],
] as [string, (page: Page) => Promise<void>][]) {
  test(
    `the question for a username ${how} makes the name Anonymous`,
    { tag: "@embedded" },
    async ({ page, foyer }) => {
      const known = await signUpByDialog(page, "");
      await expect(dialog(page)).toHaveAccessibleName(usernamePrompt);
      await answer(page);
      await expect(account(page)).toHaveAccessibleName("Account of Anonymous");
      await expect(dialog(page)).toHaveCount(0);
      expect(await recordOf(foyer, known)).toMatchObject({ name: "Anonymous" });
    },
  );
}

test("a form that calls itself Anonymous is asked, too, and again by a reload before the answer @embedded", async ({
  page,
}) => {
  await open(page, "/about");
  await signInButton(page).click();
  await createAccount(page, "Anonymous");
  await expect(dialog(page)).toHaveAccessibleName(usernamePrompt);
  await page.reload();
  await expect(dialog(page)).toHaveAccessibleName(usernamePrompt);
});

test("what changes in the record shows at once", async ({ page, foyer }) => {
  const { uid, idToken } = await signUpByDialog(page);
  const answer = await foyer.database(`users/${uid}`, idToken, {
    method: "PATCH",
    body: JSON.stringify({ name: "Countess" }),
  });
  expect(answer.status).toBe(200);
  await expect(account(page)).toHaveAccessibleName("Account of Countess");
});

test("signing out leaves nothing behind, and the next page loads nothing of Firebase", async ({
  page,
}) => {
  await signUpByDialog(page);
  await signOut(page);
  await expect(signInButton(page)).toBeFocused();
  await expect(account(page)).toHaveCount(0);
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain("foyer:signed-in");
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("Ada");
  const { urls } = watchScripts(page);
  await open(page, "/resume");
  await page.waitForLoadState("networkidle");
  await expect(signInButton(page)).toBeVisible();
  expect(urls.filter((url) => /-sdk-|\/room-|init\.json/.test(url))).toEqual([]);
});

test("a sign-out that fails is only logged @embedded", async ({ page, watch }) => {
  watch.expectFault(/console error: Sign-out failed/);
  await signUpByDialog(page);
  await page.evaluate(() => {
    IDBObjectStore.prototype.delete = () => {
      throw new Error("the disk is on fire");
    };
  });
  const logged = page.waitForEvent("console", (message) => message.text().startsWith("Sign-out"));
  const before = await page.getByRole("main").textContent();
  await askToSignOut(page);
  expect((await logged).text()).toMatch(/^Sign-out failed .*the disk is on fire/);
  await expect(account(page)).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: /./ })).toHaveCount(0);
  await expect(page.getByRole("status").filter({ hasText: /./ })).toHaveCount(0);
  await expect(dialog(page)).toHaveCount(0);
  expect(await page.getByRole("main").textContent()).toBe(before);
});

test("an unknown e-mail and a wrong password get the same words", async ({ page, watch }) => {
  watch.expectFault(/status of 400/);
  const { email } = await signUpByDialog(page);
  await signOut(page);
  await signInButton(page).click();
  for (const [who, secret] of [
    [email, "wrong password"],
    [newEmail(), password],
  ] as const) {
    await signIn(page, who, secret);
    await expect(dialog(page).getByRole("alert").filter({ hasText: /./ })).toHaveText(
      "The e-mail or the password is not right.",
    );
    await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  }
});

test("a mistake in the form is said at its field, which gets the focus @embedded", async ({
  page,
  watch,
}) => {
  watch.expectFault(/status of 400/);
  const { email } = await signUpByDialog(page);
  await signOut(page);
  await signInButton(page).click();
  const field = (name: string) => dialog(page).getByLabel(name, { exact: true });
  const send = () => dialog(page).getByRole("button", { name: "Create account" }).click();
  const expectMistake = async (name: string, text: string) => {
    await expect(field(name)).toBeFocused();
    await expect(field(name)).toHaveAttribute("aria-invalid", "true");
    await expect(field(name)).toHaveAccessibleDescription(new RegExp(`^${text}`));
  };
  await dialog(page).getByRole("button", { name: "Create an account" }).click();
  await send();
  await expectMistake("E-mail", "Enter your e-mail.");
  await field("E-mail").fill("ada at example");
  await send();
  await expectMistake("E-mail", "This is not an e-mail address.");
  await field("E-mail").fill(email);
  await field("Password").fill("short");
  await send();
  await expectMistake("Password", "Use at least 6 characters.");
  await expect(field("Password")).toHaveAccessibleDescription("Use at least 6 characters.");
  await field("Password").fill("é".repeat(600));
  await send();
  await expectMistake("Password", "This password is too long. Use at most 1024 characters");
  await field("Password").fill(password);
  await send();
  await expectMistake("E-mail", "This e-mail has an account already. Sign in instead.");
});

test("the password can be looked at @embedded", async ({ page }) => {
  await open(page, "/about");
  await signInButton(page).click();
  const field = page.getByLabel("Password", { exact: true });
  await field.fill(password);
  await expect(field).toHaveAttribute("type", "password");
  await expect(field).toHaveAttribute("autocomplete", "current-password");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(field).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Hide password" }).click();
  await expect(field).toHaveAttribute("type", "password");
  await page.getByRole("button", { name: "Create an account" }).click();
  await expect(field).toHaveAttribute("autocomplete", "new-password");
  await expect(page.getByLabel("E-mail")).toHaveAttribute("autocomplete", "username");
});

test("all 13 tools ask a visitor to sign in, in their place, and load nothing of themselves @embedded @long", async ({
  page,
}) => {
  expect(tools).toHaveLength(13);
  const { urls } = watchScripts(page);
  for (const { path, title } of tools) {
    await openOnceOfEach(page, path);
    await expect(page).toHaveURL(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(page.getByRole("heading", { level: 2, name: "Sign in" })).toBeVisible();
    await expect(page.getByRole("main")).not.toContainText("not built yet");
  }
  expect(urls.some((url) => /\/room-/.test(url))).toBe(true);
  const bodies = /\/(?:not-built|files)-(?!page-|sdk-)[^/]+\.js$/;
  expect(urls.filter((url) => bodies.test(url))).toEqual([]);
});

test("after signing in the tool shows where one is, and the keyboard goes on in it @embedded", async ({
  page,
}) => {
  await open(page, "/PaintApp?room=7#last");
  await createAccount(page);
  await expect(page.getByRole("main")).toContainText("not built yet");
  await expect(page).toHaveURL("/PaintApp?room=7#last");
  await expect(page.getByRole("main")).toBeFocused();
  await signOut(page);
  await expect(page.getByRole("heading", { level: 2, name: "Sign in" })).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText("not built yet");
});

test("the header's button leads to the panel that stands in a tool's place @embedded", async ({
  page,
}) => {
  await open(page, "/PaintApp");
  await expect(page.getByLabel("E-mail")).toBeVisible();
  await signInButton(page).click();
  await expect(page.getByLabel("E-mail")).toBeFocused();
  await expect(page.getByLabel("E-mail")).toHaveCount(1);
});

test("a tool opens for who has its role, and says which role it needs @embedded @long", async ({
  page,
}) => {
  test.slow();
  await signUpByDialog(page);
  for (const { path, title, access, built } of tools) {
    await openOnceOfEach(page, path);
    const heading = page.getByRole("heading", { level: 1 });
    if (access === "user") {
      if (!built) await expect(page.getByRole("main")).toContainText("not built yet");
      await expect(heading).toHaveText(title);
    } else {
      await expect(heading).toHaveText(`This page needs the ${access} role`);
      await expect(page.getByRole("main")).toContainText("You are signed in as Ada Lovelace");
      await expect(page.getByRole("main").getByRole("link")).toHaveCount(
        pageAt("/contact").built ? 1 : 0,
      );
      await expect(page.getByRole("main")).not.toContainText("not built yet");
    }
  }
});

test("the menu offers the tools that one's roles open, and settings @embedded", async ({
  page,
}) => {
  await signUpByDialog(page);
  await account(page).click();
  const menu = page.getByRole("navigation", { name: "Account" });
  for (const { title, access } of tools) {
    await expect(menu.getByRole("link", { name: title })).toHaveCount(access === "user" ? 1 : 0);
  }
  await menu.getByRole("link", { name: "Journal" }).click();
  await expect(page).toHaveURL("/AdvancedJournal");
  await expect(menu).toBeHidden();
});

test("another tab follows, in and out @long", async ({ page, context }) => {
  const other = await context.newPage();
  await open(other, "/resume");
  await expect(signInButton(other)).toBeVisible();
  const known = await signUpByDialog(page);
  await expect(account(other)).toHaveAccessibleName("Account of Ada Lovelace");
  await signOut(page);
  await expect(signInButton(other)).toBeVisible();
  expect(known.uid).not.toBe("");
});

test("a question for a username goes when another tab has answered it @embedded", async ({
  page,
  context,
  foyer,
}) => {
  const other = await context.newPage();
  await open(other, "/PaintApp");
  await expect(other.getByLabel("E-mail")).toBeVisible();
  const known = await signUpByDialog(page, "");
  await expect(dialog(page)).toHaveAccessibleName(usernamePrompt);
  await expect(dialog(other)).toHaveAccessibleName(usernamePrompt);
  await page.getByRole("textbox", { name: usernamePrompt }).fill("Grace");
  await page.getByRole("button", { name: "Use this name" }).click();
  await expect(account(other)).toHaveAccessibleName("Account of Grace");
  await expect(dialog(other)).toHaveCount(0);
  await expect(account(page)).toHaveAccessibleName("Account of Grace");
  expect(await recordOf(foyer, known)).toMatchObject({ name: "Grace", userAITokens: 10 });
});

test("who is signed in goes on as last known while the database is out of reach", async ({
  page,
  watch,
}) => {
  await signUpByDialog(page);
  await account(page).click();
  await expect(page.getByRole("banner")).toContainText("10 AI tokens");
  watch.expectFault(/could not be read|WebSocket|FIREBASE WARNING/);
  await page.routeWebSocket(/\/\.ws/, (socket) => socket.close());
  await open(page, "/PaintApp");
  await expect(page.getByRole("main")).toContainText("not built yet");
  await expect(account(page)).toHaveAccessibleName("Account of Ada Lovelace");
});

test("a record that cannot be read is said, and one stays signed in", async ({ page, watch }) => {
  await signUpByDialog(page);
  watch.expectFault(/could not be read|WebSocket|FIREBASE WARNING/);
  await page.evaluate(() => localStorage.removeItem("foyer:last-record"));
  await page.routeWebSocket(/\/\.ws/, (socket) => socket.close());
  await open(page, "/PaintApp");
  const problem = page.getByRole("alert").filter({ hasText: /./ });
  await expect(problem).toHaveText(/^Your account could not be read.* You stay signed in\./, {
    timeout: 15_000,
  });
  await problem.getByRole("button", { name: "Close" }).click();
  await expect(problem).toHaveCount(0);
  await expect(account(page)).toBeVisible();
  await expect(page.getByRole("main")).toContainText("not built yet");
});

test("a sign-in that does not load says so, and the page stays @embedded", async ({
  page,
  watch,
}) => {
  watch.expectFault(/sign-in did not load|Failed to load resource/);
  await open(page, "/about");
  await page.route(/\/room-[^/]+\.js$/, (route) => route.abort());
  await signInButton(page).click();
  const problem = page.getByRole("alert").filter({ hasText: /./ });
  await expect(problem).toContainText("Sign-in did not load. Check your connection and try again.");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("About");
  await problem.getByRole("button", { name: "Close" }).click();
  await expect(problem).toHaveCount(0);
  await expect(signInButton(page)).toBeFocused();
  await page.unroute(/\/room-[^/]+\.js$/);
  // A browser may keep what failed for as long as the document lives: then the page comes anew, to be asked again.
  await expect(async () => {
    if ((await dialog(page).count()) === 0) await signInButton(page).click();
    await expect(dialog(page).getByLabel("E-mail")).toBeFocused({ timeout: 2000 });
  }).toPass();
  await expect(problem).toHaveCount(0);
});

test("what is typed outlives switching and closing, but the password does not outlive closing @embedded", async ({
  page,
}) => {
  await open(page, "/about");
  await signInButton(page).click();
  await page.getByLabel("E-mail").fill("ada@example.com");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create an account" }).click();
  await expect(page.getByLabel("Name (optional)")).toBeFocused();
  await page.getByRole("button", { name: "I have an account" }).click();
  await expect(page.getByLabel("E-mail")).toBeFocused();
  await expect(page.getByLabel("E-mail")).toHaveValue("ada@example.com");
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue(password);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await signInButton(page).click();
  await expect(page.getByLabel("E-mail")).toHaveValue("ada@example.com");
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
});

test("a form that is being sent keeps the focus, and is sent once @embedded", async ({
  page,
  watch,
}) => {
  watch.expectFault(/status of 400/);
  let sent = 0;
  const answer = Promise.withResolvers<void>();
  await page.route(/accounts:signInWithPassword/, async (route) => {
    sent += 1;
    await answer.promise;
    await route.continue();
  });
  await open(page, "/PaintApp");
  await signIn(page, newEmail());
  const submit = page.getByRole("button", { name: "Signing in..." });
  await expect(submit).toBeVisible();
  const field = page.getByLabel("Password", { exact: true });
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute("readonly");
  await page.keyboard.press("Enter");
  await submit.click({ force: true });
  answer.resolve();
  await expect(page.getByRole("alert").filter({ hasText: /./ })).toHaveText(/not right/);
  await expect(field).toBeEditable();
  await expect(field).toBeFocused();
  expect(sent).toBe(1);
});

test("a page's title stands while its code is on its way @embedded", async ({ page }) => {
  await signUpByDialog(page);
  const arrived = Promise.withResolvers<void>();
  await page.route(/\/not-built-[^/]+\.js$/, async (route) => {
    if (!route.request().url().includes("-page-")) await arrived.promise;
    await route.continue();
  });
  await open(page, "/PaintApp");
  await expect(account(page)).toBeVisible();
  await expect(page.locator("main > .meanwhile")).toBeVisible();
  // On Firebase mail works, so that a banner stands before it.
  await expect(page.getByRole("main")).toContainText("PaintLoading...");
  arrived.resolve();
  await expect(page.getByRole("main")).toContainText("not built yet");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Paint");
});

test("the owner's link leaves the address bar also when it is empty; its dialog hands the keyboard to the account's place @embedded", async ({
  page,
}) => {
  await open(page, "/about#owner=");
  await expect(signInButton(page)).toBeVisible();
  expect(new URL(page.url()).hash).toBe("");
  await open(page, "/resume#owner=anything");
  await expect(dialog(page)).toContainText("If this link is still valid");
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await expect(signInButton(page)).toBeFocused();
});

test.describe("the owner's link", { tag: "@embedded" }, () => {
  test.use({ ownSite: true });

  test("makes the account that is created with it the owner, once", async ({
    page,
    foyer,
    watch,
  }) => {
    watch.expectFault(/status of 4(?:03|10)/);
    const text = await readFile(join(foyer.dataDir, "owner-link"), "utf8");
    const { hash } = new URL(text.trim());
    await page.goto(`/${hash}`);
    await expect(dialog(page)).toContainText("owner of this site");
    expect(page.url()).not.toContain("owner");
    await page.reload();
    await expect(dialog(page)).toContainText("owner of this site");
    await dialog(page).getByRole("button", { name: "I have an account" }).click();
    await createAccount(page);
    await expect(page.getByRole("status").filter({ hasText: "owner" })).toContainText(
      "You are the owner of this site now.",
    );
    await account(page).click();
    const menu = page.getByRole("navigation", { name: "Account" });
    await expect(menu.getByRole("link", { name: "User management" })).toBeVisible();
    await menu.getByRole("link", { name: "User management" }).click();
    await expect(page.getByRole("tab", { name: "Users" })).toBeVisible();
    await page.getByRole("button", { name: "Close" }).filter({ visible: true }).click();
    await expect(page.getByText("You are the owner")).toHaveCount(0);
    await expect(account(page)).toBeFocused();

    await page.goto(`/resume${hash}`);
    await expect(page.getByText("This owner link has been used")).toBeVisible();
    expect(page.url()).not.toContain("owner");
    expect(await page.evaluate(() => sessionStorage.getItem("foyer:links"))).toBeNull();
  });
});

test.describe("the owner's link in the hands of who is signed in", { tag: "@embedded" }, () => {
  test.use({ ownSite: true });

  test("makes the account the owner, and a page that needed the role opens by itself", async ({
    page,
    foyer,
  }) => {
    const text = await readFile(join(foyer.dataDir, "owner-link"), "utf8");
    const { hash } = new URL(text.trim());
    await open(page, "/UserManagement");
    await createAccount(page);
    const heading = page.getByRole("heading", { level: 1 });
    await expect(heading).toHaveText("This page needs the admin role");
    await page.evaluate((secret) => location.assign(secret), hash);
    await expect(heading).toHaveText("User management");
    await expect(page.getByText("You are the owner of this site now.")).toBeVisible();
    expect(page.url()).not.toContain("owner");
    expect(await page.evaluate(() => document.documentElement.outerHTML)).not.toContain(
      hash.slice("#owner=".length),
    );
  });
});

test.describe("the preloader", () => {
  test.use({ motion: "slow" });

  test("is not broken through by a dialog @embedded", async ({ page }) => {
    await open(page, "/#owner=anything");
    await expect(dialog(page)).toHaveCount(0);
    await page.waitForLoadState("networkidle");
    await expect(dialog(page)).toHaveCount(0);
    await setMotion(page, "quick");
    await expect(dialog(page)).toContainText("owner of this site");
  });
});

test("the header does not shift when it learns who is there @embedded", async ({ page }) => {
  const placeOf = () => page.getByRole("button", { name: /^Theme: / }).boundingBox();
  await open(page, "/about");
  await expect(signInButton(page)).toBeVisible();
  const visitor = await placeOf();
  await signUpByDialog(page);
  expect(await placeOf()).toEqual(visitor);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the way to sign in is a link to a page that says what it needs @embedded", async ({
    page,
  }) => {
    await page.goto("/about");
    await page.getByRole("banner").getByRole("link", { name: "Sign in" }).click();
    await expect(page).toHaveURL("/Settings");
    await expect(page.getByRole("main").getByText("Loading...")).toBeHidden();
    await expect(page.locator("main noscript p")).toHaveText(/that needs JavaScript/);
  });
});
