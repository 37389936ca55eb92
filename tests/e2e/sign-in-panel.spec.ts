import type { Page } from "@playwright/test";
import { dialog, signInButton } from "../support/sign-in-steps.ts";
import { expect, open, test } from "../support/site-test.ts";

const offered = {
  emailLink: true,
  sendsMail: true,
  signUp: "open",
  providers: [{ id: "oidc.corp", name: "Corp" }],
  passkeys: true,
};
const late = {
  options: /\/api\/sign-in-options$/,
  providers: /\/assets\/provider-sign-in-[^/]+\.js$/,
  passkeys: /\/assets\/passkeys-[^/]+\.js$/,
};

/** Holds back what the panel asks for after it is shown; each is let through by its name. */
async function holdBack(page: Page): Promise<Record<keyof typeof late, () => void>> {
  const hold = async (pattern: RegExp) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(pattern, async (route) => {
      await promise;
      if (pattern === late.options) await route.fulfill({ json: offered });
      else await route.continue();
    });
    return resolve;
  };
  return {
    options: await hold(late.options),
    providers: await hold(late.providers),
    passkeys: await hold(late.passkeys),
  };
}

/** Presses the button, has everything come that is late, and lets go. */
async function clickMeanwhile(page: Page, name: string): Promise<void> {
  const letCome = await holdBack(page);
  await open(page, "/Settings");
  const button = page.getByRole("main").getByRole("button", { name, exact: true });
  await button.hover();
  await page.mouse.down();
  letCome.options();
  await expect(page.getByRole("button", { name: "E-mail me a sign-in link" })).toBeVisible();
  letCome.providers();
  letCome.passkeys();
  await expect(page.getByRole("button", { name: "Use a passkey" })).toBeVisible();
  await page.mouse.up();
}

for (const width of [1440, 390]) {
  test.describe(`in a window ${width} pixels wide`, () => {
    test.use({ viewport: { width, height: 844 } });

    test("what a site offers late moves nothing that somebody is just clicking @embedded @long", async ({
      page,
    }) => {
      await clickMeanwhile(page, "Create an account");
      await expect(page.getByLabel("Name (optional)")).toBeFocused();
      await clickMeanwhile(page, "Sign in");
      await expect(page.getByRole("alert")).toHaveText("Enter your e-mail.");
    });

    test("nor does a dialog move that grows with it, and no way comes above another @embedded @long", async ({
      page,
    }) => {
      const letCome = await holdBack(page);
      await open(page, "/about");
      if (width < 600)
        await page.evaluate(() => document.querySelector<HTMLElement>(".menu-sign-in")?.click());
      else await signInButton(page).click();
      const create = dialog(page).getByRole("button", { name: "Create an account" });
      const forgot = dialog(page).getByRole("link", { name: "Forgot password" });
      await expect(create).toBeVisible();
      const places = () => Promise.all([create.boundingBox(), forgot.boundingBox()]);
      const before = await places();
      const came = page.waitForResponse(late.providers);
      letCome.options();
      letCome.providers();
      await (await came).finished();
      const ways = dialog(page).getByRole("button", { name: /^(?:Use|Continue)/ });
      await expect(ways).toHaveCount(0);
      letCome.passkeys();
      await expect(ways).toHaveText(["Use a passkey", "Continue with Corp"]);
      expect(await places()).toEqual(before);
    });
  });
}

test("passkeys that cannot be offered are said to who asks for one, and to nobody who types @embedded", async ({
  page,
  watch,
}) => {
  watch.expectFault(/status of 503/);
  await page.route("**/api/passkeys/sign-in-options", (route) => route.fulfill({ status: 503 }));
  await open(page, "/Settings");
  const refused = page.waitForResponse("**/api/passkeys/sign-in-options");
  await page.getByLabel("E-mail").fill("ada@");
  await (await refused).finished();
  const button = page.getByRole("button", { name: "Use a passkey" });
  await expect(button).toBeVisible();
  // By then the page has dealt with the answer.
  await page.evaluate(() => new Promise((done) => setTimeout(done)));
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page.getByLabel("E-mail")).toBeFocused();
  await button.click();
  await expect(page.getByRole("alert")).toHaveCount(1);
});

test("where the code of passkeys does not come, the other ways are there @embedded", async ({
  page,
  watch,
}) => {
  watch.expectFault(/passkeys|ERR_FAILED|did not load/);
  await page.route(late.options, (route) => route.fulfill({ json: offered }));
  await page.route(late.passkeys, (route) => route.abort());
  await open(page, "/Settings");
  await expect(page.getByRole("button", { name: "Continue with Corp" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Use a passkey" })).toHaveCount(0);
});

test("who has closed a dialog by Esc can open it again in the same moment @embedded", async ({
  page,
}) => {
  await open(page, "/about");
  await signInButton(page).click();
  await expect(page.getByLabel("E-mail")).toBeFocused();
  await page.evaluate(() => {
    document.querySelector("dialog")?.requestClose();
    document.querySelector<HTMLElement>(".account > .header-button")?.click();
  });
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await expect(signInButton(page)).toBeFocused();
});
