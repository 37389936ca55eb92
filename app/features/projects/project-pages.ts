import { formatPeriod, formatYears } from "#lib/format-date.ts";
import type { Image, Link } from "#lib/documents/parts.ts";
import { type RichElements, toElements } from "#lib/rich-text/elements.ts";
import { isSafeHref } from "#lib/safe-href.ts";
import type { PublicData } from "#lib/server-backend.ts";

export type ProjectCard = {
  slug: string;
  title: string;
  summary: string;
  tags: string[];
  years: string;
  /** Start date for sorting; empty when unknown. */
  started: string;
  cover: Image | undefined;
};

type Neighbour = { slug: string; title: string };

export type ProjectDetail = {
  title: string;
  summary: string;
  period: string;
  tags: string[];
  stack: string[];
  links: Link[];
  cover: Image | undefined;
  gallery: Image[];
  body: RichElements | undefined;
  previous: Neighbour | undefined;
  next: Neighbour | undefined;
};

export type ProjectListData = {
  /** All projects in the owner's order. */
  projects: ProjectCard[];
  hasResume: boolean;
};

export function projectList({ projects, resume }: PublicData): ProjectListData {
  return {
    projects: projects.map(({ slug, title, summary, tags, startDate, endDate, cover }) => ({
      slug,
      title,
      summary,
      tags,
      years: formatYears(startDate, endDate),
      started: startDate ?? endDate ?? "",
      cover,
    })),
    hasResume: resume !== null,
  };
}

export function projectDetail(
  { projects }: Pick<PublicData, "projects">,
  slug: string,
): ProjectDetail | undefined {
  const at = projects.findIndex((candidate) => candidate.slug === slug);
  const project = projects[at];
  return (
    project && {
      title: project.title,
      summary: project.summary,
      period: formatPeriod(project.startDate, project.endDate),
      tags: project.tags,
      stack: project.stack,
      links: project.links.filter((link) => isSafeHref(link.url)),
      cover: project.cover,
      gallery: project.gallery,
      body: project.body && toElements(project.body),
      previous: neighbour(projects[at - 1]),
      next: neighbour(projects[at + 1]),
    }
  );
}

function neighbour(project: Neighbour | undefined): Neighbour | undefined {
  return project && { slug: project.slug, title: project.title };
}
