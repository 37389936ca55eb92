/**
 * The only way a stored document gets into a page. What comes out has exactly the fields of its Public type:
 * a document that is hidden, that does not fit its schema, or whose `hidden` is anything but absent or false
 * does not come out at all; of the redirects only those that do not fit stay out. Misfits are reported, because someone
 * has to repair them; hidden ones are not.
 */
import * as z from "zod/mini";
import { certificateDocument, type PublicCertificate } from "./certificate.ts";
import { checkDocument, type Fault } from "./check-document.ts";
import { foodPostDocument, type PublicFoodPost } from "./food-post.ts";
import { foodWishDocument, type PublicFoodWish, wishPriorities } from "./food-wish.ts";
import { type GitHubSnapshot, githubSnapshot } from "./github-snapshot.ts";
import { type LeetCodeSnapshot, leetcodeSnapshot } from "./leetcode-snapshot.ts";
import { siteNavigation, type SiteNavigation } from "./navigation.ts";
import { isBlank } from "./parts.ts";
import type { PublicIdentity } from "./parts.ts";
import { problemDocument, type PublicProblem } from "./problem.ts";
import { createPublicList, type PublicList, type Stored } from "./public-list.ts";
import { projectDocument, type PublicProject } from "./project.ts";
import {
  isRedirect,
  type Redirect,
  redirect,
  redirectEntries,
  siteRedirects,
} from "./redirects.ts";
import { standardResume, type ResumeDocument } from "./resume.ts";
import { siteSeo, type SiteSeo } from "./seo.ts";
import {
  aboutSections,
  homeSections,
  siteProfile,
  siteSections,
  siteSettings,
  type SiteProfile,
  type SiteSections,
  type SiteSettings,
} from "./site.ts";

export type ReportMisfit = (path: string, faults: Fault[]) => void;

/** How the documents of each collection become what pages list. */
export const publicLists = {
  /** In the owner's order. */
  projects: (report: ReportMisfit): PublicList<PublicProject> =>
    createPublicList({
      entryOf(document) {
        const project = admit(projectDocument, document, report);
        if (project === null) return null;
        const { order, title } = project;
        const shown = { ...without(project, "hidden", "sample", "order"), ...identity(document) };
        return { id: document.id, order, title, shown };
      },
      order: byOrder,
      shownOf: (entries) => entries.map(({ shown }) => shown),
    }),
  /** Newest first. */
  certificates: (report: ReportMisfit): PublicList<PublicCertificate> =>
    createPublicList({
      entryOf(document) {
        const certificate = admit(certificateDocument, document, report);
        return (
          certificate && { ...without(certificate, "hidden", "sample"), ...identity(document) }
        );
      },
      order: (a, b) => compare(b.issueDate, a.issueDate) || byTitle(a, b),
      shownOf: asTheyAre,
    }),
  /** The last visit first; without one the last that was written. */
  foodPosts: (report: ReportMisfit): PublicList<PublicFoodPost> =>
    createPublicList({
      entryOf(document) {
        const post = admit(foodPostDocument, document, report);
        return post && { ...without(post, "hidden", "sample"), ...identity(document) };
      },
      order: (a, b) => compare(dayOfPost(b), dayOfPost(a)) || byTitle(a, b),
      shownOf: asTheyAre,
    }),
  /** What is still to come first, and of that what matters most; then by title. */
  foodWishlist: (report: ReportMisfit): PublicList<PublicFoodWish> =>
    createPublicList({
      entryOf(document) {
        const wish = admit(foodWishDocument, document, report);
        return wish && { ...without(wish, "hidden", "sample"), ...identity(document) };
      },
      order: (a, b) => rankOfWish(a) - rankOfWish(b) || byTitle(a, b),
      shownOf: asTheyAre,
    }),
  /** One for each link, by title. */
  problems: (report: ReportMisfit): PublicList<PublicProblem> =>
    createPublicList({
      entryOf(document) {
        const problem = admit(problemDocument, document, report);
        if (problem === null) return null;
        const link = problem.link.trim();
        return { ...without(problem, "sample"), link, ...identity(document) };
      },
      order: byTitle,
      shownOf: (entries) => dedupeProblems(entries),
    }),
};

export function toPublicProjects(
  stored: readonly Stored[],
  reportMisfit: ReportMisfit,
): PublicProject[] {
  return allOf(publicLists.projects(reportMisfit), stored);
}

export function toPublicCertificates(
  stored: readonly Stored[],
  reportMisfit: ReportMisfit,
): PublicCertificate[] {
  return allOf(publicLists.certificates(reportMisfit), stored);
}

