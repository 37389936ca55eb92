import { pages } from "#lib/pages.ts";
import { sampleFoodPosts, shownProjects } from "./sample-content.ts";

/** Every address that shows something of its own. */
export const everyPath: readonly string[] = [
  ...pages.map((page) => page.path),
  `/project/${shownProjects[0]!.slug}`,
  `/foodblog/${sampleFoodPosts[0]!.slug}`,
];

const sameAsBefore = new Set(
  pages
    .filter((page) => !page.built)
    .filter((page, at, planned) => planned.findIndex((p) => p.access === page.access) !== at)
    .map((page) => page.path),
);

/** Without those that differ from another only in their words: a page that is not built is one of each access. */
export const distinctPaths: readonly string[] = everyPath.filter((path) => !sameAsBefore.has(path));
