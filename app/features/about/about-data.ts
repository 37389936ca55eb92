import { formatPeriod } from "#lib/format-date.ts";
import { profileLinks } from "#lib/documents/profile-links.ts";
import type { ProfileLink } from "#lib/documents/profile-links.ts";
import type { AboutSection, SiteProfile } from "#lib/documents/site.ts";
import { type RichElements, toElements } from "#lib/rich-text/elements.ts";
import type { PublicData } from "#lib/server-backend.ts";

export type Milestone = { when: string; title: string; place: string };

export type AboutData = Pick<SiteProfile, "now" | "values" | "uses" | "photo"> & {
  /** The visible parts in the owner's order. */
  sections: AboutSection[];
  story: RichElements | undefined;
  /** The resume's summary, for as long as no story is written. */
  summary: string | undefined;
  skills: { name: string; keywords: string[] }[];
  timeline: Milestone[];
  email: string | undefined;
  profiles: ProfileLink[];
  hasResume: boolean;
};

/** What stands in a hidden part is not in the page's data either. */
export function aboutPage({ resume, profile, sections }: PublicData): AboutData {
  const shown = sections.about.map((section) => section.id);
  const ifShown = <Value>(section: AboutSection, value: Value[] | undefined): Value[] =>
    shown.includes(section) ? (value ?? []) : [];
  const [story] = ifShown("story", [profile?.story]);
  return {
    sections: shown,
    story: story && toElements(story),
    summary: story ? undefined : ifShown("story", [resume?.basics?.summary])[0],
    now: ifShown("now", profile?.now),
    values: ifShown("values", profile?.values),
    uses: ifShown("uses", profile?.uses),
    photo: profile?.photo,
    skills: ifShown("skills", resume?.skills).flatMap(({ name, keywords = [] }) =>
      name || keywords.length > 0 ? [{ name: name ?? "", keywords }] : [],
    ),
    timeline: ifShown("timeline", timeline(resume)).filter((milestone) => milestone.title),
    email: resume?.basics?.email,
    profiles: profileLinks(resume),
    hasResume: resume !== null,
  };
}

/** Work and education together, the latest start first; what has no date comes last. */
export function timeline(resume: PublicData["resume"]): Milestone[] {
  const work = (resume?.work ?? []).map(({ startDate, endDate, position, name }) => ({
    startDate,
    endDate,
    title: position || name || "",
    place: position ? (name ?? "") : "",
  }));
  const education = (resume?.education ?? []).map(
    ({ startDate, endDate, studyType, area, institution }) => ({
      startDate,
      endDate,
      title: [studyType, area].filter(Boolean).join(", ") || institution || "",
      place: studyType || area ? (institution ?? "") : "",
    }),
  );
  return [...work, ...education]
    .toSorted((a, b) =>
      (b.startDate ?? b.endDate ?? "").localeCompare(a.startDate ?? a.endDate ?? ""),
    )
    .map(({ startDate, endDate, title, place }) => ({
      when: formatPeriod(startDate, endDate),
      title,
      place,
    }));
}
