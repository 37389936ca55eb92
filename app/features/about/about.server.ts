import { formatPeriod } from "#app/ui/format-date.ts";
import type { RichText } from "#lib/documents/parts.ts";
import type { SiteProfile } from "#lib/documents/site.ts";
import type { PublicData } from "#lib/server-backend.ts";

export type Milestone = { when: string; title: string; place: string };

export type AboutData = Pick<SiteProfile, "now" | "values" | "uses" | "photo"> & {
  story: RichText | undefined;
  /** The resume's summary, for as long as no story is written. */
  summary: string | undefined;
  skills: { name: string; keywords: string[] }[];
  timeline: Milestone[];
};

export function aboutPage({ resume, profile }: PublicData): AboutData {
  return {
    story: profile?.story,
    summary: profile?.story ? undefined : resume?.basics?.summary,
    now: profile?.now ?? [],
    values: profile?.values ?? [],
    uses: profile?.uses ?? [],
    photo: profile?.photo,
    skills: (resume?.skills ?? []).flatMap(({ name, keywords = [] }) =>
      name || keywords.length > 0 ? [{ name: name ?? "", keywords }] : [],
    ),
    timeline: timeline(resume).filter((milestone) => milestone.title),
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
