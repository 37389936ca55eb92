import { fileURLToPath } from "node:url";
import type { JSHandle, Page } from "@playwright/test";
import { bundleForPage } from "./bundle-for-page.ts";

export type SdkInPage = typeof import("./auth-sdk-in-page.ts");

let bundle: Promise<string> | undefined;

/** The sign-in SDK in a page of the site, under its content policy. `path`: a page that has no sign-in of its own. */
export async function openSdkPage(page: Page, path = "/about"): Promise<JSHandle<SdkInPage>> {
  bundle ??= bundleForPage(fileURLToPath(new URL("auth-sdk-in-page.ts", import.meta.url)));
  const body = await bundle;
  await page.route("**/auth-sdk-in-page.js", (route) =>
    route.fulfill({ body, contentType: "text/javascript" }),
  );
  await page.goto(path);
  return loadSdk(page);
}

/** Once more, after the page was loaded anew. */
export function loadSdk(page: Page): Promise<JSHandle<SdkInPage>> {
  const address = "/auth-sdk-in-page.js";
  return page.evaluateHandle((from) => import(from) as Promise<SdkInPage>, address);
}
