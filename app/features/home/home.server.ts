import { profileLinks } from "#lib/documents/profile-links.ts";
import type { ProfileLink } from "#lib/documents/profile-links.ts";
import { formatDate, formatYears } from "#app/ui/format-date.ts";
import type { HomeSection } from "#lib/documents/site.ts";
import type { PublicData } from "#lib/server-backend.ts";

const worksShown = 3;
const nowShown = 3;

type Work = { title: string; place: string; years: string };

export type HomeData = {
  /** Empty while there is no resume. */
  name: string;
  line: string;
  now: string[];
  /** The visible rooms in the owner's order. */
  rooms: HomeSection[];
  projects: { slug: string; title: string; years: string }[];
  /** For as long as there are no projects: the latest positions and projects of the resume. */
  resumeWork: Work[];
  certificate: { title: string; issuer: string; issued: string } | undefined;
  email: string | undefined;
  profiles: ProfileLink[];
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
    rooms: sections.home.map((room) => room.id),
    projects: [...new Set([...featured, ...projects])].slice(0, worksShown).map((project) => ({
      slug: project.slug,
      title: project.title,
      years: formatYears(project.startDate, project.endDate),
    })),
    resumeWork: projects.length === 0 ? resumeWork(resume) : [],
    certificate: newest && {
      title: newest.title,
      issuer: newest.issuer,
      issued: formatDate(newest.issueDate.slice(0, 7)),
    },
    email: resume?.basics?.email,
    profiles: profileLinks(resume),
  };
}

/** Positions, then projects, the latest start first; undated ones last. */
function resumeWork(resume: PublicData["resume"]): Work[] {
  const positions = (resume?.work ?? []).map(({ position, name, startDate, endDate }) => ({
    title: position || name || "",
    place: position ? (name ?? "") : "",
    startDate,
    endDate,
  }));
  const projects = (resume?.projects ?? []).map(({ name, entity, startDate, endDate }) => ({
    title: name ?? "",
    place: entity ?? "",
    startDate,
    endDate,
  }));
  return [positions, projects].flatMap((list) =>
    list
      .filter((work) => work.title)
      .toSorted((a, b) =>
        (b.startDate ?? b.endDate ?? "").localeCompare(a.startDate ?? a.endDate ?? ""),
      )
      .slice(0, worksShown)
      .map(({ title, place, startDate, endDate }) => ({
        title,
        place,
        years: formatYears(startDate, endDate),
      })),
  );
}
