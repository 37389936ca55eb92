/**
 * What the site says of a page to programs that find, list and share it. One source for the document's head, the
 * sitemap, the picture beside a link and llms.txt.
 */
import type { Image } from "../documents/parts.ts";
import { pageDescription } from "../page-descriptions.ts";
import { pageAt } from "../pages.ts";
import type { PublicData } from "../server-backend.ts";
import { everyFoundPage, isItemPage, itemAt, pagesKeptOut } from "./addresses.ts";
import { shorten } from "./shorten.ts";

export type PageFacts = {
  path: string;
  /** The page's own, without the site's name. */
  title: string;
  description: string;
  /** Of Open Graph. */
  type: "website" | "profile" | "article";
  /** The one picture that stands for it. */
  cover: Image | undefined;
  /** RFC 3339, UTC; undefined where it is not known. */
  lastModified: string | undefined;
};

const descriptionLetters = 200;

/** Undefined where there is no such page to be found. `path` is canonical. */
export function pageFacts(path: string, data: PublicData): PageFacts | undefined {
  const facts = factsOf(path, data);
  const { title, description } = data.seo?.pages.find((page) => page.path === path) ?? {};
  return (
    facts && {
      ...facts,
      title: title || facts.title,
      description: description || facts.description,
    }
  );
}

function factsOf(path: string, data: PublicData): PageFacts | undefined {
  if (isItemPage(path)) return pagesKeptOut(data).has(path) ? undefined : itemFacts(path, data);
  return everyFoundPage(data).includes(path) ? ownFacts(path, data) : undefined;
}

/** What the content says of a page. */
function ownFacts(path: string, data: PublicData): PageFacts {
  const { title } = pageAt(path);
  const plain: PageFacts = {
    path,
    title,
    description: pageDescription(path),
    type: "website",
    cover: undefined,
    lastModified: undefined,
  };
  const {
    resume,
    profile,
    projects,
    certificates,
    foodPosts,
    foodWishlist,
    problems,
    github,
    leetcode,
  } = data;
  const basics = resume?.basics;
  switch (path) {
    case "/":
      return {
        ...plain,
        title: basics?.name || title,
        description: firstOf([profile?.tagline, basics?.label], plain.description),
        type: "profile",
        lastModified: latest([...projects, ...certificates, ...foodPosts]),
      };
    case "/about":
      return {
        ...plain,
        description: firstOf([basics?.summary, profile?.tagline], plain.description),
        type: "profile",
      };
    case "/resume":
      return {
        ...plain,
        description: firstOf(
          [[basics?.name, basics?.label].filter(Boolean).join(": ")],
          plain.description,
        ),
        type: "profile",
        lastModified: isoTime(resume?.meta?.lastModified),
      };
    case "/project":
      return {
        ...plain,
        description: listed(plain.description, projects),
        lastModified: latest(projects),
      };
    case "/foodblog":
      return {
        ...plain,
        description: listed(plain.description, foodPosts),
        lastModified: latest(foodPosts),
      };
    case "/foodwishlist":
      return {
        ...plain,
        description: listed(plain.description, foodWishlist),
        lastModified: latest(foodWishlist),
      };
    case "/certificates":
      return {
        ...plain,
        description: listed(plain.description, certificates),
        lastModified: latest(certificates),
      };
    case "/github":
      return { ...plain, lastModified: github?.fetchedAt };
    case "/leetcode":
      return {
        ...plain,
        description: listed(plain.description, problems),
        lastModified:
          [latest(problems) ?? "", leetcode?.fetchedAt ?? ""].toSorted().at(-1) || undefined,
      };
    default:
      return plain;
  }
}

/** JSON Resume wants ISO 8601 there; what is not that says nothing. */
function isoTime(text: string | undefined): string | undefined {
  const ms = /^\d{4}-\d{2}-\d{2}/.test(text ?? "") ? Date.parse(text ?? "") : Number.NaN;
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}

function itemFacts(path: string, data: PublicData): PageFacts | undefined {
  const item = itemAt(path, data);
  if (item === undefined) return undefined;
  return {
    path,
    title: item.title,
    description: firstOf([item.summary], item.title),
    type: "article",
    cover: item.cover,
    lastModified: item.updateTime,
  };
}

function firstOf(texts: readonly (string | undefined)[], otherwise: string): string {
  return shorten(texts.find(Boolean) ?? otherwise, descriptionLetters);
}

function listed(sentence: string, entries: readonly { title: string }[]): string {
  if (entries.length === 0) return sentence;
  const names = entries.slice(0, 3).map(({ title }) => title);
  return shorten(
    `${sentence} ${names.join(", ")}${entries.length > 3 ? " …" : "."}`,
    descriptionLetters,
  );
}

function latest(documents: readonly { updateTime: string }[]): string | undefined {
  return documents
    .map(({ updateTime }) => updateTime)
    .toSorted()
    .at(-1);
}
