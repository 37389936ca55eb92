import { expect, test } from "vitest";
import type { ResumeDocument } from "#lib/documents/resume.ts";
import type { PublicProject } from "#lib/documents/project.ts";
import type { PublicData } from "#lib/server-backend.ts";
import { homePage } from "./home-data.ts";

const project: PublicProject = {
  id: "atlas",
  createTime: "2026-01-01T00:00:00.000000Z",
  updateTime: "2026-01-01T00:00:00.000000Z",
  slug: "atlas",
  title: "Atlas",
  summary: "",
  tags: [],
  stack: [],
  links: [],
  gallery: [],
  featured: false,
};

function home(resume: ResumeDocument | null, projects: PublicProject[] = []) {
  const none = { certificates: [], foodPosts: [], profile: null, sections: { home: [] } };
  return homePage({ ...none, resume, projects } as unknown as PublicData);
}

const resume: ResumeDocument = {
  work: [
    { name: "Harbour", position: "Engineer", startDate: "2015", endDate: "2019" },
    { name: "Odd jobs" },
    { name: "Sluice", position: "Keeper", startDate: "2019-04" },
    { position: "Hand", startDate: "2010", endDate: "2011" },
  ],
  projects: [{ name: "Tide table", entity: "Port", startDate: "2020", endDate: "2020" }],
};

test("without projects the latest positions and projects of the resume are shown", () => {
  expect(home(resume).resumeWork).toEqual([
    { title: "Keeper", place: "Sluice", years: "2019 – now" },
    { title: "Engineer", place: "Harbour", years: "2015 – 2019" },
    { title: "Hand", place: "", years: "2010 – 2011" },
    { title: "Tide table", place: "Port", years: "2020" },
  ]);
});

test("one project of one's own, and the resume is not asked", () => {
  expect(home(resume, [project])).toMatchObject({
    feature: { slug: "atlas" },
    projects: [],
    resumeWork: [],
  });
});

test("with neither there is nothing to show", () => {
  expect(home(null).resumeWork).toEqual([]);
  expect(home({ basics: { name: "Ada" } }).resumeWork).toEqual([]);
});

test("featured projects come first, the first of them with its picture, and no project twice", () => {
  const cover = { src: "/c.svg", alt: "C", width: 8, height: 5 };
  const projects = ["a", "b", "c", "d"].map((slug) => {
    const featured = slug === "c";
    return { ...project, slug, featured, ...(featured ? { cover } : {}) };
  });
  const shown = home(null, projects);
  expect(shown.feature).toMatchObject({ slug: "c", cover });
  expect(shown.projects.map(({ slug }) => slug)).toEqual(["a", "b"]);
});

test("who, what and where are said once each", () => {
  const basics = { label: "Keeper", location: { city: "Ennersiel" } };
  const says = (profile: { tagline?: string } | null) => {
    const none = { certificates: [], projects: [], foodPosts: [], sections: { home: [] } };
    const data = { ...none, resume: { basics }, profile } as unknown as PublicData;
    const { line, role } = homePage(data);
    return [line, role];
  };
  expect(says(null)).toEqual(["Keeper", ["Ennersiel"]]);
  expect(says({ tagline: "I keep time." })).toEqual(["I keep time.", ["Keeper", "Ennersiel"]]);
});

test("the last three food posts are there, each with its month", () => {
  const foodPosts = ["2026-05-16", undefined, "2026-03-08", "2026-01-01"].map((visitedOn, at) => ({
    slug: `p${at}`,
    title: `Post ${at}`,
    createTime: "2026-04-02T00:00:00Z",
    visitedOn,
  }));
  const none = { certificates: [], projects: [], profile: null, sections: { home: [] } };
  const data = { ...none, resume: null, foodPosts } as unknown as PublicData;
  expect(homePage(data).posts.map(({ slug, when }) => [slug, when])).toEqual([
    ["p0", "May 2026"],
    ["p1", "Apr 2026"],
    ["p2", "Mar 2026"],
  ]);
});
