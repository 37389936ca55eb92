import { expect, test } from "vitest";
import type { Fault } from "./check-document.ts";
import type { Stored } from "./public-list.ts";
import {
  dedupeProblems,
  isSample,
  toPublicCertificates,
  toPublicProblems,
  toPublicProfile,
  toPublicProjects,
  toPublicRedirects,
  toPublicResume,
  toPublicSections,
  toPublicSeo,
  toPublicSettings,
} from "./to-public.ts";

function collectMisfits() {
  const misfits: { path: string; faults: Fault[] }[] = [];
  return {
    misfits,
    report: (path: string, faults: Fault[]) => void misfits.push({ path, faults }),
  };
}

function stored(path: string, data: unknown): Stored {
  const time = "2026-01-01T00:00:00.000000Z";
  const id = path.split("/").at(-1) ?? "";
  return { path, id, data, createTime: time, updateTime: time };
}

function project(id: string, overrides: Record<string, unknown> = {}): Stored {
  return stored(`projects/${id}`, { slug: id, title: id, summary: "", ...overrides });
}

function problem(id: string, link: string, categories: string[] = []): Stored {
  return stored(`problems/${id}`, { title: id, link, categories, solutions: [] });
}

test("a project without hidden, or with hidden false, is public", () => {
  const { misfits, report } = collectMisfits();
  const projects = toPublicProjects([project("a"), project("b", { hidden: false })], report);
  expect(projects.map(({ id }) => id)).toEqual(["a", "b"]);
  expect(misfits).toEqual([]);
});

test("a hidden project is left out without a report", () => {
  const { misfits, report } = collectMisfits();
  expect(toPublicProjects([project("a", { hidden: true })], report)).toEqual([]);
  expect(misfits).toEqual([]);
});

test.for([["true"], ["false"], [""], [1], [0], [null], [[]], [{}]])(
  "a project whose hidden is %j is never public, and is reported with its path",
  ([hidden]) => {
    const { misfits, report } = collectMisfits();
    expect(toPublicProjects([project("a", { hidden })], report)).toEqual([]);
    expect(misfits).toEqual([
      { path: "projects/a", faults: [{ path: "hidden", message: "must be true or false" }] },
    ]);
  },
);

test("hidden is obeyed in a problem too, whose schema does not know it", () => {
  const { report } = collectMisfits();
  const hidden = problem("a", "https://problems.example.com/a");
  const data = { ...(hidden.data as object), hidden: true };
  expect(toPublicProblems([{ ...hidden, data }], report)).toEqual([]);
});

test("a document that does not fit its schema is left out, reported, and keeps no other from the page", () => {
  const { misfits, report } = collectMisfits();
  const projects = toPublicProjects([project("a", { title: 7 }), project("b")], report);
  expect(projects.map(({ id }) => id)).toEqual(["b"]);
  expect(misfits).toEqual([
    {
      path: "projects/a",
      faults: [{ path: "title", message: "must be text in quotes, not a number" }],
    },
  ]);
});

test.for([[null], ["text"], [[]], [undefined], [7]])(
  "a document that is %j instead of fields is left out",
  ([data]) => {
    const { misfits, report } = collectMisfits();
    expect(toPublicProjects([stored("projects/a", data)], report)).toEqual([]);
    expect(misfits).toHaveLength(1);
  },
);

test("a public project has no hidden, order, sample or unknown field, at any depth that a schema names", () => {
  const { report } = collectMisfits();
  const cover = { src: "/a.svg", alt: "A", width: 1, height: 1, uploadedBy: "u1" };
  const [shown] = toPublicProjects(
    [project("a", { hidden: false, order: "a0", sample: true, note: "private", cover })],
    report,
  );
  expect(shown).toStrictEqual({
    id: "a",
    createTime: "2026-01-01T00:00:00.000000Z",
    updateTime: "2026-01-01T00:00:00.000000Z",
    slug: "a",
    title: "a",
    summary: "",
    tags: [],
    stack: [],
    links: [],
    cover: { src: "/a.svg", alt: "A", width: 1, height: 1 },
    gallery: [],
    featured: false,
  });
});

test("the id of a public document is the stored one, whatever its data says", () => {
  const { report } = collectMisfits();
  expect(toPublicProjects([project("a", { id: "forged" })], report)[0]?.id).toBe("a");
});

