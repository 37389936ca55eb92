import { mirrorOf } from "#lib/found/addresses.ts";
import { formatPeriod } from "#lib/format-date.ts";
import { toMarkdown } from "#lib/rich-text/markdown.ts";
import { isSafeHref } from "#lib/safe-href.ts";
import type { SiteContent } from "../site-file.ts";
import { facts, heading, link, list, paragraph, picture, section } from "./markdown.ts";
import type { Mirror } from "./mirror.ts";

export const projectsMirror: Mirror = ({ data, origin }) => [
  heading(1, "Projects"),
  list(
    data.projects.map(({ slug, title, summary }) => {
      const to = link(title, origin + mirrorOf(`/project/${slug}`));
      return summary ? `${to}: ${paragraph(summary)}` : to;
    }),
  ),
];

/** Undefined when there is no such project. */
export function projectMirror(
  slug: string,
  { data, origin }: SiteContent,
): (string | undefined)[] | undefined {
  const project = data.projects.find((candidate) => candidate.slug === slug);
  if (project === undefined) return undefined;
  const { title, summary, startDate, endDate, tags, stack, links, cover, gallery, body } = project;
  const safe = links.filter(({ url }) => isSafeHref(url));
  return [
    heading(1, title),
    paragraph(summary),
    facts(formatPeriod(startDate, endDate), tags.join(", ")),
    cover && picture(cover, origin),
    body && toMarkdown(body, { origin }),
    ...gallery.map((image) => picture(image, origin)),
    section("Made with", paragraph(stack.join(", "))),
    section(
      "Links",
      list(safe.map(({ label, url }) => link(label || url, new URL(url, origin).href))),
    ),
  ];
}
