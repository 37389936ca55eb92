import { expect, test } from "vitest";
import { publicDataOf } from "../../tests/support/public-data.ts";
import { createSiteFileMakers } from "./site-file-makers.ts";

const origin = "https://ada.example";
const hostile = `]]>]]><b>&"\u0007\u009B\u202E*_[x](y)`;
const made = createSiteFileMakers({ now: () => Date.parse("2026-03-04T05:06:07Z"), heavy: [] });
const data = publicDataOf({
  projects: {
    a: {
      slug: "atlas",
      title: `Atlas ${hostile}`,
      summary: hostile,
      tags: [hostile],
      body: {
        type: "doc",
        content: [{ type: "paragraph", content: [{ type: "text", text: hostile }] }],
      },
      links: [{ label: hostile, url: "/contact" }],
      cover: { src: "/img/x.webp", alt: hostile, width: 10, height: 10 },
    },
    b: { slug: "hush", title: "Hush", summary: "", hidden: true },
  },
  certificates: {
    "c 1": { title: `Welding ${hostile}`, issuer: "Guild", issueDate: "2024-01-02" },
    d: { title: "Hush too", issuer: "Guild", issueDate: "2024-01-02", hidden: true },
  },
  foodPosts: {
    p: {
      slug: "soup",
      title: `Soup ${hostile}`,
      summary: hostile,
      tags: [hostile],
      dishes: [hostile],
      place: { name: `Pot ${hostile}`, city: hostile, url: "/contact" },
      rating: 4.5,
      pricePerPerson: { minor: 1450, currency: "EUR" },
      again: "maybe",
      body: {
        type: "doc",
        content: [{ type: "paragraph", content: [{ type: "text", text: hostile }] }],
      },
      cover: { src: "/img/x.webp", alt: hostile, width: 10, height: 10 },
    },
    q: { slug: "hush-soup", title: "Hush soup", hidden: true },
  },
  foodWishlist: {
    w: {
      title: `Noodles ${hostile}`,
      place: { name: hostile },
      closedOn: ["monday"],
      notes: hostile,
      source: { label: hostile, url: "https://example.com/a(b)" },
      postId: "p",
    },
    x: { title: "Hush noodles", hidden: true },
  },
  profile: { tagline: hostile, now: [hostile], values: [{ title: "Whole", text: hostile }] },
  resume: { basics: { name: `Ada ${hostile}`, email: "ada@example.com", summary: hostile } },
});

async function file(path: string, of = data) {
  const maker = made.find((candidate) => candidate.owns(path));
  return maker?.make(path, { data: of, origin });
}

async function text(path: string, of = data): Promise<string> {
  return String((await file(path, of))?.body);
}

test("the sitemap names the pages that are there to be found, projects with the day of their last change", async () => {
  const xml = await text("/sitemap.xml");
  expect(xml).toContain("<url><loc>https://ada.example/about</loc></url>");
  expect(xml).toContain(
    "<url><loc>https://ada.example/project/atlas</loc><lastmod>2026-02-03</lastmod></url>",
  );
  expect(xml).toContain(
    "<url><loc>https://ada.example/foodblog/soup</loc><lastmod>2026-02-03</lastmod></url>",
  );
  for (const path of ["hush", "secret", "forgot-password", "Settings"])
    expect(xml).not.toContain(path);
});

test("a site that is not to be found lets robots in to see that, and names no pages", async () => {
  const closed = { ...data, sample: "all" as const };
  expect(await text("/sitemap.xml", closed)).not.toContain("<loc>");
  expect(await text("/robots.txt", closed)).toBe(
    "User-agent: *\nDisallow: /api/\nDisallow: /calendar/\n",
  );
  expect(await text("/robots.txt")).toContain("\nSitemap: https://ada.example/sitemap.xml\n");
});

test("security.txt names a way to write that ends within a year, whoever the owner is", async () => {
  expect(await text("/.well-known/security.txt")).toBe(
    [
      "Contact: mailto:ada@example.com",
      "Contact: https://ada.example/contact",
      "Expires: 2026-08-31T00:00:00.000Z",
      "Preferred-Languages: en",
      "Canonical: https://ada.example/.well-known/security.txt",
      "",
    ].join("\n"),
  );
  expect(await text("/.well-known/security.txt", publicDataOf({}))).toMatch(/^Contact: https:/);
});

