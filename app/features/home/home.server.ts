import { formatDate, formatYears } from "#app/ui/format-date.ts";
import type { HomeSection } from "#lib/documents/site.ts";
import { isSafeHref } from "#lib/safe-href.ts";
import type { PublicData } from "#lib/server-backend.ts";

const projectsShown = 3;
const nowShown = 3;

export type HomeData = {
  /** Empty while there is no resume. */
  name: string;
  line: string;
  now: string[];
  /** The visible rooms in the owner's order. */
  rooms: HomeSection[];
  projects: { slug: string; title: string; years: string }[];
  certificate: { title: string; issuer: string; issued: string } | undefined;
  email: string | undefined;
  profiles: { label: string; url: string }[];
};

export function homePage({
  resume,
  profile,
  sections,
  projects,
  certificates,
}: PublicData): HomeData {
  const featured = projects.filter((project) => project.featured);
  const newest = certificates[0];
  return {
    name: resume?.basics?.name ?? "",
    line: profile?.tagline || resume?.basics?.label || "",
    now: (profile?.now ?? []).slice(0, nowShown),
    rooms: sections.home.filter((room) => !room.hidden).map((room) => room.id),
    projects: [...new Set([...featured, ...projects])].slice(0, projectsShown).map((project) => ({
      slug: project.slug,
      title: project.title,
      years: formatYears(project.startDate, project.endDate),
    })),
    certificate: newest && {
      title: newest.title,
      issuer: newest.issuer,
      issued: formatDate(newest.issueDate.slice(0, 7)),
    },
    email: resume?.basics?.email,
    profiles: (resume?.basics?.profiles ?? []).flatMap(({ network, username, url }) =>
      url && isSafeHref(url) ? [{ label: network || username || url, url }] : [],
    ),
  };
}
