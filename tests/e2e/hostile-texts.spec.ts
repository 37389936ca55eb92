/** An attack in every text and every address of what the owner's tools write: none runs, for visitors or for editors. */
import { randomUUID } from "node:crypto";
import { signInWithEmailAndPassword } from "firebase/auth";
import { doc, setDoc } from "firebase/firestore/lite";
import { ref, uploadBytes } from "firebase/storage";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { contentSchema, fieldsOfKind, siteIds } from "#lib/content/kinds.ts";
import type { ContentKind } from "#lib/content/kinds.ts";
import { draftAddress } from "#lib/draft-address.ts";
import { aboutSections, homeSections } from "#lib/documents/site.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import { problemFilePath } from "#lib/leetcode/problem-files.ts";
import { pages } from "#lib/pages.ts";
import type { FoyerProcess } from "../support/foyer-process.ts";
import { giveRole } from "../support/give-role.ts";
import { flag, hostileDocument, texts } from "../support/hostile-values.ts";
import type { PageWatch } from "../support/page-watch.ts";
import { createSdkClient } from "../support/sdk-client.ts";
import { createAccount, password } from "../support/sign-in-steps.ts";
import { expect, open, test } from "../support/site-test.ts";
import { trapsIn, trapsInFeed, trapsInHtml, trapsInMarkdown } from "../support/traps.ts";

const tiles = "https://tiles.example.com";
test.describe.configure({ timeout: 180_000 });
test.use({
  ownSite: true,
  siteEnv: {
    FOYER_MAP_TILES: `${tiles}/{z}/{x}/{y}.png`,
    FOYER_MAP_ATTRIBUTION: `${texts[2]} https://example.com/`,
  },
});

const id = "trap";
const hostile = texts[3]!;
/** What an editor can name a document who writes it without the tools. */
const oddId = `odd"] ${hostile}`;
type Documents = readonly (readonly [kind: ContentKind, id: string])[];

/** So that what is attacked is shown: in a menu, a part and a page that there are, and without a file that is not there. */
const shownBy: Record<string, (fields: PlainFields) => PlainFields> = {
  profile: ({ resumePdf: _resumePdf, ...fields }) => fields,
  navigation: (fields) => withFirst(fields, "groups", { id: "main" }),
  seo: (fields) => withFirst(fields, "pages", { path: "/about" }),
  sections: ({ home, about }) => ({
    home: [
      ...(home as PlainFields[]),
      ...homeSections.map((part) => ({ id: part, hidden: false })),
    ],
    about: [
      ...(about as PlainFields[]),
      ...aboutSections.map((part) => ({ id: part, hidden: false })),
    ],
  }),
};

function withFirst(fields: PlainFields, list: string, patch: PlainFields): PlainFields {
  const [first, ...rest] = fields[list] as PlainFields[];
  return { ...fields, [list]: [{ ...first, ...patch }, ...rest] };
}

type Fixtures = { page: Page; foyer: FoyerProcess; watch: PageWatch };

