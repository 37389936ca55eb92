import { expect, test } from "vitest";
import type { PublicProject } from "#lib/documents/project.ts";
import type { PublicData } from "#lib/server-backend.ts";
import { projectDetail, projectList } from "./project-pages.ts";

function site(...projects: Partial<PublicProject>[]): PublicData {
  const empty = { summary: "", tags: [], stack: [], links: [], gallery: [], featured: false };
  const full = projects.map((project) => ({ ...empty, title: project.slug, ...project }));
  return { projects: full } as unknown as PublicData;
}

test("a project leads to those beside it in the owner's order, and one that is not there to nothing", () => {
  const three = site({ slug: "a" }, { slug: "b" }, { slug: "c" });
  const beside = (slug: string) => {
    const detail = projectDetail(three, slug);
    return detail && [detail.previous?.slug, detail.next?.slug];
  };
  expect(["a", "b", "c", "d"].map(beside)).toEqual([
    [undefined, "b"],
    ["a", "c"],
    ["b", undefined],
    undefined,
  ]);
});

test("a link with another scheme is left out", () => {
  const links = ["javascript:alert(1)", "https://example.com/"].map((url) => ({ label: "", url }));
  expect(projectDetail(site({ slug: "a", links }), "a")?.links).toEqual([links[1]]);
});

test("a project without a start is sorted by its end, one without dates by nothing", () => {
  const { projects } = projectList(
    site({ slug: "a", startDate: "2020-01", endDate: "2021" }, { slug: "b", endDate: "2022" }, {}),
  );
  expect(projects.map(({ started, years }) => [started, years])).toEqual([
    ["2020-01", "2020 – 2021"],
    ["2022", "2022"],
    ["", ""],
  ]);
});

test("a list without projects knows whether there is a resume to send people to", () => {
  const none = { projects: [], resume: null } as unknown as PublicData;
  expect(projectList(none)).toEqual({ projects: [], hasResume: false });
  expect(projectList({ ...none, resume: {} })).toEqual({ projects: [], hasResume: true });
});
