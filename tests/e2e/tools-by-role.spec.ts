/** Who may open which of the tools for content, on both backends. */
import type { Page } from "@playwright/test";
import { giveRole } from "../support/give-role.ts";
import { createAccount } from "../support/sign-in-steps.ts";
import { expect, open, test } from "../support/site-test.ts";

test.describe.configure({ timeout: 60_000 });

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const tools = {
  "/EditProjects": ["Edit projects", "editor"],
  "/EditCertificates": ["Edit certificates", "editor"],
  "/FoodBlogEditTabSwitcher": ["Edit food blog", "editor"],
  "/AdminLeetCodeView": ["LeetCode admin", "editor"],
  "/WebsiteManager": ["Website manager", "admin"],
} as const;

async function shows(page: Page, mayOpen: (role: "editor" | "admin") => boolean): Promise<void> {
  for (const [path, [title, role]] of Object.entries(tools)) {
    // oxlint-disable no-await-in-loop -- one page
    await open(page, path);
    const said = mayOpen(role) ? title : `This page needs the ${role} role`;
    await expect(heading(page), path).toHaveText(said);
    // oxlint-enable no-await-in-loop
  }
}

test("a tool for content opens to its role, at once when it is given, and to nobody else", async ({
  page,
  foyer,
}) => {
  for (const path of Object.keys(tools)) {
    // oxlint-disable no-await-in-loop -- one page
    await open(page, path);
    await expect(
      page.getByRole("main").getByRole("button", { name: "Sign in" }),
      path,
    ).toBeVisible();
    // oxlint-enable no-await-in-loop
  }
  const { uid } = await createAccount(page, "Grace Hopper");
  // Else the next page comes before the browser has kept who it is.
  await expect(heading(page)).toHaveText("This page needs the admin role");
  await shows(page, () => false);
  await giveRole(foyer, uid, "editor");
  await expect(heading(page)).toHaveText("This page needs the admin role");
  await shows(page, (role) => role === "editor");
  await giveRole(foyer, uid, "admin");
  await expect(heading(page)).toHaveText("Website manager");
  await shows(page, () => true);
});