/** An admin, in the page and with a client that writes as the owner's browser does, only worse. */
async function openAttack({ page, foyer, watch }: Fixtures) {
  // An attack where a day stands.
  watch.expectFault(/does not conform to the required format, "yyyy-MM-dd"/);
  const { origin } = foyer;
  const dialogs: string[] = [];
  page.on("dialog", (it) => {
    dialogs.push(it.message());
    void it.dismiss();
  });
  await open(page, "/WebsiteManager");
  const { uid, email } = await createAccount(page, "Olive");
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText("This page needs the admin role");
  await giveRole(foyer, uid, "admin");
  await expect(heading).toHaveText("Website manager");

  const client = createSdkClient(origin);
  const { user } = await signInWithEmailAndPassword(client.auth, email, password);
  const at = new Date().toISOString();

  const write = (kind: ContentKind, docId: string, fields: PlainFields, rev: number) =>
    setDoc(doc(client.documents, "drafts", `${kind}_${docId}`), {
      kind,
      docId,
      fields,
      base: null,
      rev,
      conflicts: [],
      saves: [],
      editedBy: uid,
      editedByName: "Olive",
      editedAt: at,
      createdAt: at,
    });

  async function publish(kind: ContentKind, docId: string, rev: number) {
    const answer = await fetch(`${origin}/api/content/publish`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${await user.getIdToken()}`,
        "Content-Type": "application/json",
      },
      body: JSON.stringify({ kind, id: docId, rev }),
    });
    return { status: answer.status, text: await answer.text() };
  }

  /** A picture of the draft's own, with a name that nobody would choose. */
  async function withPicture(kind: ContentKind, fields: PlainFields): Promise<PlainFields> {
    const name = fieldsOfKind(kind).picture;
    if (name === undefined) return fields;
    const file = `drafts/${kind}/${id}/${randomUUID()}/"><img src=x onerror=globalThis.${flag}=1>.png`;
    const pixels = sharp({ create: { width: 40, height: 30, channels: 3, background: "#248" } });
    await uploadBytes(ref(client.files, file), await pixels.png().toBuffer(), {
      contentType: "image/png",
    });
    return { ...fields, [name]: { ...(fields[name] as PlainFields), src: draftAddress(file)! } };
  }

  return {
    client,
    dialogs,
    publishAll: async (documents: Documents): Promise<void> => {
      for (const [kind, docId] of documents) {
        // oxlint-disable no-await-in-loop -- each as a person would do it
        const schema = contentSchema(kind, docId);
        // The first attacks that come to mind are refused where an address stands.
        await write(kind, docId, hostileDocument(schema, true), 1);
        expect((await publish(kind, docId, 1)).status, docId).toBe(422);
        const fits = hostileDocument(schema);
        const shown = shownBy[docId]?.(fits) ?? fits;
        const featured = kind === "projects" ? { featured: true } : {};
        await write(kind, docId, { ...(await withPicture(kind, shown)), ...featured }, 2);
        expect(await publish(kind, docId, 2), docId).toMatchObject({ status: 200 });
        // oxlint-enable no-await-in-loop
      }
    },
    /** What is too wild to be published. */
    draftAll: async (documents: Documents): Promise<void> => {
      for (const [kind, docId] of documents) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await write(kind, docId, hostileDocument(contentSchema(kind, docId), true), 1);
      }
    },
  };
}

/** What visitors get, as bytes. */
async function expectQuiet(page: Page, { origin }: FoyerProcess, paths: readonly string[]) {
  for (const path of paths) {
    // oxlint-disable no-await-in-loop -- as one visitor
    const answer = await fetch(origin + path, { redirect: "manual" });
    const type = answer.headers.get("Content-Type") ?? "";
    const text = await answer.text();
    expect(answer.status, path).toBe(200);
    const isFile = /\.\w+$/.test(path);
    if (isFile) expect(type, path).not.toMatch(/html|svg|javascript/);
    else expect(trapsInHtml(text), path).toEqual([]);
    if (type.startsWith("text/markdown")) expect(trapsInMarkdown(text), path).toEqual([]);
    if (type.startsWith("application/atom")) expect(await trapsInFeed(page, text)).toEqual([]);
    // oxlint-enable no-await-in-loop
  }
}

async function expectDead(page: Page, path: string): Promise<void> {
  await page.waitForLoadState("networkidle");
  await expect(page.getByText("Loading...")).toHaveCount(0);
  expect(await trapsIn(page), path).toEqual([]);
}

async function openTools(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    // oxlint-disable no-await-in-loop -- one page
    await open(page, path);
    await expect(page.getByRole("main").getByRole("heading", { level: 1 })).not.toHaveText("…");
    await expectDead(page, path);
    for (const button of await page.getByRole("button", { name: "Edit the text" }).all()) {
      await button.click();
      await expect(page.locator(".ProseMirror").first()).toBeVisible();
      expect(await trapsIn(page), path).toEqual([]);
    }
    // oxlint-enable no-await-in-loop
  }
}

