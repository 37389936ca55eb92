import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { collection, doc, getDoc, getDocs, query, where } from "firebase/firestore/lite";
import { get, ref } from "firebase/database";
import { pages } from "#lib/pages.ts";
import { runCommand } from "../support/foyer-process.ts";
import type { FoyerProcess } from "../support/foyer-process.ts";
import { hiddenProjects, sampleFoodPosts, shownProjects } from "../support/sample-content.ts";
import { createSdkClient } from "../support/sdk-client.ts";
import { expect, hydrated, navigateTo, open, test } from "../support/site-test.ts";

const found = [
  "/",
  "/project",
  "/certificates",
  "/resume",
  "/github",
  "/leetcode",
  "/foodblog",
  "/foodwishlist",
  "/blockstacker",
  "/snake-game",
  "/space-raiders",
  "/fruit-ninja",
  "/about",
  "/contact",
];
const files = [
  "/sitemap.xml",
  "/feed.xml",
  "/llms.txt",
  "/robots.txt",
  "/.well-known/security.txt",
  "/search.json",
  "/resume.json",
  "/contact.vcf",
  "/index.md",
  "/about.md",
  "/project.md",
  "/certificates.md",
  "/resume.md",
  "/contact.md",
  "/github.md",
  "/leetcode.md",
  "/foodblog.md",
  "/foodwishlist.md",
  "/foodblog/feed.xml",
  "/leetcode/problems.json",
];

async function importDocuments({ dataDir }: FoyerProcess, documents: Record<string, object>) {
  const lines = Object.entries(documents).map(([path, fields]) => JSON.stringify({ path, fields }));
  const file = join(dataDir, "documents.jsonl");
  await writeFile(file, `${lines.join("\n")}\n`);
  expect(await runCommand(dataDir, "documents", "import", file)).toMatchObject({ code: 0 });
}

const string = (stringValue: string) => ({ stringValue });
const boolean = (booleanValue: boolean) => ({ booleanValue });
const fields = (values: object) => ({ mapValue: { fields: values } });
const array = (...values: object[]) => ({ arrayValue: { values } });

