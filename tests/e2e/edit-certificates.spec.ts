/** /EditCertificates as an editor uses it, with a visitor's eyes beside it. */
import type { Page } from "@playwright/test";
import { violationsOf } from "../support/axe.ts";
import { giveRole } from "../support/give-role.ts";
import { sampleCertificates } from "../support/sample-content.ts";
import { createAccount } from "../support/sign-in-steps.ts";
import { expect, open, test } from "../support/site-test.ts";
import { jpeg2000Pdf } from "../support/pdf-samples.ts";
import { smallPdf } from "../support/small-pdf.ts";
import { writeDocument } from "../support/write-document.ts";

test.describe.configure({ timeout: 90_000 });
test.use({ ownSite: true });

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const toast = (page: Page) => page.locator(".toasts");
const badge = (page: Page) => page.locator(".tool-bar .state-badge").first();
const preview = (page: Page) => page.frameLocator('iframe[title="Preview of the certificate"]');
const rows = (page: Page) => page.locator(".content-row");
const titles = (page: Page) => page.locator(".content-row .opener");
const saved = (page: Page) => expect(page.locator(".sync-state")).toHaveText("Saved");

async function more(page: Page, act: string): Promise<void> {
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: act }).click();
}

/** Resolves when the server has done it: pictures take their time. */
async function publish(page: Page): Promise<void> {
  const answered = page.waitForResponse((answer) => answer.url().endsWith("/api/content/publish"));
  await page.getByRole("button", { name: /^Publish( changes)?$/ }).click();
  expect((await answered).status()).toBe(200);
  await expect(badge(page)).toHaveText("Published");
}

