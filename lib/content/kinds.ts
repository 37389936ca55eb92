/** The kinds of content that the owner writes. One more kind is one more row here, and its rules. */
import type * as z from "zod/mini";
import { schemaOf } from "../documents/schema-of.ts";
import type { PlainFields } from "../firestore-value.ts";
import { textOf } from "../text-of.ts";
import { slugOf } from "./slug.ts";

export const contentKinds = ["projects", "certificates", "site"] as const;
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
  empty: PlainFields;
};

const facts: Record<ContentKind, KindFacts> = {
  projects: {
    role: "editor",
    ids: undefined,
    one: "project",
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
    empty: { title: "", issuer: "", issueDate: "", skills: [], hidden: false },
  },
  site: { role: "admin", ids: siteIds, one: "part of the site", empty: {} },
};

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

const idForm = /^[A-Za-z0-9][A-Za-z0-9_.~-]{0,127}$/;

/** Letters, digits and `_ . ~ -`, the first a letter or digit. */
export function isContentId(kind: ContentKind, id: string): boolean {
  const { ids } = facts[kind];
  return ids === undefined ? idForm.test(id) : ids.includes(id);
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

/** What a project's address ends with: its own, else of its title. Undefined for what has no address of its own. */
export function slugOfFields(kind: ContentKind, fields: PlainFields): string | undefined {
  if (kind !== "projects") return undefined;
  return textOf(fields["slug"]).trim() || slugOf(textOf(fields["title"])) || undefined;
}

/** Where visitors see it; undefined for what has no address yet, or stands on many pages. */
export function publicPathOf(
  kind: ContentKind,
  fields: PlainFields,
  id: string,
): string | undefined {
  if (kind === "certificates") return "/certificates";
  if (kind === "site") return id === "resume" ? "/resume" : "/";
  const slug = slugOfFields(kind, fields);
  return slug === undefined ? undefined : `/project/${slug}`;
}

/** All the pages that show it. */
export function pagesOf(kind: ContentKind, id: string, fields: PlainFields): string[] {
  const own = publicPathOf(kind, fields, id);
  if (kind === "projects") return ["/", "/project", ...(own === undefined ? [] : [own])];
  if (kind === "certificates") return ["/", "/certificates"];
  if (id === "resume") return ["/", "/about", "/resume"];
  if (id === "profile" || id === "sections") return ["/", "/about"];
  return ["every page"];
}