test("a field named __proto__ changes nothing", () => {
  const { report } = collectMisfits();
  const data: unknown = JSON.parse(
    '{"slug":"a","title":"A","summary":"","__proto__":{"featured":true,"polluted":true}}',
  );
  const [shown] = toPublicProjects([stored("projects/a", data)], report);
  expect(shown?.featured).toBe(false);
  expect(shown).not.toHaveProperty("polluted");
});

test("projects come in the owner's order, compared as strings, then by title", () => {
  const { report } = collectMisfits();
  const projects = toPublicProjects(
    [
      project("d", { order: "a1", title: "Willow" }),
      project("c", { order: "a0V" }),
      project("b", { order: "a1", title: "ash" }),
      project("a", { order: "Zz" }),
    ],
    report,
  );
  expect(projects.map(({ id }) => id)).toEqual(["a", "c", "b", "d"]);
});

test("certificates come newest first, those of one day by title", () => {
  const { report } = collectMisfits();
  const certificates = [
    ["old", "2019-12-31", "A"],
    ["same-b", "2024-02-29", "Boats"],
    ["new", "2025-01-01", "Z"],
    ["same-a", "2024-02-29", "anchors"],
  ].map(([id, issueDate, title]) =>
    stored(`certificates/${id}`, { title, issuer: "Guild", issueDate }),
  );
  const ids = toPublicCertificates(certificates, report).map(({ id }) => id);
  expect(ids).toEqual(["new", "same-a", "same-b", "old"]);
});

test("a certificate issued on a day that does not exist is a misfit, because no page can format it", () => {
  const { misfits, report } = collectMisfits();
  const data = { title: "A", issuer: "Guild", issueDate: "2023-02-29" };
  expect(toPublicCertificates([stored("certificates/a", data)], report)).toEqual([]);
  expect(misfits[0]?.faults[0]?.path).toBe("issueDate");
});

test("of problems with the same link the one with more categories stays, wherever it stands", () => {
  const { report } = collectMisfits();
  const few = problem("few", "https://problems.example.com/a", ["x"]);
  const many = problem("many", "https://problems.example.com/a", ["x", "y"]);
  expect(toPublicProblems([few, many], report).map(({ id }) => id)).toEqual(["many"]);
  expect(toPublicProblems([many, few], report).map(({ id }) => id)).toEqual(["many"]);
});

test("links that differ only by spaces around them are the same link", () => {
  const { report } = collectMisfits();
  const problems = toPublicProblems(
    [
      problem("a", " https://problems.example.com/a\n", ["x"]),
      problem("b", "https://problems.example.com/a"),
    ],
    report,
  );
  expect(problems).toMatchObject([{ id: "a", link: "https://problems.example.com/a" }]);
});

test("problems come by title, whatever order they were stored in", () => {
  const { report } = collectMisfits();
  const problems = ["c", "a", "b"].map((id) => problem(id, `https://problems.example.com/${id}`));
  expect(toPublicProblems(problems, report).map(({ id }) => id)).toEqual(["a", "b", "c"]);
});

test("with equally many categories the first by id stays, whatever order they come in", () => {
  const given = ["b", "a", "c"].map((id) => ({ id, link: "/a", categories: ["x"] }));
  expect(dedupeProblems(given).map(({ id }) => id)).toEqual(["a"]);
});

test("links that differ in case are different links", () => {
  const one = { id: "a", link: "/A", categories: [] };
  const other = { id: "b", link: "/a", categories: [] };
  expect(dedupeProblems([one, other])).toEqual([one, other]);
});

test("a hidden problem does not push a public one with the same link off the page", () => {
  const { report } = collectMisfits();
  const link = "https://problems.example.com/a";
  const rich = problem("rich", link, ["x", "y", "z"]);
  const hidden = { ...rich, data: { ...(rich.data as object), hidden: true } };
  expect(toPublicProblems([hidden, problem("plain", link)], report)).toMatchObject([
    { id: "plain" },
  ]);
});

