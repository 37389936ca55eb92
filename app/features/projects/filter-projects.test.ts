import { expect, test } from "vitest";
import { filterProjects } from "./filter-projects.ts";
import type { ProjectCard } from "./project-pages.ts";

function card(title: string, started: string, ...tags: string[]): ProjectCard {
  return {
    slug: title.toLowerCase(),
    title,
    summary: `About ${title}.`,
    tags,
    years: "",
    started,
    cover: undefined,
  };
}

const all = [
  card("Tern", "2021", "maps"),
  card("Atlas", "2023-04", "maps", "print"),
  card("Quill", "", "type"),
];

function titles(filter: Partial<Parameters<typeof filterProjects>[1]>): string[] {
  return filterProjects(all, { words: "", tag: "", sort: "", ...filter }).map(
    (project) => project.title,
  );
}

test("without a filter all projects stand in the owner's order", () => {
  expect(titles({})).toEqual(["Tern", "Atlas", "Quill"]);
});

test("every word must be found, in any letter case, anywhere in the project", () => {
  expect(titles({ words: " ATLAS print" })).toEqual(["Atlas"]);
  expect(titles({ words: "atlas type" })).toEqual([]);
});

test("a tag is matched whole", () => {
  expect(titles({ tag: "maps" })).toEqual(["Tern", "Atlas"]);
  expect(titles({ tag: "map" })).toEqual([]);
});

test("newest puts undated projects last and leaves the given list alone", () => {
  expect(titles({ sort: "newest" })).toEqual(["Atlas", "Tern", "Quill"]);
  expect(titles({ sort: "title" })).toEqual(["Atlas", "Quill", "Tern"]);
  expect(all[0]?.title).toBe("Tern");
});
