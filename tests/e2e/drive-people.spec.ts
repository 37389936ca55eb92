/** A folder of one account in the browser of another: invited, looked at, changed as a member, refused as a viewer, closed. */
import type { Browser, Page } from "@playwright/test";
import { violationsInBothSchemes } from "../support/axe.ts";
import { confirmAddress } from "../support/confirm-address.ts";
import { driveActs, type DriveOwner, fillDrive } from "../support/drive-filled.ts";
import { chooseFiles, report, seenDrive, writeTree } from "../support/drive-uploads-hands.ts";
import type { FoyerProcess } from "../support/foyer-process.ts";
import { type Known, dialog, signUpByDialog } from "../support/sign-in-steps.ts";
import { askDocuments } from "../support/site-services.ts";
import { expect as siteExpect, open, test } from "../support/site-test.ts";

test.describe.configure({ timeout: 120_000 });
const expect = siteExpect.configure({ timeout: 15_000 });

const shared = "/FileStorageApp?view=shared";
const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const toast = (page: Page, text: string | RegExp) =>
  page.locator(".toast").filter({ hasText: text });

type Two = { owner: DriveOwner; ids: ReadonlyMap<string, string>; ben: Page; known: Known };

/** Ann has a folder with two texts and a folder in it; Ben has an account. */
async function twoPeople(ann: Page, browser: Browser, foyer: FoyerProcess): Promise<Two> {
  const { uid, idToken } = await signUpByDialog(ann, "Ann");
  const owner = { origin: foyer.origin, uid, idToken };
  const ids = await fillDrive(owner, {
    "Trip/plan.txt": { content: "by train" },
    "Trip/Photos/tide.txt": { content: "salt" },
    "Secret.txt": { content: "mine" },
  });
  const ben = await (await browser.newContext()).newPage();
  const known = await signUpByDialog(ben, "Ben");
  await confirmAddress(foyer, known.uid);
  return { owner, ids, ben, known };
}

async function openPeople(ann: Page): Promise<void> {
  await row(ann, "Trip").click({ button: "right" });
  await ann.getByRole("menuitem", { name: "Share with people…" }).click();
  await expect(dialog(ann).getByRole("heading", { name: "People in “Trip”" })).toBeVisible();
}

async function invite(ann: Page, email: string, role: "viewer" | "member"): Promise<void> {
  await dialog(ann).getByLabel("E-mail address").fill(email);
  await dialog(ann).getByLabel("As", { exact: true }).selectOption(role);
  await dialog(ann).getByRole("button", { name: "Invite", exact: true }).click();
  await expect(dialog(ann).getByRole("button", { name: `Take back: ${email}` })).toBeVisible();
}

async function accept(ben: Page): Promise<void> {
  const invites = ben.getByRole("region", { name: "Invites to you" });
  await expect(invites).toContainText("Ann invites you to “Trip” as a");
  await invites.getByRole("button", { name: "Accept" }).click();
  await expect(heading(ben, "Trip")).toBeVisible();
}

async function setRole(ann: Page, role: "viewer" | "member"): Promise<void> {
  await dialog(ann).getByLabel("Role of Ben").selectOption(role);
  await dialog(ann).getByRole("button", { name: "Change" }).click();
  await expect(toast(ann, `Ben is a ${role} now.`)).toBeVisible();
}

