/** Turns any JSON Resume 1.0 document into one kind of section and entry, so that the page needs to know only those. */
import { formatDate, formatPeriod } from "#app/ui/format-date.ts";
import type { ResumeDocument } from "#lib/documents/resume.ts";
import { isSafeHref } from "#lib/safe-href.ts";
import type { PublicData } from "#lib/server-backend.ts";

export type ResumeEntry = {
  title: string;
  /** Who or where: an employer, a school, a publisher. */
  place: string;
  when: string;
  url: string | undefined;
  text: string;
  points: string[];
  words: string[];
};

/** The entries of a brief one are a name and a few words, and stand side by side. */
type ResumeSection = { title: string; brief: boolean; entries: ResumeEntry[] };

export type ResumeData = {
  name: string;
  label: string;
  summary: string;
  contacts: { text: string; url: string | undefined }[];
  sections: ResumeSection[];
} | null;

export function resumePage({ resume }: PublicData): ResumeData {
  if (resume === null) return null;
  const { basics } = resume;
  return {
    name: basics?.name ?? "",
    label: basics?.label ?? "",
    summary: basics?.summary ?? "",
    contacts: contacts(basics),
    sections: sections(resume).filter((section) => section.entries.length > 0),
  };
}

function sections(resume: ResumeDocument): ResumeSection[] {
  return [
    section("Work", resume.work, (item) => ({
      title: item.position || item.name,
      place: [item.position && item.name, item.location, item.description],
      when: formatPeriod(item.startDate, item.endDate),
      url: item.url,
      text: item.summary,
      points: item.highlights,
    })),
    section("Projects", resume.projects, (item) => ({
      title: item.name,
      place: [item.roles?.join(", "), item.entity, item.type],
      when: formatPeriod(item.startDate, item.endDate),
      url: item.url,
      text: item.description,
      points: item.highlights,
      words: item.keywords,
    })),
    section("Education", resume.education, (item) => ({
      title: [item.studyType, item.area].filter(Boolean).join(", ") || item.institution,
      place: [
        (item.studyType || item.area) && item.institution,
        item.score && `Grade ${item.score}`,
      ],
      when: formatPeriod(item.startDate, item.endDate),
      url: item.url,
      words: item.courses,
    })),
    section("Skills", resume.skills, (item) => ({
      title: item.name,
      place: [item.level],
      words: item.keywords,
    })),
    section("Certificates", resume.certificates, (item) => ({
      title: item.name,
      place: [item.issuer],
      when: item.date && formatDate(item.date),
      url: item.url,
    })),
    section("Awards", resume.awards, (item) => ({
      title: item.title,
      place: [item.awarder],
      when: item.date && formatDate(item.date),
      text: item.summary,
    })),
    section("Publications", resume.publications, (item) => ({
      title: item.name,
      place: [item.publisher],
      when: item.releaseDate && formatDate(item.releaseDate),
      url: item.url,
      text: item.summary,
    })),
    section("Volunteering", resume.volunteer, (item) => ({
      title: item.position || item.organization,
      place: [item.position && item.organization],
      when: formatPeriod(item.startDate, item.endDate),
      url: item.url,
      text: item.summary,
      points: item.highlights,
    })),
    section("Languages", resume.languages, (item) => ({
      title: item.language,
      place: [item.fluency],
    })),
    section("Interests", resume.interests, (item) => ({ title: item.name, words: item.keywords })),
    section("References", resume.references, (item) => ({
      title: item.name,
      text: item.reference,
    })),
  ];
}

const briefSections = new Set(["Skills", "Languages", "Interests"]);

type LooseEntry = {
  title?: string | undefined;
  place?: (string | undefined)[];
  when?: string | undefined;
  url?: string | undefined;
  text?: string | undefined;
  points?: string[] | undefined;
  words?: string[] | undefined;
};

function section<Item>(
  title: string,
  items: readonly Item[] | undefined,
  toEntry: (item: Item) => LooseEntry,
): ResumeSection {
  const entries = (items ?? [])
    .map(toEntry)
    .map((entry) => ({
      title: entry.title || bare(entry.url ?? ""),
      place: (entry.place ?? []).filter(Boolean).join(" · "),
      when: entry.when ?? "",
      url: entry.url && isSafeHref(entry.url) ? entry.url : undefined,
      text: entry.text ?? "",
      points: entry.points ?? [],
      words: entry.words ?? [],
    }))
    .filter(({ title: name, place, text, points, words }) =>
      [name, place, text, ...points, ...words].some(Boolean),
    );
  return { title, brief: briefSections.has(title), entries };
}

function contacts(basics: ResumeDocument["basics"]): NonNullable<ResumeData>["contacts"] {
  const { location, email, phone, url, profiles = [] } = basics ?? {};
  const place = [location?.city, location?.region, location?.countryCode]
    .filter(Boolean)
    .join(", ");
  const all = [
    { text: place, url: undefined },
    { text: email ?? "", url: email && `mailto:${email}` },
    { text: phone ?? "", url: undefined },
    { text: bare(url ?? ""), url },
    ...profiles.map((profile) => ({
      text: profile.network || profile.username || bare(profile.url ?? ""),
      url: profile.url,
    })),
  ];
  return all
    .filter((contact) => contact.text !== "")
    .map(({ text, url: address }) => ({
      text,
      url: address && isSafeHref(address) ? address : undefined,
    }));
}

function bare(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/, "").replace(/\/$/, "");
}
