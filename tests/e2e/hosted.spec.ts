/** What only a site on Firebase has. That it does all else as an embedded one is seen by the other specs. */
import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { standInOptions } from "../support/firebase-stand-in-hosts.ts";
import type { StandIn } from "../support/firebase-stand-in.ts";
import { startHostedFoyer } from "../support/foyer-process.ts";
import type { FoyerProcess } from "../support/foyer-process.ts";
import { sampleCertificates, shownProjects } from "../support/sample-content.ts";
import { signOut } from "../support/sign-in-steps.ts";
import { expect, open, test } from "../support/site-test.ts";

const hosted = { tag: "@hosted" };

function standInOf({ standIn }: FoyerProcess): StandIn {
  if (standIn === undefined) throw new Error("This site is not hosted.");
  return standIn;
}

const account = (page: Page) => page.getByRole("button", { name: /^Account of / });

let made = 0;
async function signUp(page: Page, email = `h${process.pid}-${Date.now()}-${++made}@example.com`) {
  await open(page, "/Settings");
  await page.getByRole("button", { name: "Create an account" }).click();
  await page.getByLabel("Name (optional)").fill("Ada Lovelace");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("correct horse");
  const answered = page.waitForResponse((answer) => answer.url().includes("accounts:signUp"));
  await page.getByRole("button", { name: "Create account" }).click();
  const { localId } = (await (await answered).json()) as { localId: string };
  await expect(account(page)).toBeVisible();
  return localId;
}

async function toolLink(page: Page, name: string) {
  await account(page).click();
  return page.getByRole("navigation", { name: "Account" }).getByRole("link", { name });
}

test(
  "the browser is told Firebase's own options, and may connect to Firebase only",
  hosted,
  async ({ foyer }) => {
    const options = await fetch(`${foyer.origin}/__/firebase/init.json`);
    expect(await options.json()).toEqual(standInOptions);
    for (const path of ["/", "/", "/Settings"]) {
      const policy = (await fetch(foyer.origin + path)).headers.get("Content-Security-Policy");
      expect(policy?.split("; ").find((part) => part.startsWith("connect-src"))).toBe(
        "connect-src 'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com " +
          "https://firestore.googleapis.com https://firebasestorage.googleapis.com " +
          "https://foyer.firebaseio.com wss://foyer.firebaseio.com wss://*.firebaseio.com",
      );
      expect(policy?.replace(/connect-src [^;]+/, "")).not.toMatch(/https?:|wss?:|\*/);
    }
    for (const path of ["/v1/projects/foyer/databases/(default)/documents:commit", "/token"]) {
      const answer = await fetch(foyer.origin + path, { method: "POST", body: "{}" });
      expect(answer.status, path).toBe(404);
    }
  },
);

test(
  "profile and claims follow what is written at Firebase, by the browser and in the console",
  hosted,
  async ({ page, foyer }) => {
    const { console: google } = standInOf(foyer);
    const uid = await signUp(page);
    const valueAt = async (path: string) => (await google.getValue(path)).value;
    const claims = async () => (await google.getAccount(uid))?.claims;
    await expect
      .poll(() => valueAt(`profiles/${uid}`))
      .toEqual({
        name: "Ada Lovelace",
        findable: true,
      });
    expect(await claims()).toEqual({});

    const refreshed = page.waitForRequest(/securetoken\.googleapis\.com/);
    await google.updateValues({ [`users/${uid}/roles/editor`]: true });
    await expect.poll(claims).toEqual({ editor: true });
    await refreshed;
    await expect(await toolLink(page, "Projects")).toBeVisible();

    await google.updateValues({ [`users/${uid}/roles/editor`]: false });
    await expect.poll(claims).toEqual({});
  },
);

test("who is signed in stays so, and tells the server nothing twice", hosted, async ({ page }) => {
  const told: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/effects")) told.push(request.postData() ?? "");
  });
  const answered = page.waitForResponse(/\/api\/effects$/);
  await signUp(page);
  expect((await answered).status()).toBe(204);
  await page.reload();
  await expect(account(page)).toHaveAccessibleName("Account of Ada Lovelace");
  await page.waitForLoadState("networkidle");
  expect(told).toHaveLength(1);
});

test(
  "a site that is its own backend needs not to be told",
  { tag: "@embedded" },
  async ({ page }) => {
    const told: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/api/effects")) told.push(request.url());
    });
    await signUp(page);
    await page.waitForLoadState("networkidle");
    expect(told).toEqual([]);
  },
);

test("nobody can have the server follow another's record", hosted, async ({ page, foyer }) => {
  const uid = await signUp(page);
  const ask = (path: string, headers: Record<string, string>) =>
    fetch(`${foyer.origin}/api/effects`, {
      method: "POST",
      headers,
      body: JSON.stringify({ path }),
    });
  expect((await ask(`users/${uid}`, {})).status).toBe(401);
  expect((await ask(`users/${uid}`, { Authorization: "Bearer owner" })).status).toBe(401);
});

