/**
 * Which pages are to be found by search engines and readers, and where the files that belong to a page are. Pages of
 * tools, of accounts and the hidden one are not among them.
 */
import { pages } from "../pages.ts";
import type { PublicData } from "../server-backend.ts";

const unlisted = new Set(["/secret", "/forgot-password"]);

/** Paths of the pages that are there to be found, without those of single items. */
export function foundPages(): string[] {
  return pages
    .filter((page) => page.access === "visitor" && page.built && !unlisted.has(page.path))
    .map((page) => page.path);
}

/** All of them: `/project/atlas` too. Without those that the owner keeps out of it. */
export function everyFoundPage(data: PublicData): string[] {
  const keptOut = pagesKeptOut(data);
  return foundPages()
    .flatMap((path) => [path, ...itemsBelow(path, data).map(({ slug }) => `${path}/${slug}`)])
    .filter((path) => !keptOut.has(path));
}

type Items = Pick<PublicData, "projects" | "foodPosts">;
type Item = Items[keyof Items][number];

/** What has pages of its own below a page. */
function itemsBelow(page: string, { projects, foodPosts }: Items): readonly Item[] {
  if (page === "/project") return projects;
  return page === "/foodblog" ? foodPosts : [];
}

/** The content whose own page this is: `/project/atlas`. Undefined for other pages, and for what is not there. */
export function itemAt(path: string, data: Items): Item | undefined {
  const [, page = "", slug] = path.split("/");
  return itemsBelow(`/${page}`, data).find((item) => item.slug === slug);
}

/** Whether it is, or would be, the page of a single thing. */
export function isItemPage(path: string): boolean {
  return /^\/(?:project|foodblog)\//.test(path);
}

/** Paths of those that the owner wants no program to find. */
export function pagesKeptOut({ seo }: PublicData): Set<string> {
  return new Set((seo?.pages ?? []).flatMap(({ path, noindex }) => (noindex ? [path] : [])));
}

/** Whether search engines are let in. Starter content is nobody's: they are asked to leave it out. */
export function isIndexable({ settings, sample, resume }: PublicData): boolean {
  return settings.indexable && !sample && resume !== null;
}

/** The page in Markdown: `/about.md`. */
export function mirrorOf(path: string): string {
  return path === "/" ? "/index.md" : `${path}.md`;
}

export type PictureType = "image/png" | "image/jpeg";

/** Of the picture beside a link to the page. That of a single thing has its cover, or may have it tomorrow. */
export function pictureTypeOf(path: string): PictureType {
  return isItemPage(path) ? "image/jpeg" : "image/png";
}

/** The picture that stands beside a link to the page: `/og/about.png`, `/og/project/atlas.jpg`. */
export function pictureOf(path: string): string {
  if (pictureTypeOf(path) === "image/jpeg") return `/og${path}.jpg`;
  return path === "/" ? "/og/index.png" : `/og${path}.png`;
}

/** The page whose file this is: the other direction of the two above. */
export function pageOfFile(file: string, prefix: "" | "/og"): string {
  const path = file.slice(prefix.length, file.lastIndexOf("."));
  return path === "/index" ? "/" : path;
}

export const pictureSize = { width: 1200, height: 630 };
export const feedPath = "/feed.xml";
/** The food posts alone. */
export const foodFeedPath = "/foodblog/feed.xml";
export const resumeJsonPath = "/resume.json";
