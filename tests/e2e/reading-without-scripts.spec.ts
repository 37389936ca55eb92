import { pages } from "#lib/pages.ts";
import {
  sampleCertificates,
  sampleFoodPosts,
  sampleProfile,
  sampleResume,
  sampleWishes,
  shownProjects,
} from "../support/sample-content.ts";
import { expect, test } from "../support/site-test.ts";

test.use({ javaScriptEnabled: false });

const { name } = sampleResume.basics;
const project = shownProjects[0]!;

/** What only the stored documents can have put on each page, or what a page says that works by scripts alone. */
const contentOf: Record<string, { heading: string; texts: string[] }> = {
  "/": { heading: name, texts: [sampleProfile.tagline, project.title, sampleResume.basics.email] },
  "/project": { heading: "Projects", texts: shownProjects.flatMap((p) => [p.title, p.summary]) },
  "/certificates": {
    heading: "Certificates",
    texts: sampleCertificates.flatMap((certificate) => [certificate.title, certificate.issuer]),
  },
  "/resume": {
    heading: name,
    texts: sampleResume.work.flatMap((job) => [job.position, job.name, ...job.highlights]),
  },
  "/about": { heading: "About", texts: sampleProfile.values.map((value) => value.text) },
  "/foodwishlist": {
    heading: "Food wishlist",
    texts: sampleWishes.flatMap(({ title, notes = "" }) => [title, notes]),
  },
  "/github": { heading: "GitHub", texts: ["Nothing is on show here yet."] },
  "/leetcode": {
    heading: "LeetCode",
    texts: ["Merge overlapping tides", "Medium", "Python, TypeScript"],
  },
  "/blockstacker": {
    heading: "Block Stacker",
    texts: ["This game needs JavaScript", "How to play", "Marathon", "Hard drop"],
  },
  "/snake-game": {
    heading: "Snake",
    texts: ["This game needs JavaScript", "How to play", "Open edges", "Turn left"],
  },
  "/space-raiders": {
    heading: "Space Raiders",
    texts: ["This game needs JavaScript", "How to play", "Fire"],
  },
  "/fruit-ninja": {
    heading: "Fruit Slicer",
    texts: ["This game needs JavaScript", "How to play", "Arcade"],
  },
  "/contact": {
    heading: "Contact",
    texts: [sampleResume.basics.email, "Name", "Message", "Send"],
  },
  "/secret": {
    heading: "Secret",
    texts: [
      ...shownProjects.map((shown) => shown.summary),
      sampleResume.basics.summary,
      sampleResume.basics.email,
    ],
  },
  "/forgot-password": {
    heading: "Forgot password",
    texts: ["Type the e-mail of your account"],
  },
};

const isRead = ({ built, children, access }: (typeof pages)[number]) =>
  built && !children && access === "visitor";

for (const page of pages.filter(isRead)) {
  test(`${page.path} can be read`, async ({ page: tab }) => {
    const content = contentOf[page.path];
    expect(content, `${page.path} is built: say here what it must show`).toBeDefined();
    await tab.goto(page.path);
    await expect(tab.getByRole("heading", { level: 1 })).toHaveText(content!.heading);
    // Playwright's own text leaves <noscript> out, which is read here.
    const shown = (await tab.getByRole("main").textContent())?.replaceAll(/\s+/g, " ");
    for (const text of content!.texts) expect(shown).toContain(text);
  });
}

test("/project and a project of it can be read", async ({ page }) => {
  await page.goto("/project");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Projects");
  for (const { title, summary } of shownProjects) {
    await expect(page.getByRole("heading", { level: 2, name: title })).toBeVisible();
    await expect(page.getByRole("main")).toContainText(summary);
  }
  await page.getByRole("main").getByRole("link", { name: project.title }).click();
  await expect(page).toHaveURL(`/project/${project.slug}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(project.title);
  await expect(page.getByRole("main")).toContainText(project.summary);
  await page
    .getByRole("button", { name: /, enlarge$/ })
    .first()
    .click();
  await expect(page.getByRole("dialog", { name: "Picture 1 of 3" })).toBeVisible();
  await expect(page.getByRole("dialog").getByRole("button")).toHaveText(["Close"]);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("/foodblog and a post of it can be read", async ({ page }) => {
  await page.goto("/foodblog");
  for (const { title, summary } of sampleFoodPosts) {
    await expect(page.getByRole("heading", { level: 2, name: title })).toBeVisible();
    await expect(page.getByRole("main")).toContainText(summary);
  }
  const [post] = sampleFoodPosts;
  await page.getByRole("main").getByRole("link", { name: post!.title }).click();
  await expect(page).toHaveURL(`/foodblog/${post!.slug}`);
  await expect(page.getByRole("main")).toContainText("out of 5");
  await expect(page.getByRole("button", { name: "Show map" })).toHaveCount(0);
});

test("the navigation opens, and its links lead on", async ({ page }) => {
  await page.goto("/");
  const header = page.getByRole("banner");
  await header.getByRole("button", { name: "Work" }).click();
  await header.getByRole("link", { name: "Resume" }).click();
  await expect(page).toHaveURL("/resume");
  await header.getByRole("link", { name: "About" }).click();
  await expect(page).toHaveURL("/about");
  await header.getByRole("link", { name }).click();
  await expect(page).toHaveURL("/");
});

test("the menu of a phone opens, and its links lead on", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("banner").getByRole("link", { name: "Certificates" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Certificates");
});

test("controls that need scripts are not offered", async ({ page }) => {
  await page.goto("/project");
  await expect(page.getByRole("main").getByRole("link").first()).toBeVisible();
  await expect(page.getByRole("button", { name: /^Theme/ })).toHaveCount(0);
  await expect(page.getByRole("searchbox")).toHaveCount(0);
});
