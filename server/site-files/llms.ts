/** `/llms.txt`, as https://llmstxt.org has it: what is on this site, with links to the pages in Markdown. */
import {
  feedPath,
  foodFeedPath,
  foundPages,
  mirrorOf,
  resumeJsonPath,
} from "#lib/found/addresses.ts";
import { pageFacts } from "#lib/found/page-facts.ts";
import { pageDescription } from "#lib/page-descriptions.ts";
import { heading, link, list, paragraph, section } from "./mirrors/markdown.ts";
import type { SiteContent, SiteFileMaker } from "./site-file.ts";

const mostItems = 200;

export const llms: SiteFileMaker = {
  owns: (path) => path === "/llms.txt",
  make: (_path, content) => ({
    contentType: "text/plain; charset=utf-8",
    body: `${blocks(content).filter(Boolean).join("\n\n")}\n`,
  }),
};

function blocks({ data, origin }: SiteContent): (string | undefined)[] {
  const name = data.resume?.basics?.name || new URL(origin).host;
  const home = pageFacts("/", data)?.description ?? "";
  return [
    heading(1, name),
    home ? `> ${paragraph(home)}` : undefined,
    paragraph(data.resume?.basics?.summary),
    section(
      "Pages",
      list(
        foundPages().map((path) => {
          const title = path === "/" ? "Home" : (pageFacts(path, data)?.title ?? path);
          return `${link(title, origin + mirrorOf(path))}: ${paragraph(pageDescription(path))}`;
        }),
      ),
    ),
    section("Projects", itemList("/project", data.projects, origin)),
    section("Food blog", itemList("/foodblog", data.foodPosts, origin)),
    section(
      "Optional",
      list([
        `${link("Feed", origin + feedPath)}: what is new, as Atom`,
        ...(data.foodPosts.length === 0
          ? []
          : [`${link("Food feed", origin + foodFeedPath)}: the food posts, as Atom`]),
        ...(data.resume === null
          ? []
          : [`${link("Resume", origin + resumeJsonPath)}: as JSON Resume 1.0`]),
      ]),
    ),
  ];
}

function itemList(
  page: string,
  items: readonly { slug: string; title: string; summary: string }[],
  origin: string,
): string | undefined {
  return list(
    items.slice(0, mostItems).map(({ slug, title, summary }) => {
      const to = link(title, origin + mirrorOf(`${page}/${slug}`));
      return summary ? `${to}: ${paragraph(summary)}` : to;
    }),
  );
}