test("an entry of the feed keeps its id when its title and its address change", async () => {
  const ids = (xml: string) => [...xml.matchAll(/<id>(.*?)<\/id>/g)].map(([, id]) => id);
  const before = ids(await text("/feed.xml"));
  expect(before).toEqual([
    "https://ada.example/feed.xml",
    "tag:ada.example,2026-01-02:projects/a",
    "tag:ada.example,2026-01-02:certificates/c%201",
    "tag:ada.example,2026-01-02:foodPosts/p",
  ]);
  const renamed = { ...data.projects[0]!, title: "New", slug: "new" };
  expect(ids(await text("/feed.xml", { ...data, projects: [renamed] }))).toEqual(before);
});

test("the feed has the newest fifty, and the texts of no others are read for it", async () => {
  const [project] = data.projects;
  let read = 0;
  const projects = Array.from({ length: 60 }, (_, at) => ({
    ...project!,
    createTime: new Date(Date.UTC(2026, 0, 1) + at * 60_000).toISOString(),
    title: `Number ${at}.`,
    get body() {
      read += 1;
      return project!.body;
    },
  }));
  const xml = await text("/feed.xml", { ...data, projects, certificates: [], foodPosts: [] });
  expect(xml).toContain("Number 59.");
  expect(xml).toContain("Number 10.");
  expect(xml).not.toContain("Number 9.");
  expect(read).toBeLessThan(60);
});

test("the food posts have a feed of their own, with the place and the rating in words", async () => {
  const xml = await text("/foodblog/feed.xml");
  expect([...xml.matchAll(/<id>(.*?)<\/id>/g)].map(([, id]) => id)).toEqual([
    "https://ada.example/foodblog/feed.xml",
    "tag:ada.example,2026-01-02:foodPosts/p",
  ]);
  expect(xml).toContain('rel="alternate" type="text/html" href="https://ada.example/foodblog"/>');
  expect(xml).toContain("· 4.5 out of 5, excellent");
});

test.for(["/feed.xml", "/foodblog/feed.xml"])("no text breaks out of %s", async (path) => {
  const xml = await text(path);
  expect(xml).not.toContain("\u0007");
  expect(xml).not.toContain("]]>");
  expect(xml).toContain(" ]]&gt;]]&gt;&lt;b&gt;&amp;&quot;*_[x](y)</title>");
  // In the HTML it is escaped once more.
  expect(xml).toContain("&lt;p&gt;]]&amp;gt;]]&amp;gt;&amp;lt;b&amp;gt;&amp;amp;&amp;quot;");
  expect(xml).toContain('<category term="]]&gt;]]&gt;&lt;b&gt;&amp;&quot;*_[x](y)"/>');
  expect(xml).toContain("<published>2026-01-02T03:04:05.678901Z</published>");
  expect(xml).toMatch(/^<\?xml.*<updated>2026-02-03T04:05:06\.789012Z<\/updated>.*<entry>/s);
});

test("llms.txt has a name, a sentence and lists of links to the pages in Markdown", async () => {
  const lines = (await text("/llms.txt")).split("\n");
  expect(lines[0]).toMatch(/^# Ada /);
  expect(lines[2]).toMatch(/^> /);
  expect(lines.filter((line) => line.startsWith("## "))).toEqual([
    "## Pages",
    "## Projects",
    "## Food blog",
    "## Optional",
  ]);
  const links = lines.filter((line) => line.startsWith("- "));
  for (const line of links)
    expect(line).toMatch(/^- \[(?:[^\]\\]|\\.)+\]\(https:\/\/ada\.example\/[^)]+\): ./);
  expect(links.join()).toContain("(https://ada.example/project/atlas.md)");
});

test("what is hidden is in no file", async () => {
  const paths = [
    "/sitemap.xml",
    "/feed.xml",
    "/llms.txt",
    "/search.json",
    "/contact.vcf",
    "/index.md",
    "/about.md",
    "/project.md",
    "/certificates.md",
    "/resume.md",
    "/contact.md",
    "/foodblog.md",
    "/foodwishlist.md",
    "/foodblog/feed.xml",
    "/foodblog/soup.md",
  ];
  for (const path of paths) {
    expect(await text(path), path).not.toBe("undefined");
    expect(await text(path), path).not.toMatch(/hush/i);
  }
  expect(await file("/project/hush.md")).toBeUndefined();
  expect(await file("/foodblog/hush-soup.md")).toBeUndefined();
});
