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
  foodPosts: {
    soup: {
      slug: "soup",
      title: "Soup *of* the day",
      dishes: ["Leek soup"],
      place: { name: "Pot", city: "Porto", country: "PT", url: "https://pot.example/" },
      visitedOn: "2026-05-16",
      rating: 4.5,
      pricePerPerson: { minor: 1450, currency: "EUR" },
      again: "yes",
    },
  },
  foodWishlist: {
    noodles: {
      title: "Noodles",
      status: "visited",
      closedOn: ["monday"],
      source: { label: "A friend", url: "https://friend.example/" },
      postId: "soup",
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

test("a food post tells its facts in a line, and a wish where it was written about", async () => {
  expect(await read("/foodblog/soup.md")).toBe(
    [
      "# Soup \\*of\\* the day",
      "Pot, Porto · May 16, 2026 · 4.5 out of 5, excellent · €14.50 a person · Worth it again: Yes",
      "## Dishes",
      "- Leek soup",
      "## Place",
      "Pot · Porto, Portugal",
      "- [Its page](https://pot.example/)",
      "",
    ]
      .join("\n\n")
      .replace(/\n\n$/, "\n"),
  );
  expect(await read("/foodwishlist.md")).toContain(
    "- [Soup \\*of\\* the day](https://ada.example/foodblog/soup.md)\n- [A friend](https://friend.example/)",
  );
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

test("GitHub is told in lists, as of when it was read, and nothing of who the resume does not name", async () => {
  const github = {
    login: "ada",
    url: "https://github.com/ada",
    followers: 0,
    following: 0,
    repositories: 1,
    years: [],
    isPrivateCounted: false,
    languages: [{ name: "C++", share: 1 }],
    pinned: [],
    recent: [
      {
        name: "rock",
        url: "https://github.com/ada/rock",
        description: "A *rock*",
        stars: 0,
        forks: 0,
        topics: [],
      },
    ],
    activity: [],
    fetchedAt: "2026-11-22T09:05:00.000Z",
  };
  const resume = { basics: { name: "Ada", profiles: [{ network: "GitHub", username: "Ada" }] } };
  const of = async (content: Parameters<typeof publicDataOf>[0]) =>
    String((await mirror.make("/github.md", { data: publicDataOf(content), origin }))?.body);
  const told = await of({ resume, github });
  expect(told).toContain("As of Nov 22, 2026.");
  expect(told).toContain(String.raw`- [rock](https://github.com/ada/rock): A \*rock\*`);
  expect(await of({ github })).toBe("# GitHub\n");
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