test("the language of a solution is trimmed and lower-cased", () => {
  const { report } = collectMisfits();
  const data = {
    title: "A",
    link: "https://problems.example.com/a",
    solutions: [{ language: " Python ", code: "" }],
  };
  const [shown] = toPublicProblems([stored("problems/a", data)], report);
  expect(shown?.solutions[0]?.language).toBe("python");
});

test("a resume keeps the standard's fields, contact included, and loses unknown ones at every depth", () => {
  const { report } = collectMisfits();
  const resume = toPublicResume(
    stored("site/resume", {
      importedAt: "2026-01-01T00:00:00Z",
      document: {
        basics: {
          email: "imke@example.com",
          phone: "+49 40 66969 117",
          location: { city: "Ennersiel", door: "code 4711" },
          profiles: [{ network: "Notes", password: "secret" }],
        },
        work: [{ name: "Slackwater", salary: 1 }],
        "x-private": true,
      },
    }),
    report,
  );
  expect(resume).toEqual({
    basics: {
      email: "imke@example.com",
      phone: "+49 40 66969 117",
      location: { city: "Ennersiel" },
      profiles: [{ network: "Notes" }],
    },
    work: [{ name: "Slackwater" }],
    meta: { lastModified: "2026-01-01T00:00:00.000000Z" },
  });
});

test("texts of a resume are trimmed, and what is blank is left out at every depth", () => {
  const { report } = collectMisfits();
  const document = {
    basics: { name: "  Ada\n", label: " \u200b ", profiles: [{}], location: { city: " " } },
    work: [{}, { name: " " }, { position: "Cutter", highlights: ["", "Punches "] }],
    skills: [{ keywords: [" "] }],
  };
  expect(toPublicResume(stored("site/resume", { document }), report)).toEqual({
    basics: { name: "Ada" },
    work: [{ position: "Cutter", highlights: ["Punches"] }],
    meta: { lastModified: "2026-01-01T00:00:00.000000Z" },
  });
});

test("a resume says itself when it was last changed, or else when it was stored", () => {
  const { report } = collectMisfits();
  const lastModified = (document: unknown) =>
    toPublicResume(stored("site/resume", { document }), report)?.meta?.lastModified;
  expect(lastModified({ meta: { version: "v1", lastModified: "2025-03-01" } })).toBe("2025-03-01");
  expect(lastModified({ work: [{}] })).toBe("2026-01-01T00:00:00.000000Z");
});

test("what is blank in a profile, and what a heading would miss its text or a text its heading, is left out", () => {
  const { report } = collectMisfits();
  const profile = toPublicProfile(
    stored("site/profile", {
      tagline: " ",
      now: ["Reading ", " "],
      values: [
        { title: "", text: "x" },
        { title: "Calm", text: "No hurry." },
      ],
      uses: [
        { title: "Desk", items: ["", "Lamp"] },
        { title: " ", items: ["x"] },
      ],
    }),
    report,
  );
  expect(profile).toEqual({
    now: ["Reading"],
    values: [{ title: "Calm", text: "No hurry." }],
    uses: [{ title: "Desk", items: ["Lamp"] }],
  });
});

test("a project with a blank title is a misfit, and blank tags are left out", () => {
  const { misfits, report } = collectMisfits();
  const projects = toPublicProjects(
    [project("a", { title: "  " }), project("b", { title: " B ", tags: [" ", "maps "] })],
    report,
  );
  expect(projects).toMatchObject([{ title: "B", tags: ["maps"] }]);
  expect(misfits).toEqual([
    { path: "projects/a", faults: [{ path: "title", message: "must not be empty" }] },
  ]);
});

test("what is not stored is absent without a report, and settings and sections have their defaults", () => {
  const { misfits, report } = collectMisfits();
  expect(toPublicResume(null, report)).toBeNull();
  expect(toPublicProfile(null, report)).toBeNull();
  expect(toPublicSettings(null, report)).toEqual({ indexable: true });
  const { home, about } = toPublicSections(null, report);
  expect(home.map(({ id }) => id)).toEqual(["work", "writing", "play", "contact"]);
  expect(about.map(({ id }) => id)).toEqual([
    "story",
    "now",
    "values",
    "timeline",
    "skills",
    "uses",
  ]);
  expect(misfits).toEqual([]);
});

