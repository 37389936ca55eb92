/**
 * Any JSON Resume 1.0 document as one kind of section and entry, dates in words, so that whatever shows a resume (the
 * page, the PDF) needs to know only those, and both say the same.
 */
import { countryName } from "../country-name.ts";
import { formatDate, formatPeriod } from "../format-date.ts";
import type { ResumeDocument } from "../documents/resume.ts";
import { isSafeHref } from "../safe-href.ts";
import { telephone } from "../telephone.ts";

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
export type ResumeSection = { title: string; brief: boolean; entries: ResumeEntry[] };

/** `url` is an address that may be a link; a text that is an address is without its scheme. */
export type ResumeContact = { text: string; url: string | undefined };

export type PlainResume = {
  name: string;
  label: string;
  summary: string;
  contacts: ResumeContact[];
  /** None is empty. */
  sections: ResumeSection[];
  /** When it was last changed, in words; "" when nobody knows. */
  changed: string;
};

export function plainResume(resume: ResumeDocument): PlainResume {
  const { basics, meta } = resume;
  return {
    name: basics?.name ?? "",
    label: basics?.label ?? "",
    summary: basics?.summary ?? "",
    contacts: contacts(basics),
    sections: sections(resume).filter((section) => section.entries.length > 0),
    changed: changed(meta?.lastModified),
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
      url: safe(entry.url),
      text: entry.text ?? "",
      points: entry.points ?? [],
      words: entry.words ?? [],
    }))
    .filter(({ title: name, place, text, points, words }) =>
      [name, place, text, ...points, ...words].some(Boolean),
    );
  return { title, brief: briefSections.has(title), entries };
}

function contacts(basics: ResumeDocument["basics"]): ResumeContact[] {
  const { location, email, phone, url, profiles = [] } = basics ?? {};
  const all = [
    { text: address(location), url: undefined },
    { text: email ?? "", url: safe(email && `mailto:${email}`) },
    { text: phone ?? "", url: telephone(phone ?? "") },
    { text: bare(url ?? ""), url: safe(url) },
    ...profiles.map((profile) => ({
      text:
        [profile.network, profile.username].filter(Boolean).join(": ") || bare(profile.url ?? ""),
      url: safe(profile.url),
    })),
  ];
  return all.filter((contact) => contact.text !== "");
}

function safe(url: string | undefined): string | undefined {
  return url && isSafeHref(url) ? url : undefined;
}

type Location = NonNullable<NonNullable<ResumeDocument["basics"]>["location"]>;

/** On one line; some documents have line breaks in it. */
function address(location: Location | undefined): string {
  const { address: street, postalCode, city, region, countryCode } = location ?? {};
  const town = [postalCode, city].filter(Boolean).join(" ");
  return [street?.replaceAll(/\s*\n\s*/g, ", "), town, region, countryName(countryCode ?? "")]
    .filter(Boolean)
    .join(", ");
}

const day = new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" });

/** The standard wants an ISO 8601 date or time there; what is neither is not shown. */
function changed(lastModified: string | undefined): string {
  const isIso = /^\d{4}-\d{2}-\d{2}(?:T|$)/.test(lastModified ?? "");
  const ms = isIso ? Date.parse(lastModified ?? "") : Number.NaN;
  return Number.isNaN(ms) ? "" : day.format(ms);
}

/** An address as people write it. */
function bare(url: string): string {
  return url.replace(/^(?:mailto:|https?:\/\/(?:www\.)?)/, "").replace(/\/$/, "");
}
