/** An attack in every text and every address of what the owner's tools write: none runs, for visitors or for editors. */
import { randomUUID } from "node:crypto";
import { signInWithEmailAndPassword } from "firebase/auth";
import { doc, setDoc } from "firebase/firestore/lite";
import { ref, uploadBytes } from "firebase/storage";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { contentSchema, siteIds } from "#lib/content/kinds.ts";
import type { ContentKind } from "#lib/content/kinds.ts";
import { draftAddress } from "#lib/draft-address.ts";
import { aboutSections, homeSections } from "#lib/documents/site.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import { pages } from "#lib/pages.ts";
import { giveRole } from "../support/give-role.ts";
import { flag, hostileDocument } from "../support/hostile-values.ts";
import { createSdkClient } from "../support/sdk-client.ts";
import { createAccount, password } from "../support/sign-in-steps.ts";
import { expect, open, test } from "../support/site-test.ts";

test.describe.configure({ timeout: 180_000 });
test.use({ ownSite: true });

const id = "trap";
const documents: [kind: ContentKind, id: string][] = [
  ["projects", id],
  ["certificates", id],
  ...siteIds.map((part) => ["site", part] as [ContentKind, string]),
];

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

/** As none of it may stand in a page's HTML. A quote in the data of a script is one of its texts. */
const unescaped =
  /.{0,60}(?:<img src=x|<svg[ /]onload|(?<!\\)"onmouseover=|<script>global).{0,60}/gi;

/** Where something that a browser would run has come through. */
function traps(page: Page): Promise<string[]> {
  return page.evaluate(async (name) => {
    // What was drawn a moment ago has its pictures and handlers then.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const windows = [
      window,
      ...[...document.querySelectorAll("iframe")].flatMap((it) => it.contentWindow ?? []),
    ];
    const found = '[onerror],[onload],[onmouseover],img[src="x"],svg[onload]';
    const links = ["a[href]", "form[action]", "iframe[src]", "object", "embed", "base"];
    return windows.flatMap((one) => {
      const all = [...one.document.querySelectorAll(`${found},${links.join(",")}`)];
      const bad = all.filter((it) => {
        const address =
          it.getAttribute("href") ?? it.getAttribute("action") ?? it.getAttribute("src");
        return it.matches(found) || /^[^a-z/#]*(?:j\s*a\s*v\s*a|data)\S*:/i.test(address ?? "");
      });
      return [...(name in one ? ["it ran"] : []), ...bad.map((it) => it.outerHTML.slice(0, 200))];
    });
  }, flag);
}

test(
  "no text of the tools runs in a page, a preview or a tool",
  { tag: "@embedded" },
  async ({ page, foyer, watch }) => {
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

    // As the owner's browser writes, only worse.
    await using client = createSdkClient(origin);
    const { user } = await signInWithEmailAndPassword(client.auth, email, password);
    const hostileName = `${randomUUID()}/"><img src=x onerror=globalThis.${flag}=1>.png`;
    const file = `drafts/projects/${id}/${hostileName}`;
    const pixels = sharp({ create: { width: 40, height: 30, channels: 3, background: "#248" } });
    await uploadBytes(ref(client.files, file), await pixels.png().toBuffer(), {
      contentType: "image/png",
    });
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
    const publish = async (kind: ContentKind, docId: string, rev: number) => {
      const answer = await fetch(`${origin}/api/content/publish`, {
        method: "POST",
        headers: {
          Authorization: `Bearer ${await user.getIdToken()}`,
          "Content-Type": "application/json",
        },
        body: JSON.stringify({ kind, id: docId, rev }),
      });
      return { status: answer.status, text: await answer.text() };
    };
    for (const [kind, docId] of documents) {
      // oxlint-disable no-await-in-loop -- each as a person would do it
      const schema = contentSchema(kind, docId);
      // The first attacks that come to mind are refused where an address stands.
      await write(kind, docId, hostileDocument(schema, true), 1);
      expect((await publish(kind, docId, 1)).status, docId).toBe(422);
      const fits = hostileDocument(schema);
      const shown = shownBy[docId]?.(fits) ?? fits;
      const cover = { ...(shown["cover"] as PlainFields), src: draftAddress(file)! };
      await write(
        kind,
        docId,
        kind === "projects" ? { ...shown, cover, featured: true } : shown,
        2,
      );
      expect(await publish(kind, docId, 2), docId).toMatchObject({ status: 200 });
      // oxlint-enable no-await-in-loop
    }

    // What visitors get, as bytes and in a browser.
    const read = async (path: string) => {
      const answer = await fetch(origin + path, { redirect: "manual" });
      return { type: answer.headers.get("Content-Type") ?? "", text: await answer.text() };
    };
    const own = pages.filter(
      ({ access, built, path }) => access === "visitor" && built && path !== "/forgot-password",
    );
    const visited = [...own.map(({ path }) => path), `/project/${id}`];
    const files = [
      "/feed.xml",
      "/sitemap.xml",
      "/search.json",
      "/resume.json",
      "/llms.txt",
      "/contact.vcf",
      "/about.md",
    ];
    for (const path of [
      ...visited,
      ...files,
      ...visited.map((it) => `${it === "/" ? "/_" : it}.data`),
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- as one visitor
      const { type, text } = await read(path);
      if (!visited.includes(path)) expect(type, path).not.toMatch(/html|svg|javascript/);
      else expect(text.match(unescaped) ?? [], path).toEqual([]);
    }
    expect((await read(`/project/${id}`)).text).toContain("&lt;svg onload=");
    const feed = (await read("/feed.xml")).text;
    for (const path of visited) {
      // oxlint-disable no-await-in-loop -- one page
      await open(page, path);
      expect(await traps(page), path).toEqual([]);
      // oxlint-enable no-await-in-loop
    }
    const parsed = await page.evaluate(async (xml) => {
      const tree = new DOMParser().parseFromString(xml, "text/xml");
      return tree.querySelectorAll("parsererror, svg, img, script").length;
    }, feed);
    expect(parsed).toBe(0);

    // And who edits it, also what is too wild to be published.
    for (const [kind, docId] of documents) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await write(kind, docId, hostileDocument(contentSchema(kind, docId), true), 1);
    }
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
    const tools = [
      "/EditProjects",
      `/EditProjects?id=${id}`,
      "/EditCertificates",
      `/EditCertificates?id=${id}`,
      "/WebsiteManager",
      ...sections.map((section) => `/WebsiteManager?section=${section}`),
      "/UserManagement?tab=audit",
    ];
    for (const path of tools) {
      // oxlint-disable no-await-in-loop -- one page
      await open(page, path);
      await expect(page.getByRole("main").getByRole("heading", { level: 1 })).not.toHaveText("…");
      await page.waitForLoadState("networkidle");
      await expect(page.getByText("Loading...")).toHaveCount(0);
      for (const button of await page.getByRole("button", { name: "Edit the text" }).all()) {
        await button.click();
        await expect(page.locator(".ProseMirror").first()).toBeVisible();
      }
      expect(await traps(page), path).toEqual([]);
      // oxlint-enable no-await-in-loop
    }
    expect(dialogs).toEqual([]);
  },
);