test("settings that do not fit count as noindex", () => {
  const { misfits, report } = collectMisfits();
  const settings = toPublicSettings(stored("site/settings", { indexable: "no" }), report);
  expect(settings).toEqual({ indexable: false });
  expect(misfits[0]?.path).toBe("site/settings");
});

test("hidden sections and those of another version are left out, and one named twice is shown once", () => {
  const { misfits, report } = collectMisfits();
  const home = [{ id: "play" }, { id: "work", hidden: true }, { id: "play" }, { id: "work" }];
  const about = [{ id: "guestbook" }, { id: "uses" }, { id: "story", hidden: false }];
  expect(toPublicSections(stored("site/sections", { home, about }), report)).toEqual({
    home: [{ id: "play", hidden: false }],
    about: [
      { id: "uses", hidden: false },
      { id: "story", hidden: false },
    ],
  });
  expect(misfits).toEqual([]);
});

test("starter content is recognised even when it is hidden", () => {
  expect(isSample(project("a", { sample: true, hidden: true }))).toBe(true);
  expect(isSample(project("a"))).toBe(false);
  expect(isSample(stored("projects/a", null))).toBe(false);
});

test("the owner's own PDF is a stored public file, named without detours", () => {
  const of = (name: string) => {
    const { misfits, report } = collectMisfits();
    toPublicProfile(stored("site/profile", { resumePdf: { name } }), report);
    return misfits.length === 0;
  };
  for (const name of ["public/cv.pdf", "public/a b/..cv.PDF"]) expect(of(name), name).toBe(true);
  for (const name of [
    "public/../x.pdf",
    "public/./x.pdf",
    "public//x.pdf",
    "public/x",
    "users/ann/x.pdf",
  ]) {
    expect(of(name), name).toBe(false);
  }
});

test("a redirect that does not fit leads nowhere, is reported, and takes no other with it", () => {
  const { misfits, report } = collectMisfits();
  const list = [
    { from: "/old", to: "/about" },
    { from: "/api/x", to: "/about" },
    "text",
    { from: "/older", to: "https://example.com/", permanent: false, note: "mine" },
  ];
  expect(toPublicRedirects(stored("site/redirects", { list }), report)).toEqual([
    { from: "/old", to: "/about", permanent: true },
    { from: "/older", to: "https://example.com/", permanent: false },
  ]);
  expect(misfits).toMatchObject([
    { path: "site/redirects", faults: [{ path: "list[1].from" }, { path: "list[2]" }] },
  ]);
});

test.for([
  [
    {
      list: [
        { from: "/a", to: "/b" },
        { from: "/a/", to: "/c" },
      ],
    },
    2,
  ],
  [
    {
      list: [
        { from: "/a", to: "/b" },
        { from: "/b", to: "/a" },
      ],
    },
    2,
  ],
  [{ list: Array.from({ length: 501 }, (_, at) => ({ from: `/a-${at}`, to: "/b" })) }, 501],
  [{ list: { from: "/a", to: "/b" } }, 1],
  [{ list: "text" }, 0],
] as const)(
  "redirects that could not be published as they are, are shown one by one: %#",
  ([data, count]) => {
    const { misfits, report } = collectMisfits();
    expect(toPublicRedirects(stored("site/redirects", data), report)).toHaveLength(count);
    expect(misfits).toHaveLength(1);
  },
);

test("hidden redirects lead nowhere", () => {
  const { misfits, report } = collectMisfits();
  const data = { hidden: true, list: [{ from: "/a", to: "/b" }, 7] };
  expect(toPublicRedirects(stored("site/redirects", data), report)).toEqual([]);
  expect(toPublicRedirects(null, report)).toEqual([]);
  expect(misfits).toEqual([]);
});

test("words for search engines that do not fit still keep pages out that are to stay out", () => {
  const { misfits, report } = collectMisfits();
  const pages = [
    { path: "/about", noindex: true, title: 7 },
    { path: "/resume", noindex: false },
    { noindex: true },
    null,
  ];
  expect(toPublicSeo(stored("site/seo", { pages }), report)).toEqual({
    pages: [{ path: "/about", noindex: true }],
    verification: [],
  });
  expect(toPublicSeo(stored("site/seo", { pages: "all" }), report)).toBeNull();
  expect(misfits).toHaveLength(2);
});