test.describe("what is hidden", { tag: "@embedded" }, () => {
  test.use({ ownSite: true });

  test("is in no page, data, feed, sitemap, index, picture, mirror or answer to outsiders", async ({
    foyer,
  }) => {
    const [word, draftWord] = ["Zwischenraumtaube", "Entwurfsnebel"];
    const project = { slug: string("hush-hush"), title: string(word), summary: string(word) };
    const place = fields({ name: string(word), city: string(word) });
    const post = { ...project, place, tags: array(string(word)), dishes: array(string(word)) };
    const wish = { title: string(word), notes: string(word), place, tags: array(string(word)) };
    const draft = { title: string(draftWord), summary: string(draftWord), text: string(draftWord) };
    await importDocuments(foyer, {
      "projects/hush-hush": { ...project, hidden: boolean(true), featured: boolean(true) },
      "projects/odd-flag": { ...project, slug: string("odd-flag"), hidden: string("false") },
      "certificates/hush": {
        title: string(word),
        issuer: string(word),
        issueDate: string("2026-01-01"),
        hidden: boolean(true),
      },
      "foodPosts/hush-hush": { ...post, hidden: boolean(true) },
      "foodPosts/odd-flag": { ...post, slug: string("odd-flag"), hidden: string("false") },
      "foodWishlist/hush-hush": { ...wish, hidden: boolean(true) },
      "foodWishlist/odd-flag": { ...wish, hidden: string("false") },
      // Visited, and what was written about it is hidden.
      "foodWishlist/told": {
        title: string("Told of"),
        status: string("visited"),
        postId: string("the-silent-post"),
        hidden: boolean(false),
      },
      "foodPosts/the-silent-post": { ...post, slug: string("silent-post"), hidden: boolean(true) },
      ...Object.fromEntries(
        [
          "projects/tide-clock/drafts/current",
          ...["projects", "foodPosts", "foodWishlist", "problems"].flatMap((kind) => [
            `drafts/${kind}_unsaid`,
            `schedules/${kind}_unsaid`,
            `trash/${kind}_unsaid`,
            `${kind}/tide-clock/versions/first`,
          ]),
          "problemNotes/two-pointers",
        ].map((path) => [path, { ...draft, hidden: boolean(false) }]),
      ),
    });
    const read = async (path: string) => {
      const answer = await fetch(foyer.origin + path, { redirect: "manual" });
      const text = `${answer.headers.get("location")} ${await answer.text()}`;
      for (const hush of [word, draftWord]) expect(text.includes(hush), path).toBe(false);
      return { answer, text };
    };

    const shown = [
      ...shownProjects.map(({ slug }) => `/project/${slug}`),
      ...sampleFoodPosts.map(({ slug }) => `/foodblog/${slug}`),
    ];
    const everyPage = [...pages.map(({ path }) => path), ...shown];
    for (const path of everyPage) {
      const { answer, text } = await read(path);
      expect(answer.status, path).toBe(200);
      expect(text.includes("hush"), path).toBe(false);
      const data = await read(path === "/" ? "/_.data" : `${path}.data`);
      expect(data.answer.status, path).toBe(200);
    }
    for (const path of [...files, ...shown.map((page) => `${page}.md`)]) {
      const { answer, text } = await read(path);
      expect(answer.status, path).toBe(200);
      expect(text.includes("hush"), path).toBe(false);
    }
    expect((await read("/feed.xml")).text).toContain(shownProjects[0]!.title);

    // Asked for by name, one that is hidden is what one that never was is.
    const byName = [
      ...["hush-hush", "odd-flag", hiddenProjects[0]!.slug].map((slug) => ["project", slug]),
      ...["hush-hush", "odd-flag", "silent-post"].map((slug) => ["foodblog", slug]),
    ];
    for (const [page = "", slug = ""] of byName) {
      const folder = `/${page}`;
      const encoded = `/%${page.charCodeAt(0).toString(16)}${page.slice(1)}`;
      const [name, wrong] = [`${folder}/${slug}`, `/${page.toUpperCase()}/${slug.toUpperCase()}`];
      const spellings = [name, `${name}/`, `${folder}//${slug}`, `${encoded}/${slug}`, wrong];
      for (const path of [...spellings, `${name}.data`, `${wrong}.data`]) {
        const none = (await read(path.replace(/-(?=[^-]*$)/, "-no-"))).answer;
        const { answer } = await read(path);
        expect([answer.status, answer.headers.get("location")], path).toEqual([
          none.status,
          none.headers.get("location")?.replace("-no-", "-") ?? null,
        ]);
      }
      for (const path of [`${name}.md`, `${wrong}.md`, `/og${name}.jpg`, `/og${wrong}.jpg`]) {
        expect((await read(path)).answer.status, path).toBe(404);
      }
      expect((await read(`/og${name}.jpg?v=1`)).answer.status).toBe(404);
    }

    const documents = "/v1/projects/foyer/databases/(default)/documents";
    const closed = ["projects/tide-clock/drafts/current", "problemNotes/two-pointers"];
    for (const name of ["projects", "foodPosts", "foodWishlist"]) {
      closed.push(name, `${name}/hush-hush`, `${name}/odd-flag`);
    }
    for (const name of ["projects", "foodPosts", "foodWishlist", "problems"]) {
      closed.push(`${name}/tide-clock/versions`, `${name}/tide-clock/versions/first`);
      closed.push(...["drafts", "schedules", "trash"].map((of) => `${of}/${name}_unsaid`));
    }
    for (const path of [...closed, "drafts", "schedules", "trash", "snapshots", "problemNotes"]) {
      expect((await read(`${documents}/${path}`)).answer.status, path).toBe(403);
    }
    for (const path of ["/projects.json?ns=foyer", "/.json?ns=foyer", "/projects/hush-hush.json"]) {
      expect((await read(path)).answer.ok, path).toBe(false);
    }
    await using client = createSdkClient(foyer.origin);
    const refused = { code: "permission-denied" };
    for (const path of closed) {
      const asked: Promise<unknown> =
        path.split("/").length % 2 === 0
          ? getDoc(doc(client.documents, path))
          : getDocs(collection(client.documents, path));
      await expect(asked, path).rejects.toMatchObject(refused);
    }
    await expect(get(ref(client.database, "projects"))).rejects.toThrow(/permission denied/i);
    for (const name of ["projects", "foodPosts", "foodWishlist"]) {
      const all = collection(client.documents, name);
      const listed = await getDocs(query(all, where("hidden", "==", false)));
      expect(listed.size).toBeGreaterThan(0);
      expect(JSON.stringify(listed.docs.map((each) => each.data()))).not.toContain(word);
    }
  });
});

/** What the document says of its page to programs. */
function told(page: Page) {
  return page.evaluate(() => {
    const all = (selector: string, name: string) =>
      [...document.querySelectorAll(`head ${selector}`)].map((each) => each.getAttribute(name));
    return {
      title: document.title,
      canonical: all('link[rel="canonical"]', "href"),
      description: all('meta[name="description"]', "content"),
      properties: all("meta[property]", "property"),
      urls: all('meta[property="og:url"]', "content"),
      robots: all('meta[name="robots"]', "content"),
      mirrors: all('link[type="text/markdown"]', "href"),
      graphs: [...document.querySelectorAll('script[type="application/ld+json"]')].map(
        (each) => JSON.parse(each.textContent) as { "@graph": { "@type": string }[] },
      ),
    };
  });
}

