import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { publicDataOf } from "../../tests/support/public-data.ts";
import { PageFacts, PageFactsContext } from "./page-facts.tsx";
import { tellFacts } from "./tell-facts.ts";

const hostile = `</script><script>alert(1)</script>\u2028<!--"'&`;
const data = publicDataOf({
  projects: { a: { slug: "atlas", title: `Atlas ${hostile}`, summary: hostile } },
  resume: { basics: { name: `Ada ${hostile}`, summary: hostile, label: hostile } },
});

function head(path: string, of = data): string {
  const told = tellFacts(path, of, "https://ada.example");
  return renderToStaticMarkup(
    <PageFactsContext value={told}>
      <PageFacts />
    </PageFactsContext>,
  ).replaceAll(/<meta name="theme-color"[^>]*>/g, "");
}

test("no text of the content ends the script it stands in, and the script still says it", () => {
  for (const path of ["/", "/about", "/resume", "/project", "/project/atlas"]) {
    const html = head(path);
    expect(html.match(/<script/g), path).toHaveLength(1);
    expect(html.match(/<\/script>/g), path).toHaveLength(1);
    const json = /<script type="application\/ld\+json">(.*)<\/script>/s.exec(html)?.[1] ?? "";
    expect(JSON.stringify(JSON.parse(json))).toContain(JSON.stringify(hostile).slice(1, -1));
  }
});

test("a page that is there to be found names its picture, its mirror and the feed", () => {
  const html = head("/project/atlas");
  expect(html).toContain('content="https://ada.example/og/project/atlas.jpg"');
  expect(html).toContain('content="image/jpeg"');
  expect(html).toContain('type="text/markdown" href="/project/atlas.md"');
  expect(html).toContain('type="application/atom+xml" href="/feed.xml"');
  expect(html).not.toContain("noindex");
  expect(head("/resume")).toContain('type="application/json" href="/resume.json"');
});

test("other pages say noindex and their description, and no more", () => {
  for (const path of ["/secret", "/Settings", "/forgot-password"]) {
    expect(head(path)).toMatch(
      /^<meta name="robots" content="noindex"\/><meta name="description" content="[^"]+"\/>$/,
    );
  }
  expect(head("/project/none")).toBe('<meta name="robots" content="noindex"/>');
});

test("no page of a site that is not to be indexed may be", () => {
  const closed = publicDataOf({ resume: {}, settings: { indexable: false } });
  for (const path of ["/", "/about", "/secret"]) {
    expect(head(path, closed).match(/noindex/g), path).toHaveLength(1);
  }
  expect(renderToStaticMarkup(<PageFacts />)).toContain("noindex");
});

test("the owner's own words, picture and proofs count, and a page that is kept out says nothing but noindex", () => {
  const own = publicDataOf({
    resume: { basics: { name: "Ada" } },
    projects: { a: { slug: "atlas", title: "Atlas", summary: "Maps." } },
    seo: {
      pages: [
        { path: "/about", title: "The keeper", description: "Who keeps <b>the</b> lights on." },
        { path: "/project", noindex: true },
        { path: "/project/atlas", noindex: true },
      ],
      verification: [{ name: "google-site-verification", content: "abc_123-=" }],
      picture: {
        src: "/img/-/640.webp/site/seo/x/hall.png",
        alt: "A hall",
        width: 2560,
        height: 1344,
      },
    },
  });
  const about = head("/about", own);
  expect(about).toContain('property="og:title" content="The keeper"');
  expect(about).toContain(
    'name="description" content="Who keeps &lt;b&gt;the&lt;/b&gt; lights on."',
  );
  expect(about).toContain('content="https://ada.example/img/-/1280.jpg/site/seo/x/hall.png"');
  expect(about).toContain('property="og:image:height" content="672"');
  expect(about).not.toContain("google-site-verification");
  expect(head("/", own)).toContain('<meta name="google-site-verification" content="abc_123-="/>');
  for (const path of ["/project", "/project/atlas"]) {
    expect(head(path, own), path).toContain('name="robots" content="noindex"');
    expect(head(path, own), path).not.toContain("og:title");
  }
});