test("invited by address, a viewer looks and opens, and changes nothing; the notification leads there", async ({
  page: ann,
  browser,
  foyer,
}) => {
  const { owner, ids, ben, known } = await twoPeople(ann, browser, foyer);
  await open(ben, shared);
  await expect(ben.getByRole("heading", { name: "No folder is shared with you" })).toBeVisible();
  await open(ann, "/FileStorageApp");
  await openPeople(ann);
  expect(await violationsInBothSchemes(ann)).toEqual([]);
  // The same is said of an address that nobody has.
  await invite(ann, "nobody@nowhere.example", "member");
  await invite(ann, known.email, "viewer");
  await ben
    .getByRole("button", { name: /notification/i })
    .first()
    .click();
  await ben.getByRole("link", { name: /Ann invites you to the folder “Trip”/ }).click();
  expect(await violationsInBothSchemes(ben)).toEqual([]);
  await accept(ben);
  // Who is in it now is seen at once.
  await expect(dialog(ann).getByLabel("Role of Ben")).toHaveValue("viewer");
  await dialog(ann).getByRole("button", { name: "Close" }).click();

  await expect(row(ben, "plan.txt")).toBeVisible();
  await expect(ben.getByText("Secret.txt")).toHaveCount(0);
  await expect(ben.getByRole("button", { name: "Upload", exact: true })).toHaveCount(0);
  await expect(ben.getByRole("button", { name: "New folder" })).toHaveCount(0);
  await row(ben, "plan.txt").click({ button: "right" });
  await expect(ben.getByRole("menuitem", { name: "Download" })).toBeVisible();
  for (const name of ["Rename", "Move to…", "Move to the trash", "Share link…"]) {
    // oxlint-disable-next-line no-await-in-loop
    await expect(ben.getByRole("menuitem", { name })).toHaveCount(0);
  }
  await ben.keyboard.press("Escape");
  await row(ben, "plan.txt").getByText("plan.txt").dblclick();
  await expect(dialog(ben).getByText("by train")).toBeVisible();
  await ben.keyboard.press("Escape");
  await expect(dialog(ben)).toHaveCount(0);
  // What lies below is found, too, in folders that were never opened.
  await ben.getByRole("searchbox", { name: "Search" }).fill("tide");
  await expect(row(ben, "tide.txt")).toContainText("in Trip / Photos");
  await expect(ben.getByText("Secret.txt")).toHaveCount(0);
  await row(ben, "tide.txt").getByText("tide.txt").dblclick();
  await expect(dialog(ben).getByText("salt")).toBeVisible();
  // Also after a reload, in a folder that was never opened.
  await ben.reload();
  await expect(dialog(ben).getByText("salt")).toBeVisible();
  await ben.keyboard.press("Escape");
  await expect(dialog(ben)).toHaveCount(0);
  await ben.getByRole("searchbox", { name: "Search" }).fill("secret");
  await expect(ben.getByText("0 found")).toBeVisible();
  await ben.getByRole("searchbox", { name: "Search" }).fill("");
  await row(ben, "Photos").getByText("Photos").dblclick();
  await expect(heading(ben, "Photos")).toBeVisible();
  await expect(row(ben, "tide.txt")).toBeVisible();

  // Whoever asks the server without the page is refused, too.
  const asBen = { Authorization: `Bearer ${known.idToken}` };
  const asked = await fetch(`${foyer.origin}/api/drive/acts`, {
    method: "POST",
    headers: asBen,
    body: JSON.stringify({
      owner: owner.uid,
      acts: [{ act: "rename", id: ids.get("Trip/plan.txt"), name: "stolen.txt" }],
    }),
  });
  expect(await asked.json()).toEqual({ results: [{ error: "not-allowed" }] });
  const document = `users/${owner.uid}/files/${ids.get("Trip/plan.txt")}`;
  const read = await askDocuments(foyer.origin, document, { headers: asBen });
  expect(read.status).toBe(403);

  // What its owner does is seen without looking again.
  await driveActs(owner, [
    { act: "rename", id: ids.get("Trip/Photos/tide.txt")!, name: "wave.txt" },
  ]);
  await expect(row(ben, "wave.txt")).toBeVisible();
  await ben.context().close();
});