test.describe("an own site", { tag: "@hosted" }, () => {
  test.use({ ownSite: true });

  test("a change in the console is on the pages of every copy a few seconds later", async ({
    page,
    foyer,
  }) => {
    const standIn = standInOf(foyer);
    // Both found an empty project, one after the other: its starter content is there once.
    await using second = await startHostedFoyer({ standIn });
    const projects = await standIn.console.listDocuments("projects");
    expect(new Set(projects.map(({ id }) => id)).size).toBe(projects.length);
    const { title } = shownProjects[0]!;
    const { path } = projects.find(({ data }) => data["title"] === title)!;
    await open(page, "/project");
    await expect(page.getByRole("main")).toContainText(title);
    await standIn.console.commit([{ update: path, data: { title: "Orrery of brass" } }]);
    const [certificate] = await standIn.console.listDocuments("certificates");
    await standIn.console.commit([
      { update: certificate!.path, data: { title: "Licence to tinker" } },
    ]);
    for (const { origin } of [foyer, second]) {
      const text = async (path: string) => (await fetch(origin + path)).text();
      await expect.poll(() => text("/project"), { timeout: 12_000 }).toContain("Orrery of brass");
      await expect.poll(() => text("/certificates"), { timeout: 12_000 }).toContain("Licence to");
    }
    await open(page, "/project");
    await expect(page.getByRole("main")).toContainText("Orrery of brass");
    expect(sampleCertificates.length).toBeGreaterThan(0);
  });

  test("page views are kept at Firebase", async ({ page, foyer }) => {
    const { console: google } = standInOf(foyer);
    await open(page, "/about?utm_source=letter&token=hush");
    const views = async () => (await google.listDocuments("pageViews")).map(({ data }) => data);
    await expect
      .poll(views)
      .toMatchObject([{ path: "/about", campaign: { utm_source: "letter" } }]);
    expect(JSON.stringify(await views())).not.toContain("hush");
  });

  test("while Firebase is out of reach pages are served without lists, and readiness says so", async ({
    foyer,
  }) => {
    expect((await fetch(`${foyer.origin}/readyz`)).status).toBe(200);
    await standInOf(foyer)[Symbol.asyncDispose]();
    expect((await fetch(`${foyer.origin}/healthz`)).status).toBe(200);
    expect((await fetch(`${foyer.origin}/readyz`)).status).toBe(503);
    const page = await fetch(`${foyer.origin}/certificates`);
    expect(page.status).toBe(200);
    expect(page.headers.get("Cache-Control")).toBe("no-store");
    await expect.poll(() => foyer.logs()).toContain("Failed to fetch public data");
    expect(foyer.logs()).not.toContain("PRIVATE KEY");
  });

  test("a key that the project does not know stops the start in plain words", async ({ foyer }) => {
    const standIn = standInOf(foyer);
    const folder = await mkdtemp(join(tmpdir(), "foyer-key-"));
    try {
      const key = JSON.parse(await readFile(standIn.env["FOYER_SERVICE_ACCOUNT"]!, "utf8"));
      const { privateKey: private_key } = generateKeyPairSync("rsa", {
        modulusLength: 2048,
        privateKeyEncoding: { type: "pkcs8", format: "pem" },
        publicKeyEncoding: { type: "spki", format: "pem" },
      });
      const file = join(folder, "key.json");
      await writeFile(file, JSON.stringify({ ...key, private_key }), { mode: 0o600 });
      const started = startHostedFoyer({ standIn, env: { FOYER_SERVICE_ACCOUNT: file } });
      const said = await started.then(String, String);
      expect(said).toMatch(/Foyer did not start\. Firebase does not take the service account/);
      expect(said).not.toContain("    at ");
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

test.describe("the owner", { tag: "@hosted" }, () => {
  test.use({ ownSite: true, siteEnv: { FOYER_OWNER_EMAIL: "Owner@example.com" } });

  test("is who has the named e-mail, proved by the mail for a new password", async ({
    page,
    foyer,
  }) => {
    const { console: google } = standInOf(foyer);
    const answered = page.waitForResponse(/\/api\/effects$/);
    const uid = await signUp(page, "owner@example.com");
    await answered;
    const admin = async () => (await google.getValue(`users/${uid}/roles/admin`)).value;
    expect(await admin()).toBe(false);
    await signOut(page);
    const link = new URL(await google.createPasswordResetLink("owner@example.com"));
    await page.goto(`/forgot-password${link.search}`);
    await page.getByLabel("New password").fill("battery staple");
    await page.getByLabel("New password").press("Enter");
    await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
    await page.getByLabel("Password", { exact: true }).fill("battery staple");
    await page.getByLabel("Password", { exact: true }).press("Enter");
    await expect.poll(admin).toBe(true);
    await expect(await toolLink(page, "User management")).toBeVisible();
    await expect.poll(async () => (await google.getAccount(uid))?.claims).toEqual({ admin: true });
    expect(foyer.logs()).not.toContain("#owner=");
  });
});