export function toPublicFoodPosts(
  stored: readonly Stored[],
  reportMisfit: ReportMisfit,
): PublicFoodPost[] {
  return allOf(publicLists.foodPosts(reportMisfit), stored);
}

export function toPublicFoodWishlist(
  stored: readonly Stored[],
  reportMisfit: ReportMisfit,
): PublicFoodWish[] {
  return allOf(publicLists.foodWishlist(reportMisfit), stored);
}

export function toPublicProblems(
  stored: readonly Stored[],
  reportMisfit: ReportMisfit,
): PublicProblem[] {
  return allOf(publicLists.problems(reportMisfit), stored);
}

function allOf<Shown>(list: PublicList<Shown>, stored: readonly Stored[]): Shown[] {
  for (const document of stored) list.set(document);
  return list.all();
}

function asTheyAre<Entry>(entries: Entry[]): Entry[] {
  return entries;
}

/**
 * The JSON Resume standard's own fields, contact included: the owner published them. What is blank is left out.
 * Where it does not say when it was last changed, the time at which it was stored stands for that.
 */
export function toPublicResume(
  stored: Stored | null,
  reportMisfit: ReportMisfit,
): ResumeDocument | null {
  const resume = admit(z.object({ document: standardResume }), stored, reportMisfit)?.document;
  if (stored === null || resume === undefined) return null;
  const tidied: ResumeDocument = tidy(resume) ?? {};
  const meta = { ...tidied.meta, lastModified: tidied.meta?.lastModified ?? stored.updateTime };
  return { ...tidied, meta };
}

export function toPublicProfile(
  stored: Stored | null,
  reportMisfit: ReportMisfit,
): SiteProfile | null {
  const profile = admit(siteProfile, stored, reportMisfit);
  if (profile === null) return null;
  const { story, photo, resumePdf, ...texts } = without(profile, "sample");
  const { tagline, now = [], values = [], uses = [] } = tidy(texts) ?? {};
  return {
    tagline,
    story,
    photo,
    resumePdf,
    now,
    values: values.flatMap(({ title, text }) => (title && text ? [{ title, text }] : [])),
    uses: uses.flatMap(({ title, items = [] }) => (title ? [{ title, items }] : [])),
  };
}

/** Defaults when none are stored. Settings that do not fit may have said noindex, so they count as saying it. */
export function toPublicSettings(stored: Stored | null, reportMisfit: ReportMisfit): SiteSettings {
  const settings = admit(siteSettings, stored, reportMisfit);
  if (settings !== null) return without(settings, "sample");
  return { indexable: stored === null };
}

/** In the owner's order. Those that do not fit lead nowhere, and take no others with them. */
export function toPublicRedirects(stored: Stored | null, reportMisfit: ReportMisfit): Redirect[] {
  const admitted = admit(z.object({ list: z.optional(z.unknown()) }), stored, reportMisfit);
  if (stored === null || admitted === null) return [];
  const checked = checkDocument(siteRedirects, stored.data);
  if (checked.ok) return checked.value.list;
  reportMisfit(stored.path, checked.faults);
  return redirectEntries(admitted.list)
    .filter(isRedirect)
    .map((entry) => z.parse(redirect, entry));
}

/** What to show, in the owner's order, each once. All of it when nothing readable is stored. */
export function toPublicSections(stored: Stored | null, reportMisfit: ReportMisfit): SiteSections {
  const { home, about } = admit(siteSections, stored, reportMisfit) ?? z.parse(siteSections, {});
  return { home: shown(home, homeSections), about: shown(about, aboutSections) };
}

/** Null where none is stored: the header then has every page in the usual order. */
export function toPublicNavigation(
  stored: Stored | null,
  reportMisfit: ReportMisfit,
): SiteNavigation | null {
  const navigation = admit(siteNavigation, stored, reportMisfit);
  return navigation && without(navigation, "sample");
}

/** Of what does not fit the pages that are to be left out of search engines stay left out. */
export function toPublicSeo(stored: Stored | null, reportMisfit: ReportMisfit): SiteSeo | null {
  const seo = admit(siteSeo, stored, reportMisfit);
  if (seo !== null) return without(seo, "sample");
  const listed = fieldOf(stored?.data, "pages");
  const pages = (Array.isArray(listed) ? listed : []).flatMap((page: unknown) => {
    const path = fieldOf(page, "path");
    const isKeptOut = typeof path === "string" && fieldOf(page, "noindex") === true;
    return isKeptOut ? [{ path, noindex: true }] : [];
  });
  return pages.length > 0 ? { pages, verification: [] } : null;
}