test("a member uploads into the folder and makes one there; made a viewer meanwhile they cannot any more @once", async ({
  page: ann,
  browser,
  foyer,
}, info) => {
  const { owner, ben, known } = await twoPeople(ann, browser, foyer);
  await open(ann, "/FileStorageApp");
  await openPeople(ann);
  await invite(ann, known.email, "member");
  await open(ben, shared);
  await accept(ben);
  const [one, two] = await writeTree(info.outputPath("given"), {
    "one.txt": "1",
    "two.txt": "2",
  });
  await chooseFiles(ben, one!, two!);
  await expect(report(ben)).toHaveText("2 added.");
  await expect(row(ben, "one.txt")).toBeVisible();
  await expect(
    ben.getByRole("navigation", { name: "Views of your files" }).getByRole("link", {
      name: "Shared with you",
    }),
  ).toHaveAttribute("aria-current", "page");
  await expect(ben.getByRole("searchbox")).toHaveAttribute(
    "placeholder",
    "All that is shared here",
  );
  // Below, too, it is those of the folder that is shared.
  await row(ben, "Photos").getByText("Photos").dblclick();
  await expect(heading(ben, "Photos")).toBeVisible();
  await ben.getByRole("button", { name: "People…" }).click();
  await expect(dialog(ben).getByRole("heading", { name: "People in “Trip”" })).toBeVisible();
  await expect(dialog(ben).getByText("Ann", { exact: true })).toBeVisible();
  await dialog(ben).getByRole("button", { name: "Close" }).click();
  const path = ben.getByRole("navigation", { name: "Folder" });
  await path.getByRole("link", { name: "Trip" }).click();
  await expect(row(ben, "one.txt")).toBeVisible();
  // The bytes are Ann's now, and count for her.
  const ofAnn = { email: "", uid: owner.uid, idToken: owner.idToken };
  const seen = await seenDrive(foyer.origin, ofAnn);
  expect([...seen.keys()]).toEqual(expect.arrayContaining(["Trip/one.txt", "Trip/two.txt"]));
  expect(seen.get("Trip/one.txt")?.version.by).toBe(known.uid);
  expect((await seenDrive(foyer.origin, known)).size).toBe(0);

  await ben.getByRole("button", { name: "New folder" }).click();
  await dialog(ben).getByLabel("Name").fill("From Ben");
  await dialog(ben).getByRole("button", { name: "Make the folder" }).click();
  await expect(dialog(ben)).toHaveCount(0);

  await setRole(ann, "viewer");
  await open(ben, shared);
  await ben.getByRole("link", { name: "Trip" }).click();
  await expect(row(ben, "From Ben")).toBeVisible();
  await expect(ben.getByRole("button", { name: "New folder" })).toHaveCount(0);
  // And back, without a reload.
  await setRole(ann, "member");
  await expect(ben.getByRole("button", { name: "New folder" })).toBeVisible();
  await setRole(ann, "viewer");
  await expect(ben.getByRole("button", { name: "New folder" })).toHaveCount(0);
  await ben.context().close();
});

test("removed while it is open: that is said at once, and nothing of it is left on the page @long", async ({
  page: ann,
  browser,
  foyer,
}) => {
  const { ben, known } = await twoPeople(ann, browser, foyer);
  await open(ann, "/FileStorageApp");
  await openPeople(ann);
  await invite(ann, known.email, "member");
  await open(ben, shared);
  await accept(ben);
  await expect(row(ben, "plan.txt")).toBeVisible();
  await dialog(ann).getByRole("button", { name: "Remove Ben…" }).click();
  await dialog(ann).last().getByRole("button", { name: "Remove", exact: true }).click();
  await expect(toast(ann, "Ben is removed.")).toBeVisible();
  await expect(
    ben.getByRole("alert").filter({ hasText: "“Trip” is not shared with you any more" }),
  ).toBeVisible();
  await expect(ben.getByText("plan.txt")).toHaveCount(0);
  expect(await violationsInBothSchemes(ben)).toEqual([]);
  await ben.getByRole("button", { name: "Shared with you" }).click();
  await expect(ben.getByRole("heading", { name: "No folder is shared with you" })).toBeVisible();
  await ben.goBack();
  await expect(ben.getByRole("alert").filter({ hasText: "not shared with you" })).toBeVisible();
  await ben.context().close();
});

test("declined nobody hears of it; who leaves is asked first and sees it no more @long", async ({
  page: ann,
  browser,
  foyer,
}) => {
  const { ben, known } = await twoPeople(ann, browser, foyer);
  await open(ann, "/FileStorageApp");
  await openPeople(ann);
  await invite(ann, known.email, "viewer");
  await open(ben, shared);
  await ben.getByRole("button", { name: "Decline" }).click();
  await expect(toast(ben, "The invite to “Trip” is declined.")).toBeVisible();
  await expect(ben.getByRole("button", { name: "Accept" })).toHaveCount(0);
  await dialog(ann).getByRole("button", { name: "Close" }).click();
  await openPeople(ann);
  await expect(
    dialog(ann).getByRole("button", { name: `Take back: ${known.email}` }),
  ).toBeVisible();
  await invite(ann, known.email, "viewer");
  // It comes by itself.
  await accept(ben);
  await ben.goBack();
  await ben.getByRole("button", { name: "People in “Trip”…" }).click();
  await expect(dialog(ben).getByText("Ann", { exact: true })).toBeVisible();
  await expect(dialog(ben).getByLabel("E-mail address")).toHaveCount(0);
  await dialog(ben).getByRole("button", { name: "Leave the folder…" }).click();
  await dialog(ben).last().getByRole("button", { name: "Leave the folder" }).last().click();
  await expect(toast(ben, "You have left “Trip”.")).toBeVisible();
  await expect(ben.getByRole("heading", { name: "No folder is shared with you" })).toBeVisible();
  await expect(dialog(ann).getByLabel("Role of Ben")).toHaveCount(0);
  await ben.context().close();
});