test("each page tells programs once what it is, comes alive with that in it, and never tells it of another page", async ({
  page,
  foyer,
}) => {
  test.slow();
  const slug = shownProjects[0]!.slug;
  const descriptions = new Set<string | null>();
  for (const path of [...found, `/project/${slug}`]) {
    // A hydration error is printed, and a fault of the page's watch.
    await open(page, path);
    const facts = await told(page);
    expect(facts.canonical, path).toEqual([foyer.origin + path]);
    expect(facts.urls, path).toEqual(facts.canonical);
    expect(facts.description, path).toHaveLength(1);
    expect(new Set(facts.properties).size, path).toBe(facts.properties.length);
    expect(facts.graphs, path).toHaveLength(1);
    expect(facts.robots, path).toEqual(["noindex"]);
    expect(facts.mirrors, path).toEqual([path === "/" ? "/index.md" : `${path}.md`]);
    descriptions.add(facts.description[0]!);
  }
  expect(descriptions.size).toBe(found.length + 1);

  await navigateTo(page, "/about");
  await expect(page).toHaveTitle(/^About/);
  await expect(page.locator("head meta[property]")).toHaveCount(0);
  const after = await told(page);
  expect(after.canonical).toEqual([`${foyer.origin}/about`]);
  expect([after.graphs, after.description, after.mirrors]).toEqual([[], [], []]);
  await page.reload();
  await hydrated(page);
  expect((await told(page)).graphs[0]?.["@graph"][0]?.["@type"]).toBe("AboutPage");
});

test.describe("a finished site", { tag: "@embedded" }, () => {
  test.use({ ownSite: true });

  test("is let into search engines, and its files are what they say they are whatever is in them", async ({
    page,
    foyer,
  }) => {
    const hostile = `</title>]]><b>&"'<script>globalThis.ran = 1</script>\u0007`;
    await runCommand(foyer.dataDir, "sample", "clear");
    const resume = join(foyer.dataDir, "resume.json");
    await writeFile(resume, JSON.stringify({ basics: { name: `Ada ${hostile}`, label: hostile } }));
    expect(await runCommand(foyer.dataDir, "import", "resume", resume)).toMatchObject({ code: 0 });
    const text = fields({ type: string("text"), text: string(hostile) });
    const paragraph = fields({ type: string("paragraph"), content: array(text) });
    await importDocuments(foyer, {
      "projects/atlas": {
        slug: string("atlas"),
        title: string(hostile),
        summary: string(hostile),
        tags: array(string(hostile)),
        hidden: boolean(false),
        body: fields({ type: string("doc"), content: array(paragraph) }),
      },
    });
    const paths = [...found, "/project/atlas"];
    for (const path of paths) {
      await open(page, path);
      const facts = await told(page);
      expect(facts.robots, path).toEqual([]);
      expect(facts.graphs, path).toHaveLength(1);
    }
    for (const path of ["/secret", "/forgot-password", "/Settings"]) {
      expect(await (await fetch(foyer.origin + path)).text(), path).toContain('content="noindex"');
    }

    const parsed = await page.evaluate(async () => {
      const read = async (path: string) => {
        const answer = await fetch(path);
        const xml = new DOMParser().parseFromString(await answer.text(), "application/xml");
        const texts = (name: string) =>
          [...xml.getElementsByTagName(name)].map((each) => each.textContent);
        return { texts, robots: answer.headers.get("x-robots-tag") };
      };
      const [sitemap, feed] = [await read("/sitemap.xml"), await read("/feed.xml")];
      const [content = ""] = feed.texts("content");
      const html = new DOMParser().parseFromString(content, "text/html");
      return {
        errors: [...sitemap.texts("parsererror"), ...feed.texts("parsererror")],
        locations: sitemap.texts("loc"),
        titles: feed.texts("title"),
        content: html.body.textContent,
        elements: html.querySelectorAll("script, b").length,
        robots: [sitemap.robots, feed.robots],
        ran: "ran" in globalThis,
      };
    });
    const plain = hostile.replace("\u0007", "");
    expect(parsed).toMatchObject({
      errors: [],
      locations: paths
        .map((path) => foyer.origin + path)
        .toSorted((a, b) => parsed.locations.indexOf(a) - parsed.locations.indexOf(b)),
      titles: [`Ada ${plain}`, plain],
      elements: 0,
      robots: [null, null],
      ran: false,
    });
    expect(parsed.content).toContain(plain);

    for (const path of paths) {
      const name = path === "/" ? "/index" : path;
      const mirror = await fetch(`${foyer.origin}${name}.md`);
      expect(mirror.headers.get("link"), path).toBe(`<${foyer.origin}${path}>; rel="canonical"`);
    }
    // Drawn whatever the words are.
    const picture = await fetch(`${foyer.origin}/og/project/atlas.jpg`);
    expect(picture.headers.get("content-type")).toBe("image/jpeg");
    expect((await picture.bytes()).length).toBeGreaterThan(5000);
  });
});