/** Null while GitHub was never read. */
export function toPublicGitHub(
  stored: Stored | null,
  reportMisfit: ReportMisfit,
): GitHubSnapshot | null {
  return admit(githubSnapshot, stored, reportMisfit);
}

/** Null while LeetCode was never read. */
export function toPublicLeetCode(
  stored: Stored | null,
  reportMisfit: ReportMisfit,
): LeetCodeSnapshot | null {
  return admit(leetcodeSnapshot, stored, reportMisfit);
}

type Section<Id> = { id: Id; hidden: boolean };

function shown<Id extends string>(
  sections: readonly Section<string>[],
  known: readonly Id[],
): Section<Id>[] {
  const left = new Set<string>(known);
  return sections.filter(
    (section): section is Section<Id> => left.delete(section.id) && !section.hidden,
  );
}

/** True for starter content, hidden or not. */
export function isSample(stored: Stored): boolean {
  return fieldOf(stored.data, "sample") === true;
}

type Titled = { id: string; title: string };

/** By `order`, compared as a string, then by title. */
function byOrder(a: Titled & { order: string }, b: Titled & { order: string }): number {
  return compare(a.order, b.order) || byTitle(a, b);
}

function dayOfPost({ visitedOn, createTime }: PublicFoodPost): string {
  return visitedOn ?? createTime.slice(0, 10);
}

function rankOfWish({ status, priority }: PublicFoodWish): number {
  return (status === "visited" ? wishPriorities.length : 0) + wishPriorities.indexOf(priority);
}

/** Of the entries with the same link the one with more categories stays (specification §5), else the first by id. */
export function dedupeProblems<
  Problem extends { id: string; link: string; categories: readonly string[] },
>(problems: readonly Problem[]): Problem[] {
  const kept = new Map<string, Problem>();
  for (const problem of problems) {
    const link = problem.link.trim();
    const rival = kept.get(link);
    if (rival === undefined || isBetter(problem, rival)) kept.set(link, problem);
  }
  return problems.filter((problem) => kept.get(problem.link.trim()) === problem);
}

type Ranked = { id: string; categories: readonly string[] };

function isBetter(problem: Ranked, rival: Ranked): boolean {
  const more = problem.categories.length - rival.categories.length;
  return more === 0 ? problem.id < rival.id : more > 0;
}

/** The parsed document, or null when it must not be seen. */
function admit<Schema extends z.ZodMiniType>(
  schema: Schema,
  stored: Stored | null,
  reportMisfit: ReportMisfit,
): z.output<Schema> | null {
  if (stored === null) return null;

  // Read before and apart from the schema: no schema, default or coercion can make a hidden document public.
  const hidden = fieldOf(stored.data, "hidden");
  if (hidden === true) return null;
  if (hidden !== undefined && hidden !== false) {
    reportMisfit(stored.path, [{ path: "hidden", message: "must be true or false" }]);
    return null;
  }

  const checked = checkDocument(schema, stored.data);
  if (checked.ok) return checked.value;
  reportMisfit(stored.path, checked.faults);
  return null;
}

type Tidy<Value> = Value extends readonly (infer Entry)[]
  ? Tidy<Entry>[]
  : Value extends object
    ? { [Name in keyof Value]?: Tidy<Value[Name]> }
    : Value;

/** The same with its texts trimmed, and without what shows nothing: blank texts, empty lists, empty groups. */
function tidy<Value>(value: Value): Tidy<Value> | undefined;
function tidy(value: unknown): unknown {
  if (typeof value === "string") return isBlank(value) ? undefined : value.trim();
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const list = value.map(tidy).filter((entry) => entry !== undefined);
    return list.length > 0 ? list : undefined;
  }
  const fields = Object.entries(value)
    .map(([name, entry]) => [name, tidy(entry)] as const)
    .filter(([, entry]) => entry !== undefined);
  return fields.length > 0 ? Object.fromEntries(fields) : undefined;
}

function identity({ id, createTime, updateTime }: Stored): PublicIdentity {
  return { id, createTime, updateTime };
}

function fieldOf(data: unknown, name: string): unknown {
  return typeof data === "object" && data !== null
    ? (data as Record<string, unknown>)[name]
    : undefined;
}

function without<Value extends object, Name extends keyof Value>(
  value: Value,
  ...names: Name[]
): Omit<Value, Name> {
  const rest = { ...value };
  for (const name of names) delete rest[name];
  return rest;
}

const inEnglish = new Intl.Collator("en").compare;

function byTitle(a: Titled, b: Titled): number {
  return inEnglish(a.title, b.title) || compare(a.id, b.id);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
