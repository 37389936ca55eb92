/** The owner as schema.org says it: https://schema.org/Person. What is not known is left out. */
import { profileLinks } from "../documents/profile-links.ts";
import type { ResumeDocument } from "../documents/resume.ts";
import { isSafeHref } from "../safe-href.ts";
import type { PublicData } from "../server-backend.ts";

/** A thing that programs know; `@type` is one of schema.org's. */
export type Thing = { "@type": string; [property: string]: unknown };

const mostEntries = 20;
const mostTopics = 40;

/** The same person on every page. */
export function ownerId(origin: string): string {
  return `${origin}/#owner`;
}

/** As the author of something: enough to know who it is. Undefined while nobody is named. */
export function ownerInBrief({ resume }: PublicData, origin: string): Thing | undefined {
  const name = resume?.basics?.name;
  if (!name) return undefined;
  return { "@type": "Person", "@id": ownerId(origin), name, url: `${origin}/` };
}

export function owner(data: PublicData, origin: string): Thing | undefined {
  const brief = ownerInBrief(data, origin);
  const { resume, profile } = data;
  if (brief === undefined || resume === null) return undefined;
  const { basics, work = [], education = [], languages = [] } = resume;
  return known({
    ...brief,
    jobTitle: basics?.label,
    description: basics?.summary,
    image: profile?.photo && origin + profile.photo.src,
    email: basics?.email,
    sameAs: profileLinks(resume)
      .map(({ url }) => url)
      .filter((url) => /^https?:/i.test(url)),
    address: address(basics),
    worksFor: work
      .filter((job) => job.name && !job.endDate)
      .slice(0, mostEntries)
      .map((job) => organization("Organization", job.name, job.url)),
    alumniOf: education
      .filter((school) => school.institution)
      .slice(0, mostEntries)
      .map((school) => organization("EducationalOrganization", school.institution, school.url)),
    knowsAbout: topics(resume),
    knowsLanguage: languages.flatMap(({ language }) => language ?? []).slice(0, mostEntries),
  });
}

function organization(type: string, name: string | undefined, url: string | undefined): Thing {
  return known({ "@type": type, name, url: webAddress(url) });
}

function address(basics: ResumeDocument["basics"]): Thing | undefined {
  const { city, region, countryCode } = basics?.location ?? {};
  if (!city && !region && !countryCode) return undefined;
  return known({
    "@type": "PostalAddress",
    addressLocality: city,
    addressRegion: region,
    addressCountry: countryCode,
  });
}

function topics({ skills = [] }: ResumeDocument): string[] {
  const all = skills.flatMap(({ name, keywords = [] }) => [name ?? "", ...keywords]);
  return [...new Set(all.filter(Boolean))].slice(0, mostTopics);
}

export function webAddress(url: string | undefined): string | undefined {
  return url !== undefined && /^https?:/i.test(url) && isSafeHref(url) ? url : undefined;
}

/** Without what is undefined or empty: a property that says nothing is a fault to those who read it. */
export function known(thing: Thing): Thing {
  return Object.fromEntries(
    Object.entries(thing).filter(
      ([, value]) =>
        value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0),
    ),
  ) as Thing;
}
