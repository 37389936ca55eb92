/** With App Check on, what the SDK in a browser makes of the refusal: it reads the reason of the status line. */
import { fileURLToPath } from "node:url";
import { bundleForPage } from "../support/bundle-for-page.ts";
import { expect, open, test } from "../support/site-test.ts";

type Live = typeof import("../../app/live/firebase.ts");

test.use({ ownSite: true, siteEnv: { FOYER_APP_CHECK_PROJECT: "123456789012" } });

test(
  "files are refused to an app without its token, as unauthorized-app",
  {
    tag: "@embedded",
  },
  async ({ page, watch }) => {
    watch.expectFault(/status of 401/);
    const entry = new URL("../../app/live/firebase.ts", import.meta.url);
    const body = await bundleForPage(fileURLToPath(entry));
    await page.route("**/live-test.js", (route) =>
      route.fulfill({ body, contentType: "text/javascript" }),
    );
    await open(page, "/about");
    const code = await page.evaluate(async () => {
      const address = "/live-test.js";
      const { openFiles } = (await import(address)) as Live;
      const { files, sdk } = await openFiles();
      return sdk.uploadBytes(sdk.ref(files, "public/a"), new Uint8Array(1)).then(
        () => "allowed",
        (error: { code: string }) => error.code,
      );
    });
    expect(code).toBe("storage/unauthorized-app");
  },
);
