import { profileLinks } from "#lib/documents/profile-links.ts";
import type { ProfileLink } from "#lib/documents/profile-links.ts";
import { formatDate, formatYears } from "#lib/format-date.ts";
import type { Image } from "#lib/documents/parts.ts";
import type { HomeSection } from "#lib/documents/site.ts";
import type { PublicProject } from "#lib/documents/project.ts";
import type { PublicData } from "#lib/server-backend.ts";

const worksShown = 3;
const nowShown = 3;
const postsShown = 3;

type Project = { slug: string; title: string; years: string };
type Work = { title: string; place: string; years: string };

export type HomeData = {
  /** Empty while there is no resume. */
  name: string;
  line: string;
  /** What the owner does and where, unless the line says it. */
  role: string[];
  now: string[];
  /** The visible rooms in the owner's order. */
  rooms: HomeSection[];
  /** The first project on show, with its picture. */
  feature: (Project & { summary: string; cover: Image | undefined }) | undefined;
  projects: Project[];
  /** For as long as there are no projects: the latest positions and projects of the resume. */
  resumeWork: Work[];
  certificate: { title: string; issuer: string; issued: string } | undefined;
  posts: { slug: string; title: string; when: string }[];
  email: string | undefined;
  profiles: ProfileLink[];
};

export function homePage({
  resume,
  profile,
  sections,
  projects,
  certificates,
  foodPosts,
}: PublicData): HomeData {
  const { name = "", label = "", email, location } = resume?.basics ?? {};
  const chosen = projects.filter((project) => project.featured);
  const [first, ...others] = [...new Set([...chosen, ...projects])].slice(0, worksShown);
  const newest = certificates[0];
  return {
    name,
    line: profile?.tagline || label,
    role: [profile?.tagline ? label : "", location?.city ?? ""].filter(Boolean),
    now: (profile?.now ?? []).slice(0, nowShown),
    rooms: sections.home.map((room) => room.id),
    feature: first && { ...entry(first), summary: first.summary, cover: first.cover },
    projects: others.map(entry),
    resumeWork: projects.length === 0 ? resumeWork(resume) : [],
    certificate: newest && {
      title: newest.title,
      issuer: newest.issuer,
      issued: formatDate(newest.issueDate.slice(0, 7)),
    },
    posts: foodPosts.slice(0, postsShown).map(({ slug, title, visitedOn, createTime }) => ({
      slug,
      title,
      when: formatDate((visitedOn ?? createTime).slice(0, 7)),
    })),
    email,
    profiles: profileLinks(resume),
  };
}

function entry({ slug, title, startDate, endDate }: PublicProject): Project {
  return { slug, title, years: formatYears(startDate, endDate) };
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
