/** A folder of a thousand files over all that goes wrong at once: names are taken, some cannot be stored, the network drops. */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect as playwrightExpect, test } from "@playwright/test";
import { openCutProxy } from "../support/cut-proxy.ts";
import { dropPaths } from "../support/drop-paths.ts";
import {
  dock,
  openDrivePage,
  report,
  seenDrive,
  storedText,
  writeTree,
} from "../support/drive-uploads-hands.ts";
import { startFoyer } from "../support/foyer-process.ts";
import { signUpByDialog } from "../support/sign-in-steps.ts";

const MIB = 1024 * 1024;
const quotaMb = 8;
const taken = 30;
const large = 10;
const removed = 5;
const files = 1000;
const inFolder = 90;

const expect = playwrightExpect.configure({ timeout: 30_000 });
test.setTimeout(400_000);

const textOf = (index: number) => `the text of file ${index} `.repeat(1 + (index % 40));
const pathOf = (index: number) => `Year/${Math.floor(index / inFolder)}/file ${index}.txt`;

test(
  "a thousand files: some fail, some names are taken, the network drops twice, and the report is right @long",
  { tag: "@embedded" },
  async ({ browser }) => {
    const folder = await mkdtemp(join(tmpdir(), "foyer-thousand-"));
    await mkdir(join(folder, "data"));
    await using site = await startFoyer({
      dataDir: join(folder, "data"),
      env: { FOYER_USER_QUOTA_MB: String(quotaMb) },
    });
    await using proxy = await openCutProxy(site.port, 100 * MIB);
    await using context = await browser.newContext({ baseURL: proxy.origin });
    const page = await context.newPage();
    const known = await signUpByDialog(page);
    await openDrivePage(page);

    // What is there before: thirty of the thousand, with another text.
    const before = join(folder, "before");
    const old = Object.fromEntries(
      Array.from({ length: taken }, (_, index) => [pathOf(index), `old ${index}`]),
    );
    await writeTree(before, old);
    await dropPaths(page, [join(before, "Year")]);
    await expect(report(page)).toHaveText(`${taken} added.`);
    await dock(page).getByRole("button", { name: "Clear" }).click();

    const tree = Object.fromEntries(
      Array.from({ length: files - large }, (_, index) => [pathOf(index), textOf(index)]),
    );
    const bytes = Buffer.alloc((quotaMb + 1) * MIB, "x");
    for (let index = 0; index < large; index += 1) tree[`Year/Large/${index}.bin`] = "";
    const all = join(folder, "all");
    const paths = await writeTree(all, tree);
    await writeTree(
      all,
      Object.fromEntries(
        Array.from({ length: large }, (_, index) => [
          `Year/Large/${index}.bin`,
          Buffer.concat([bytes, Buffer.from(String(index))]),
        ]),
      ),
    );

    let requests = 0;
    page.on("request", (request) => {
      if (/\/o\?|upload_id=|\/api\/drive\/acts/.test(request.url())) requests += 1;
    });
    const beganMs = performance.now();
    await dropPaths(page, [join(all, "Year")]);
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("is there already");
    const forAll = dialog.getByRole("checkbox");
    await forAll.uncheck();
    await dialog.getByRole("button", { name: "Keep both", exact: true }).click();
    await expect(forAll).toBeChecked();
    await forAll.uncheck();
    await dialog.getByRole("button", { name: "Skip", exact: true }).click();
    await expect(forAll).toBeChecked();
    await dialog.getByRole("button", { name: "Decide later" }).click();

    const settled = async () => {
      const text = await dock(page).getByRole("heading").textContent();
      return Number(/Uploading (\d+) of 1000/.exec(text ?? "")?.[1] ?? 0);
    };
    await expect.poll(settled, { timeout: 120_000 }).toBeGreaterThan(150);
    await context.setOffline(true);
    proxy.cut();
    await expect(dock(page)).toContainText("You are offline");
    // Those are gone when it is their turn.
    const arrived = await seenDrive(site.origin, known);
    const untouched = [8, 7, 6, 5, 4, 3].find((year) =>
      Array.from({ length: inFolder }, (_, at) => pathOf(year * inFolder + at)).every(
        (path) => !arrived.has(path),
      ),
    );
    const gone = Array.from({ length: removed }, (_, at) => untouched! * inFolder + 50 + at);
    await Promise.all(gone.map((index) => rm(paths[index]!)));
    await context.setOffline(false);

    const middle = (await settled()) + 250;
    await expect.poll(settled, { timeout: 120_000 }).toBeGreaterThan(middle);
    await context.setOffline(true);
    proxy.cut();
    await expect(dock(page)).toContainText("You are offline");
    await context.setOffline(false);

    await dock(page)
      .getByRole("button", { name: `Decide on ${taken - 2} names` })
      .click();
    await dialog.getByRole("button", { name: "Replace", exact: true }).click();

    const failed = large + removed;
    const added = files - taken - failed;
    await expect(report(page)).toHaveText(
      `${added} added, ${taken - 2} replaced, 1 kept beside the other one, 1 skipped, ${failed} failed.`,
      { timeout: 240_000 },
    );
    const seconds = (performance.now() - beganMs) / 1000;
    test.info().annotations.push({
      type: "numbers",
      description: `${seconds.toFixed(0)} s, ${(requests / files).toFixed(2)} requests for each file`,
    });

    // Each failure says why.
    await expect(
      dock(page)
        .getByText(/not enough space/)
        .first(),
    ).toBeVisible();
    await expect(dock(page).getByRole("combobox")).toHaveValue("failed");

    // The drive is what the report says.
    const seen = await seenDrive(site.origin, known);
    const wanted = new Set<string>(["Year/", "Year/Large/"]);
    for (let index = 0; index < files - large; index += 1) {
      wanted.add(`Year/${Math.floor(index / inFolder)}/`);
      if (!gone.includes(index)) wanted.add(pathOf(index));
    }
    const extra = [...seen.keys()].filter((path) => !wanted.has(path));
    expect(extra).toHaveLength(1);
    expect(extra[0]).toMatch(/^Year\/0\/file \d+ \(2\)\.txt$/);
    expect([...wanted].filter((path) => !seen.has(path))).toEqual([]);
    const replaced = [...seen.values()].filter((file) => file?.older.length === 1);
    expect(replaced).toHaveLength(taken - 2);
    const wrong = Array.from({ length: files - large }, (_, index) => index).filter((index) => {
      const file = seen.get(pathOf(index));
      return index >= taken && file !== undefined && file.version.size !== textOf(index).length;
    });
    expect(wrong).toEqual([]);
    for (const index of [taken, 333, 666, 900])
      expect(await storedText(site.origin, known, seen.get(pathOf(index)))).toBe(textOf(index));

    // It is still there after a reload.
    page.on("dialog", (box) => void box.accept());
    await page.reload();
    await expect(report(page)).toContainText(`${failed} failed.`);
    await rm(folder, { recursive: true, force: true });
  },
);
