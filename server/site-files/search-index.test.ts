import { expect, test } from "vitest";
import { toPublicProjects } from "#lib/documents/to-public.ts";
import type { SearchIndex } from "#lib/search-entry.ts";
import type { PublicData } from "#lib/server-backend.ts";
import { openSite } from "../../tests/support/site.ts";
import { searchIndex } from "./search-index.ts";

async function read(data: PublicData): Promise<{ text: string; entries: SearchIndex["entries"] }> {
  const made = await searchIndex.make("/search.json", { data, origin: "https://site.example" });
  const text = String(made?.body);
  return { text, entries: (JSON.parse(text) as SearchIndex).entries };
}

const project = { slug: "tide", title: "Tide", summary: "A clock.", tags: ["brass"], stack: ["C"] };

const nothing: PublicData = {
  version: 0,
  failed: false,
  projects: [],
  certificates: [],
  problems: [],
  foodPosts: [],
  foodWishlist: [],
  github: null,
  leetcode: null,
  resume: null,
  profile: null,
  settings: { indexable: true },
  sections: { home: [], about: [] },
  navigation: null,
  seo: null,
  redirects: [],
  sample: false,
};

test("hidden projects, hidden certificates, tools and the secret page are not in it", async () => {
  await using site = await openSite();
  await site.serverBackend.commit([
    { set: "projects/a", data: project },
    { set: "projects/b", data: { ...project, slug: "veiled", title: "Veiled", hidden: true } },
    { set: "projects/c", data: { ...project, slug: "odd", title: "Odd", hidden: "no" } },
    {
      set: "certificates/d",
      data: { title: "Unseen", issuer: "X", issueDate: "2024-01-01", hidden: true },
    },
  ]);
  const { text, entries } = await read(await site.serverBackend.publicData());
  expect(entries).toContainEqual(["project", "Tide", "/project/tide", "A clock.", "brass C"]);
  for (const word of ["eiled", "Odd", "Unseen", "/secret", "/UserManagement"])
    expect(text).not.toContain(word);
});

test("each thing leads to where it is shown, newest change first, long texts cut", async () => {
  await using site = await openSite();
  const { serverBackend } = site;
  const long = { ...project, summary: "word ".repeat(100), tags: ["t".repeat(60)] };
  await serverBackend.commit([{ set: "projects/a", data: { ...long, stack: long.tags } }]);
  await serverBackend.commit([
    {
      set: "certificates/é b",
      data: { title: "Sailing", issuer: "Club", issueDate: "1999-01-01", skills: ["knots"] },
    },
  ]);
  await serverBackend.commit([
    {
      set: "problems/c",
      data: { title: "Sums", link: "https://problems.example/sums", categories: ["maths"] },
    },
  ]);
  const { entries } = await read(await serverBackend.publicData());
  const content = entries.filter(([kind]) => kind !== "page");
  expect(content.map(([kind, title, href]) => [kind, title, href])).toEqual([
    ["problem", "Sums", "/leetcode?problem=c"],
    ["certificate", "Sailing", "/certificates#certificate-%C3%A9%20b"],
    ["project", "Tide", "/project/tide"],
  ]);
  const [, , , summary, words] = content[2]!;
  expect(summary.length).toBeLessThanOrEqual(120);
  expect(summary).toMatch(/word…$/);
  expect(words).toBe("t".repeat(60));
});

test("of very many things the two thousand that were changed last are in it", async () => {
  const problems = Array.from({ length: 3000 }, (_, at) => ({
    id: `${at}`,
    title: `Problem ${at}`,
    link: `https://problems.example/${at}`,
    categories: [],
    solutions: [],
    createTime: "2020-01-01T00:00:00Z",
    updateTime: new Date(Date.UTC(2020, 0, 1, 0, 0, at)).toISOString(),
  }));
  const { entries } = await read({ ...nothing, problems });
  const titles = entries.filter(([kind]) => kind === "problem").map(([, title]) => title);
  expect(titles).toHaveLength(2000);
  expect([titles[0], titles.at(-1)]).toEqual(["Problem 2999", "Problem 1000"]);
});

test("a resume is offered as a file exactly where there is one to download", async () => {
  const offered = async (data: Partial<PublicData>) =>
    (await read({ ...nothing, ...data })).entries.filter(([kind]) => kind === "file").length;
  const inLetters = (name: string) => ({ resume: { basics: { name, summary: name } } });
  expect(await offered({})).toBe(0);
  expect(await offered(inLetters("Ada Quill"))).toBe(1);
  expect(await offered(inLetters("王小明王小明"))).toBe(0);
  const profile = { resumePdf: { name: "public/resume.pdf" } };
  expect(await offered({ ...inLetters("王小明王小明"), profile } as Partial<PublicData>)).toBe(1);
});

test("thousands of problems leave everything else in it, however long ago that was changed", async () => {
  const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour)).toISOString();
  const problems = Array.from({ length: 3000 }, (_, index) => ({
    id: `p${index}`,
    title: `Problem ${index}`,
    link: `https://problems.example/${index}`,
    categories: [],
    solutions: [],
    createTime: at(1),
    updateTime: at(index + 1),
  }));
  const times = { createTime: at(0), updateTime: at(0) };
  const projects = toPublicProjects(
    [{ path: "projects/a", id: "a", data: project, ...times }],
    () => {},
  );
  const { entries } = await read({ ...nothing, problems, projects });
  const content = entries.filter(([kind]) => kind !== "page");
  expect(content).toHaveLength(2000);
  expect(content.at(0)?.[1]).toBe("Problem 2999");
  expect(content.at(-1)?.[1]).toBe("Tide");
});
