/** The kinds of content that the owner writes. One more kind is one more row here, and its rules. */
import type * as z from "zod/mini";
import { contentIdForm } from "../documents/parts.ts";
import { schemaOf } from "../documents/schema-of.ts";
import type { PlainFields } from "../firestore-value.ts";
import { textOf } from "../text-of.ts";
import { slugOf } from "./slug.ts";

export const contentKinds = [
  "projects",
  "certificates",
  "foodPosts",
  "foodWishlist",
  "problems",
  "site",
] as const;
/** Also the name of the collection. */
export type ContentKind = (typeof contentKinds)[number];

export const siteIds = [
  "profile",
  "resume",
  "settings",
  "sections",
  "navigation",
  "seo",
  "redirects",
] as const;
export type SiteId = (typeof siteIds)[number];

type KindFacts = {
  /** Who may write it; an admin may write all. */
  role: "editor" | "admin";
  /** Of a kind whose documents are there or not, but neither made nor deleted. */
  ids: readonly string[] | undefined;
  /** As people read it. */
  one: string;
  /** Where each has a page of its own: before its slug. */
  folder?: string;
  /** Where they are edited; the id follows. */
  editor: string;
  /** Which pages show them besides. */
  pages: readonly string[];
  /** All of its published documents are public: what visitors are not to see is deleted. */
  neverHidden?: true;
  /** Its documents have no pictures and PDFs: nobody looks for the names of files in thousands of them. */
  neverFiles?: true;
  /** Fields that lists and acts on many know, by what they are in all kinds. */
  fields: { tags: string; picture?: string; order?: string };
  empty: PlainFields;
};

const facts: Record<ContentKind, KindFacts> = {
  projects: {
    role: "editor",
    ids: undefined,
    one: "project",
    folder: "/project/",
    editor: "/EditProjects?id=",
    pages: ["/", "/project"],
    fields: { tags: "tags", picture: "cover", order: "order" },
    empty: {
      slug: "",
      title: "",
      summary: "",
      tags: [],
      stack: [],
      links: [],
      gallery: [],
      featured: false,
      hidden: false,
      order: "",
    },
  },
  certificates: {
    role: "editor",
    ids: undefined,
    one: "certificate",
    editor: "/EditCertificates?id=",
    pages: ["/", "/certificates"],
    fields: { tags: "skills", picture: "image" },
    empty: { title: "", issuer: "", issueDate: "", skills: [], hidden: false },
  },
  foodPosts: {
    role: "editor",
    ids: undefined,
    one: "food post",
    folder: "/foodblog/",
    editor: "/FoodBlogEditTabSwitcher?tab=blog&id=",
    pages: ["/", "/foodblog"],
    fields: { tags: "tags", picture: "cover", order: "rank" },
    empty: { slug: "", title: "", summary: "", tags: [], dishes: [], gallery: [], hidden: false },
  },
  foodWishlist: {
    role: "editor",
    ids: undefined,
    one: "wish",
    editor: "/FoodBlogEditTabSwitcher?tab=wishlist&id=",
    pages: ["/foodwishlist"],
    fields: { tags: "tags", picture: "image" },
    empty: {
      title: "",
      kind: "place",
      status: "want",
      priority: "normal",
      closedOn: [],
      tags: [],
      hidden: false,
    },
  },
  problems: {
    role: "editor",
    ids: undefined,
    one: "problem",
    editor: "/AdminLeetCodeView?id=",
    pages: ["/leetcode"],
    neverHidden: true,
    neverFiles: true,
    fields: { tags: "categories" },
    empty: { title: "", link: "", categories: [], solutions: [] },
  },
  site: {
    role: "admin",
    ids: siteIds,
    one: "part of the site",
    editor: "",
    pages: [],
    fields: { tags: "tags" },
    empty: {},
  },
};

/** Whose documents may name stored files. */
export const kindsWithFiles: readonly ContentKind[] = contentKinds.filter(
  (kind) => facts[kind].neverFiles !== true,
);

export function roleOf(kind: ContentKind): "editor" | "admin" {
  return facts[kind].role;
}

export function nameOfKind(kind: ContentKind): string {
  return facts[kind].one;
}

/** Whether a kind's documents are made, hidden, ordered and deleted; those of `site` are just there. */
export function isCollection(kind: ContentKind): boolean {
  return facts[kind].ids === undefined;
}

/** Letters, digits and `_ . ~ -`, the first a letter or digit. */
export function isContentId(kind: ContentKind, id: string): boolean {
  const { ids } = facts[kind];
  return ids === undefined ? contentIdForm.test(id) : ids.includes(id);
}

/** Of the published document. Undefined for an id that the kind does not have. */
export function contentSchema(kind: ContentKind, id: string): z.ZodMiniType | undefined {
  return isContentId(kind, id) ? schemaOf(`${kind}/${id}`) : undefined;
}

/** What a new one begins with. */
export function emptyFields(kind: ContentKind): PlainFields {
  return structuredClone(facts[kind].empty);
}

const siteTitles: Record<SiteId, string> = {
  profile: "Profile",
  resume: "Resume",
  settings: "Settings",
  sections: "Sections",
  navigation: "Navigation",
  seo: "Search engines",
  redirects: "Redirects",
};

/** Empty while it has none. */
export function titleOf(kind: ContentKind, id: string, fields: PlainFields): string {
  if (kind === "site") return Object.hasOwn(siteTitles, id) ? siteTitles[id as SiteId] : id;
  return textOf(fields["title"]).trim().slice(0, 200);
}

/** Where one is edited: a path on this site. */
export function editorPathOf(kind: Exclude<ContentKind, "site">, id: string): string {
  return facts[kind].editor + encodeURIComponent(id);
}

/** Whether each of its documents has a page of its own. */
export function hasPages(kind: ContentKind): boolean {
  return facts[kind].folder !== undefined;
}

/** What its documents call their tags, the picture that stands for them, and their place in the owner's order. */
export function fieldsOfKind(kind: ContentKind): KindFacts["fields"] {
  return facts[kind].fields;
}

/** Whether a published one can be taken from visitors and kept. */
export function canBeHidden(kind: ContentKind): boolean {
  return isCollection(kind) && facts[kind].neverHidden !== true;
}

/** What the address of one's page ends with: its own, else of its title. Undefined for what has no page of its own. */
export function slugOfFields(kind: ContentKind, fields: PlainFields): string | undefined {
  if (!hasPages(kind)) return undefined;
  return textOf(fields["slug"]).trim() || slugOf(textOf(fields["title"])) || undefined;
}

/** Where visitors see it; undefined for what has no address yet, or stands on many pages. */
export function publicPathOf(
  kind: ContentKind,
  fields: PlainFields,
  id: string,
): string | undefined {
  if (kind === "site") return id === "resume" ? "/resume" : "/";
  const { folder, pages } = facts[kind];
  if (folder === undefined) return pages.at(-1);
  const slug = slugOfFields(kind, fields);
  return slug === undefined ? undefined : folder + slug;
}

/** All the pages that show it. */
export function pagesOf(kind: ContentKind, id: string, fields: PlainFields): string[] {
  if (kind !== "site") {
    const own = publicPathOf(kind, fields, id);
    return [...new Set([...facts[kind].pages, ...(own === undefined ? [] : [own])])];
  }
  if (id === "resume") return ["/", "/about", "/resume"];
  if (id === "profile" || id === "sections") return ["/", "/about"];
  return ["every page"];
}
