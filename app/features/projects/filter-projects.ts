import type { ProjectCard } from "./project-pages.ts";

export type ProjectFilter = { words: string; tag: string; sort: string };

/** The projects that have the tag (any, when it is empty) and hold every one of the words. */
export function filterProjects(
  projects: readonly ProjectCard[],
  filter: ProjectFilter,
): ProjectCard[] {
  const words = filter.words.toLowerCase().split(/\s+/);
  const found = projects.filter(({ title, summary, tags }) => {
    const text = [title, summary, ...tags].join(" ").toLowerCase();
    return (!filter.tag || tags.includes(filter.tag)) && words.every((word) => text.includes(word));
  });
  if (filter.sort === "newest")
    found.sort((a, b) => (a.started < b.started ? 1 : a.started > b.started ? -1 : 0));
  if (filter.sort === "title") found.sort((a, b) => a.title.localeCompare(b.title, "en"));
  return found;
}
