import { expect, test } from "vitest";
import { everyFoundPage, foundPages, mirrorOf } from "#lib/found/addresses.ts";
import { publicDataOf } from "../../../tests/support/public-data.ts";
import { mirror, mirrors } from "./mirror.ts";

const origin = "https://ada.example";
const data = publicDataOf({
  projects: {
    a: {
      slug: "atlas",
      title: "Atlas *of* rain",
      summary: "One <b>map</b> a day.",
      startDate: "2024-05",
      tags: ["maps"],
      stack: ["Ink"],
      links: [
        { label: "Code", url: "https://code.example/(atlas)" },
        { label: "Write", url: "/contact" },
      ],
      gallery: [{ src: "/img/x.webp", alt: "A map", width: 10, height: 10 }],
      body: {
        type: "doc",
        content: [{ type: "paragraph", content: [{ type: "text", text: "# no heading" }] }],
      },
    },
  },
  profile: {
    now: ["Drawing"],
    uses: [{ title: "Desk", items: ["Pen"] }],
    values: [{ title: "Care", text: "Much." }],
  },
  sections: { about: [{ id: "uses" }, { id: "now" }, { id: "values", hidden: true }] },
  resume: {
    basics: { name: "Ada" },
    work: [
      { name: "Foundry", position: "Cutter", startDate: "2020", highlights: ["Cut 12 fonts"] },
    ],
    skills: [{ name: "Drawing", keywords: ["Ink"] }],
  },
});

async function read(file: string): Promise<string | undefined> {
  const made = mirror.owns(file) ? await mirror.make(file, { data, origin }) : undefined;
  return made && String(made.body);
}

test("every page that is there to be found has a mirror, which names the page it is of", async () => {
  expect(Object.keys(mirrors).toSorted()).toEqual(foundPages().toSorted());
  for (const path of everyFoundPage(data)) {
    const made = await mirror.make(mirrorOf(path), { data, origin });
    expect(String(made?.body), path).toMatch(/^# \S/);
    expect(String(made?.body), path).not.toMatch(/undefined|\[object/);
    expect(made?.headers).toEqual([["Link", `<${origin}${path}>; rel="canonical"`]]);
  }
});

test("no other address has one", async () => {
  for (const file of [
    "/.md",
    "/secret.md",
    "/Settings.md",
    "/About.md",
    "/project/none.md",
    "/project/.md",

    "/project/atlas/x.md",
    "/index/.md",
    "/about.md.md",
    "/project/../about.md",
    "/__proto__.md",
    "/constructor.md",
    "/forgot-password.md",
  ]) {
    expect(await read(file), file).toBeUndefined();
  }
});

test("a project is told whole, and its texts stay texts", async () => {
  expect(await read("/project/atlas.md")).toBe(
    [
      "# Atlas \\*of\\* rain",
      "One \\<b>map\\</b> a day.",
      "May 2024 – now · maps",
      "\\# no heading",
      "![A map](https://ada.example/img/x.webp)",
      "## Made with",
      "Ink",
      "## Links",
      "- [Code](https://code.example/%28atlas%29)\n- [Write](https://ada.example/contact)\n",
    ].join("\n\n"),
  );
});

test("about is in the owner's order, without what the owner hides", async () => {
  const about = await read("/about.md");
  expect(about).toBe("# About\n\n## What I use\n\n- **Desk**: Pen\n\n## Now\n\n- Drawing\n");
});

test("the mirror of the contact page says of the place what the page says", async () => {
  const basics = {
    email: "ada@example.com",
    phone: "+44 20 5550 100",
    location: { address: "12 St James’s Square", postalCode: "SW1", city: "London" },
    profiles: [{ network: "Code", url: "https://code.example/ada" }],
  };
  const content = { data: publicDataOf({ resume: { basics } }), origin };
  const contact = String((await mirror.make("/contact.md", content))?.body);
  expect(contact.split("\n\n").at(-1)?.trim().split("\n")).toEqual([
    "- [ada@example.com](mailto:ada@example.com)",
    String.raw`- [\+44 20 5550 100](tel:+44205550100)`,
    "- [Code](https://code.example/ada)",
    "- London",
  ]);
  const resume = String((await mirror.make("/resume.md", content))?.body);
  expect(resume).toContain("12 St James’s Square");
});

test("no mirror has signs that a terminal would obey", async () => {
  const evil = "a\u001B[31mb\u0007c\u202Ed\u0000\u2066e\u009Bf";
  const text = { type: "text", text: evil };
  const body = {
    type: "doc",
    content: [
      { type: "paragraph", content: [text, { ...text, marks: [{ type: "code" }] }] },
      { type: "codeBlock", content: [{ type: "text", text: `${evil}\n\tg` }] },
    ],
  };
  const projects = { a: { slug: "atlas", title: evil, summary: evil, body } };
  const resume = { work: [{ name: "Foundry", url: `https://x.example/${evil}` }] };
  const content = { data: publicDataOf({ projects, resume }), origin };
  for (const file of ["/index.md", "/project.md", "/project/atlas.md", "/resume.md"]) {
    const made = String((await mirror.make(file, content))?.body);
    expect(made, file).toMatch(/a\\?\[31mbcdef/);
    expect(made, file).not.toMatch(/(?![\t\n])\p{Cc}|[\u202A-\u202E\u2066-\u2069]/u);
  }
});

test("a resume has its sections", async () => {
  const resume = await read("/resume.md");
  expect(resume).toContain("## Work\n\n### Cutter\n\nFoundry · 2020 – now\n\n- Cut 12 fonts");
  expect(resume).toContain("## Skills\n\n- **Drawing**: Ink");
});