const dataOf = (path: string) => `${path === "/" ? "/_" : path}.data`;
const mirrorOf = (path: string) => `${path === "/" ? "/index" : path}.md`;

test(
  "no text of projects, certificates and the site itself runs in a page, a preview or a tool @long",
  { tag: "@embedded" },
  async ({ page, foyer, watch }) => {
    const documents: Documents = [
      ["projects", id],
      ["certificates", id],
      ...siteIds.map((part) => ["site", part] as const),
    ];
    const { client, dialogs, publishAll, draftAll } = await openAttack({ page, foyer, watch });
    await using _open = client;
    await publishAll(documents);

    const own = pages.filter(
      ({ access, built, path }) => access === "visitor" && built && path !== "/forgot-password",
    );
    const visited = [...own.map(({ path }) => path), `/project/${id}`];
    await expectQuiet(page, foyer, [
      ...visited,
      ...visited.map(dataOf),
      ...visited.filter((path) => path !== "/secret").map(mirrorOf),
      "/feed.xml",
      "/sitemap.xml",
      "/search.json",
      "/resume.json",
      "/llms.txt",
      "/contact.vcf",
    ]);
    const shown = await fetch(`${foyer.origin}/project/${id}`);
    expect(await shown.text()).toContain("&lt;svg onload=");
    for (const path of visited) {
      // oxlint-disable no-await-in-loop -- one page
      await open(page, path);
      expect(await trapsIn(page), path).toEqual([]);
      // oxlint-enable no-await-in-loop
    }

    await draftAll(documents);
    const sections = [
      "profile",
      "home",
      "resume",
      "navigation",
      "look",
      "announcement",
      "seo",
      "redirects",
      "media",
    ];
    await openTools(page, [
      "/EditProjects",
      `/EditProjects?id=${id}`,
      "/EditCertificates",
      `/EditCertificates?id=${id}`,
      "/WebsiteManager",
      ...sections.map((section) => `/WebsiteManager?section=${section}`),
      "/UserManagement?tab=audit",
    ]);
    expect(dialogs).toEqual([]);
  },
);