test(
  "the first page of a PDF is drawn with what a scanner writes into it @long",
  { tag: "@embedded" },
  async ({ page, foyer }) => {
    await open(page, "/EditCertificates");
    const { uid } = await createAccount(page, "Ed Itor");
    await giveRole(foyer, uid, "editor");
    await page.getByRole("button", { name: "New certificate" }).click();
    await field(page, "Title").fill("Scanned");
    await page.locator('input[type="file"][aria-label="PDF"]').setInputFiles({
      name: "scan.pdf",
      mimeType: "application/pdf",
      buffer: jpeg2000Pdf(),
    });
    const drawn = preview(page).getByRole("img", { name: /First page of the certificate/ });
    await expect(drawn).toBeVisible();
    const middle = () =>
      drawn.evaluate((image: HTMLImageElement) => {
        const canvas = document.createElement("canvas");
        [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
        const context = canvas.getContext("2d");
        context?.drawImage(image, 0, 0);
        const at = [canvas.width >> 1, canvas.height >> 1] as const;
        return [...(context?.getImageData(...at, 1, 1).data ?? [])].map((value) => value >> 6);
      });
    await expect.poll(middle).toEqual([3, 0, 0, 3]);
  },
);

test("a certificate and its PDF are seen when they are published, and nothing of them before, hidden or deleted @long", async ({
  page,
  foyer,
  backend,
  watch,
}) => {
  // Firebase is asked first whether it has the file.
  if (backend === "hosted") watch.expectFault(/status of 404.*firebasestorage/);
  const visitor = async (path = "/certificates") => (await fetch(foyer.origin + path)).text();
  const statusOf = async (path: string) => (await fetch(foyer.origin + path)).status;
  await open(page, "/EditCertificates");
  const { uid } = await createAccount(page, "Ed Itor");
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText("This page needs the editor role");
  await giveRole(foyer, uid, "editor");
  await expect(heading).toHaveText("Edit certificates");
  const samples = sampleCertificates.length;
  await expect(titles(page)).toHaveCount(samples);
  expect(await violationsOf(page)).toEqual([]);

  // Nothing of it may be missing that the page shows, and what is missing is said beside its field.
  await page.getByRole("button", { name: "New certificate" }).click();
  await field(page, "Title").fill("Keeper of lamps");
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(field(page, "Issued on")).toHaveAttribute("aria-invalid", "true");
  expect(await visitor()).not.toContain("Keeper of lamps");
  await field(page, "Issued by").fill("Academy of harbours");
  await field(page, "Issued on").fill("2024-02-29");
  await field(page, "Valid until").fill("2039-12-31");
  await field(page, "Add to skills").fill("Wicks");
  await page.keyboard.press("Enter");
  await field(page, "Number").fill("L-1");
  await field(page, "Link").fill("https://127.0.0.1/diploma");
  await page.locator('input[type="file"][aria-label="PDF"]').setInputFiles({
    name: "diploma.pdf",
    mimeType: "application/pdf",
    buffer: smallPdf("Keeper of lamps"),
  });

  // The page as it will be: its own entry, with the first page of the PDF drawn.
  const entry = preview(page).getByRole("listitem");
  await expect(entry.getByRole("heading", { level: 2 })).toHaveText("Keeper of lamps");
  await expect(entry).toContainText("Academy of harbours");
  await expect(entry).toContainText("Open PDF");
  const drawn = entry.getByRole("img", { name: "First page of the certificate Keeper of lamps" });
  await expect(drawn).toBeVisible();
  await expect
    .poll(() => drawn.evaluate((it: HTMLImageElement) => it.naturalWidth))
    .toBeGreaterThan(400);
  await expect(badge(page)).toHaveText("Draft");
  await saved(page);
  expect(await violationsOf(page)).toEqual([]);
  expect(await visitor()).not.toContain("Keeper of lamps");
  await expect(page.locator(".link-checks")).toContainText("This link was not checked yet.");

  // As the check of each week finds it. What is saved is there for who comes back.
  const id = new URL(page.url()).searchParams.get("id") ?? "";
  const problem = "127.0.0.1 is not a public address.";
  await writeDocument(foyer, `linkChecks/certificates_${id}`, {
    kind: "certificates",
    docId: id,
    checkedAt: new Date().toISOString(),
    problem,
    links: [{ url: "https://127.0.0.1/diploma", status: 0, problem }],
  });
  await page.reload();
  await expect(field(page, "Issued by")).toHaveValue("Academy of harbours");
  await expect(page.locator(".link-checks")).toContainText(problem);
  await publish(page);
  await expect(toast(page)).toContainText("visitors see it now");
  const shown = await visitor();
  expect(shown).toContain("Keeper of lamps");
  expect(shown).toContain("https://127.0.0.1/diploma");
  const [pdf = ""] = /\/file\/[^"]+\.pdf/.exec(shown) ?? [];
  const [, picture = ""] =
    /src="([^"]+)"[^>]*alt="Enlarge: First page of the certificate Keeper/.exec(shown) ?? [];
  expect(await (await fetch(foyer.origin + pdf)).text()).toContain("(Keeper of lamps)");
  expect(await statusOf(picture)).toBe(200);

  // Changed: visitors see what was published, until it is published again.
  await field(page, "Title").fill("Keeper of all lamps");
  await expect(badge(page)).toHaveText("Changed");
  await saved(page);
  expect(await visitor()).not.toContain("all lamps");
  await publish(page);
  expect(await visitor()).toContain("Keeper of all lamps");

  // Hidden, its files are gone with it; shown again, they are where they were.
  await more(page, "Hide from visitors");
  await expect(badge(page)).toHaveText("Hidden");
  expect(await visitor()).not.toContain("Keeper");
  expect([await statusOf(pdf), await statusOf(picture)]).toEqual([404, 404]);
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(badge(page)).toHaveText("Published");
  expect(await visitor()).toContain("Keeper of all lamps");
  expect([await statusOf(pdf), await statusOf(picture)]).toEqual([200, 200]);

  // The list: found by words, state and skill, in another order, all of it in the address; a skill for many.
  await page.getByRole("button", { name: "← All certificates" }).click();
  await expect(titles(page)).toHaveCount(samples + 1);
  await expect(rows(page).filter({ hasText: "Keeper of all lamps" })).toContainText(problem);
  await field(page, "Order").selectOption("Title");
  const byTitle = await titles(page).allTextContents();
  expect(byTitle).toEqual(byTitle.toSorted((a, b) => a.localeCompare(b, "en")));
  await page.getByRole("textbox", { name: "Search" }).fill("academy harb");
  await expect(titles(page)).toHaveText(["Keeper of all lamps"]);
  await field(page, "Skill").selectOption("Wicks");
  await field(page, "State").selectOption("With a broken link");
  await page.reload();
  await expect(titles(page)).toHaveText(["Keeper of all lamps"]);
  await expect(page).toHaveURL(/sort=title/);
  await page.getByRole("checkbox", { name: "Choose Keeper of all lamps" }).check();
  await page.getByRole("button", { name: "Add a skill…" }).click();
  await page.getByRole("dialog").getByLabel("Skill").fill("Glass");
  await page.getByRole("dialog").getByRole("button", { name: "Add" }).click();
  await expect(toast(page)).toContainText("1 certificate tagged Glass");
  expect(await visitor()).toContain("Wicks · Glass");
  await field(page, "State").selectOption("Hidden");
  await expect(page.getByText("No certificate fits")).toBeVisible();
  await page.getByRole("button", { name: "Show all certificates" }).click();

  // Deleted it is gone for visitors, and comes back by Undo or from the trash as it was.
  await titles(page).filter({ hasText: "Keeper of all lamps" }).click();
  await more(page, "Delete");
  await expect(titles(page)).toHaveCount(samples);
  expect(await visitor()).not.toContain("Keeper");
  expect(await statusOf(pdf)).toBe(404);
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(badge(page)).toHaveText("Published");
  expect(await visitor()).toContain("Keeper of all lamps");
  await more(page, "Delete");
  await expect(titles(page)).toHaveCount(samples);
  await page.getByRole("button", { name: "Trash" }).click();
  await expect(page.getByText(/Deleted by Ed Itor on/)).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  const restored = page.waitForResponse((answer) => answer.url().endsWith("/api/content/untrash"));
  await page.getByRole("button", { name: "Put back Keeper of all lamps" }).click();
  await restored;
  await expect(page.getByText("The trash is empty")).toBeVisible();
  expect(await visitor()).toContain("Wicks · Glass");
  expect(await statusOf(pdf)).toBe(200);
});
