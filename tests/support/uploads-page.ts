/** A page of the site with uploads-in-page.ts in it. */
import { createHash, randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { bundleForPage } from "./bundle-for-page.ts";

export type InPage = typeof import("./uploads-in-page.ts");

const address = "/uploads-test.js";
let bundle: Promise<string> | undefined;

/** Any page of the site will do; this one is small and needs no account. */
export async function openUploadsPage(page: Page, email: string, origin = ""): Promise<string> {
  bundle ??= bundleForPage(fileURLToPath(new URL("./uploads-in-page.ts", import.meta.url)));
  const body = await bundle;
  await page.route(`**${address}`, (route) =>
    route.fulfill({ body, contentType: "text/javascript" }),
  );
  await page.goto(`${origin}/about`);
  const uid = await page.evaluate(
    async ([address, email]) => {
      const module = (await import(address!)) as InPage;
      Object.assign(window, { uploads: module });
      module.makeInput();
      return (await module.enter(email!)).uid;
    },
    [address, email],
  );
  // Else every chunk would be held up on its way.
  await page.unroute(`**${address}`);
  return uid;
}

/** Runs `work` with what is in the page. */
export function inPage<Argument, Result>(
  page: Page,
  work: (uploads: InPage, argument: Argument) => Result | Promise<Result>,
  argument?: Argument,
): Promise<Result> {
  return page.evaluate(
    `(${String(work)})(window.uploads, ${argument === undefined ? "undefined" : JSON.stringify(argument)})`,
  );
}

export async function choose(page: Page, ...paths: string[]): Promise<void> {
  await page.getByLabel("Files of the test").setInputFiles(paths);
}

export type MadeFile = { path: string; name: string; sizeBytes: number; md5: string };

export async function makeFile(folder: string, name: string, sizeBytes: number): Promise<MadeFile> {
  const bytes = randomBytes(sizeBytes);
  const path = join(folder, name);
  await writeFile(path, bytes);
  return { path, name, sizeBytes, md5: createHash("md5").update(bytes).digest("base64") };
}

/** What the storage says of an object; in the page, so that it is asked where the mode has it. */
export async function storedObject(
  page: Page,
  name: string,
): Promise<{ size: string; md5Hash: string }> {
  return page.evaluate(
    async ([name, token]) => {
      const answer = await fetch("/__/firebase/init.json");
      const { mode, storageBucket } = (await answer.json()) as Record<string, string>;
      const origin = mode === "embedded" ? "" : "https://firebasestorage.googleapis.com";
      const url = `${origin}/v0/b/${storageBucket}/o/${encodeURIComponent(name!)}`;
      const found = await fetch(url, { headers: { Authorization: `Firebase ${token}` } });
      return (await found.json()) as { size: string; md5Hash: string };
    },
    [name, await inPage(page, ({ idToken }) => idToken())],
  );
}