test(
  "no text of food posts, wishes and problems runs in a page, a map, a preview, an import or a tool @long",
  { tag: "@embedded" },
  async ({ page, foyer, watch }) => {
    watch.expectFault(/^request to another origin: https:\/\/tiles\.example\.com\//);
    await page.route(`${tiles}/**`, (route) => route.fulfill({ contentType: "image/png" }));
    const documents: Documents = [
      ["foodPosts", id],
      ["foodWishlist", id],
      ["problems", id],
      // With the same link, for the list of duplicates.
      ["problems", `${id}-two`],
    ];
    const { client, dialogs, publishAll, draftAll } = await openAttack({ page, foyer, watch });
    await using _open = client;
    await publishAll(documents);
    const byHand: [collection: string, id: string, fields: PlainFields][] = [
      ["foodPosts", oddId, { title: hostile, slug: "odd", hidden: false }],
      [
        "foodWishlist",
        oddId,
        {
          title: "An odd wish",
          place: { name: hostile, latitude: 2, longitude: 2 },
          hidden: false,
        },
      ],
      ["problems", oddId, { title: hostile, link: "/odd" }],
      ["problemNotes", id, { text: hostile }],
    ];
    await Promise.all(
      byHand.map(([collection, name, fields]) =>
        setDoc(doc(client.documents, collection, name), fields),
      ),
    );

    const visited = ["/", "/foodblog", `/foodblog/${id}`, "/foodwishlist", "/leetcode"];
    await expectQuiet(page, foyer, [
      ...visited,
      ...visited.map(dataOf),
      ...visited.map(mirrorOf),
      "/feed.xml",
      "/foodblog/feed.xml",
      "/sitemap.xml",
      "/search.json",
      "/llms.txt",
      "/leetcode/problems.json",
      ...[id, oddId].flatMap((one) => [problemFilePath(one, "json"), problemFilePath(one, "md")]),
      `/og/foodblog/${id}.jpg`,
    ]);
    const shown = await fetch(`${foyer.origin}/foodblog/${id}`);
    expect(await shown.text()).toContain("&lt;svg onload=");
    const asked = encodeURIComponent(hostile);
    for (const path of [
      ...visited,
      `/foodblog?words=${asked}&tag=${asked}&stars=${asked}&sort=${asked}`,
      "/foodwishlist?view=grid",
      `/foodwishlist?view=${asked}&city=${asked}&status=${asked}`,
      `/leetcode?problem=${id}`,
      `/leetcode?problem=${encodeURIComponent(oddId)}`,
      `/leetcode?words=${asked}&category=${asked}&language=${asked}&sort=${asked}`,
    ]) {
      // oxlint-disable no-await-in-loop -- one page
      await open(page, path);
      await expectDead(page, path);
      // oxlint-enable no-await-in-loop
    }
    await open(page, `/leetcode?problem=${id}`);
    await expect(page.locator("pre")).toContainText("<script>");

    // Each place is chosen in the list, and shown by the map.
    for (const path of ["/foodwishlist?view=map", `/foodblog/${id}`]) {
      // oxlint-disable no-await-in-loop -- one page
      await open(page, path);
      await page.getByRole("button", { name: "Show map" }).click();
      await expect(page.locator(".map-pin").first()).toBeVisible();
      for (const place of await page.locator(".map-list button").all()) {
        await place.click();
        await expect(page.locator(".leaflet-popup").last()).toContainText(/\S/);
      }
      for (const pin of await page.locator(".map-pin").all()) await pin.press("Enter");
      await expectDead(page, path);
      // oxlint-enable no-await-in-loop
    }

    await draftAll(documents);
    const food = "/FoodBlogEditTabSwitcher";
    const code = "/AdminLeetCodeView";
    await openTools(page, [
      food,
      `${food}?tab=blog&id=${id}`,
      `${food}?tab=wishlist`,
      `${food}?tab=wishlist&id=${id}`,
      `${food}?tab=${asked}`,
      code,
      `${code}?id=${id}`,
      `${code}?tab=duplicates`,
      `${code}?tab=sync`,
      "/UserManagement?tab=audit",
    ]);
    await open(page, `${code}?tab=review`);
    await page.getByRole("button", { name: /^Take \d/ }).click();
    await expect(page.locator(".review-card h2")).toBeVisible();
    await expectDead(page, "review");
    await open(page, food);
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await expect(page.locator(".compare-pair, .compare-dialog").first()).toBeVisible();
    await expectDead(page, "compare");

    // Files of strangers.
    const dialog = page.getByRole("dialog");
    const choose = (name: string, text: string) =>
      dialog
        .locator('input[type="file"]')
        .setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
    await open(page, `${food}?tab=wishlist&act=import`);
    const cell = `"${hostile.replaceAll('"', '""')}"`;
    await choose(
      `${hostile}.csv`,
      `Title,Note,URL,Comment\n${cell},${cell},javascript:globalThis.${flag}=1,${cell}\n`,
    );
    await expect(dialog.getByText(/^1 place, /)).toBeVisible();
    await expectDead(page, "import of places");
    await open(page, `${code}?act=import`);
    await choose(
      `${hostile}.json`,
      JSON.stringify([
        { title: hostile, slug: "fine", solutions: [{ language: hostile, code: hostile }] },
        { title: hostile, link: `javascript:globalThis.${flag}=1` },
        { title: hostile },
      ]),
    );
    await expect(dialog.getByText("It has no link.")).toBeVisible();
    await expectDead(page, "import of problems");
    expect(dialogs).toEqual([]);
  },
);
