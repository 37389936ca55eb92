/** A draft as a page would get it, however unfinished: what does not fit is left out instead of the whole. */
import * as z from "zod/mini";
import type { PublicCertificate } from "../documents/certificate.ts";
import { certificateDocument } from "../documents/certificate.ts";
import { foodPostDocument } from "../documents/food-post.ts";
import type { PublicFoodPost } from "../documents/food-post.ts";
import { foodWishDocument } from "../documents/food-wish.ts";
import type { PublicFoodWish } from "../documents/food-wish.ts";
import { problemDocument } from "../documents/problem.ts";
import type { PublicProblem } from "../documents/problem.ts";
import type { PublicProject } from "../documents/project.ts";
import { projectDocument } from "../documents/project.ts";
import type { ResumeDocument } from "../documents/resume.ts";
import { standardResume } from "../documents/resume.ts";
import { siteProfile, siteSections, siteSettings } from "../documents/site.ts";
import type { SiteProfile, SiteSections, SiteSettings } from "../documents/site.ts";
import {
  toPublicCertificates,
  toPublicFoodPosts,
  toPublicFoodWishlist,
  toPublicProblems,
  toPublicProfile,
  toPublicProjects,
  toPublicResume,
  toPublicSections,
  toPublicSettings,
} from "../documents/to-public.ts";
import type { Stored } from "../documents/public-list.ts";
import type { PlainFields } from "../firestore-value.ts";
import { slugOfFields } from "./kinds.ts";
import type { ContentKind } from "./kinds.ts";
import { publishable } from "./publishable.ts";
import { slugOf } from "./slug.ts";

export type SitePreviews = {
  profile: SiteProfile;
  resume: ResumeDocument;
  settings: SiteSettings;
  sections: SiteSections;
};

/** The public shape. Pictures of the draft keep their draft's address. */
export function toPreview(kind: "projects", id: string, fields: PlainFields): PublicProject;
export function toPreview(kind: "certificates", id: string, fields: PlainFields): PublicCertificate;
export function toPreview(kind: "foodPosts", id: string, fields: PlainFields): PublicFoodPost;
export function toPreview(kind: "foodWishlist", id: string, fields: PlainFields): PublicFoodWish;
export function toPreview(kind: "problems", id: string, fields: PlainFields): PublicProblem;
export function toPreview<Id extends keyof SitePreviews>(
  kind: "site",
  id: Id,
  fields: PlainFields,
): SitePreviews[Id];
export function toPreview(kind: ContentKind, id: string, fields: PlainFields): unknown {
  const given = publishable(kind, id, fields);
  const stored = (schema: Shaped, atLeast: PlainFields = {}): Stored => {
    const now = new Date().toISOString();
    const data = { ...atLeast, ...fitting(schema, given), hidden: false };
    return { path: `${kind}/${id}`, id, data, createTime: now, updateTime: now };
  };
  // What was typed may be no address yet.
  const slug = slugOf(slugOfFields(kind, given) ?? "") || "untitled";
  const title = "Untitled";
  if (kind === "projects") {
    const least = { slug, title, summary: "" };
    return toPublicProjects([stored(projectDocument, least)], ignore)[0];
  }
  if (kind === "foodPosts") {
    return toPublicFoodPosts([stored(foodPostDocument, { slug, title })], ignore)[0];
  }
  if (kind === "foodWishlist") {
    return toPublicFoodWishlist([stored(foodWishDocument, { title })], ignore)[0];
  }
  if (kind === "problems") {
    return toPublicProblems([stored(problemDocument, { title, link: "/leetcode" })], ignore)[0];
  }
  if (kind === "certificates") {
    const issueDate = new Date().toISOString().slice(0, 10);
    const least = { title, issuer: "", issueDate };
    return toPublicCertificates([stored(certificateDocument, least)], ignore)[0];
  }
  switch (id) {
    case "resume": {
      const resume = groupOf(given["document"]);
      const now = new Date().toISOString();
      const data = { document: fitting(standardResume, resume) };
      const whole = { path: "site/resume", id, data, createTime: now, updateTime: now };
      return toPublicResume(whole, ignore);
    }
    case "profile":
      return toPublicProfile(stored(siteProfile), ignore);
    case "settings":
      return toPublicSettings(stored(siteSettings), ignore);
    default:
      return toPublicSections(stored(siteSections), ignore);
  }
}

type Shaped = z.ZodMiniType & { shape: Readonly<Record<string, z.ZodMiniType>> };

/** The fields that fit by themselves; of a list that does not, the entries that do. */
function fitting(schema: Shaped, fields: PlainFields): PlainFields {
  const kept: PlainFields = {};
  for (const [name, value] of Object.entries(fields)) {
    const field = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined;
    if (field === undefined) continue;
    if (fits(field, value)) kept[name] = value;
    else if (Array.isArray(value)) {
      const some = value.filter((entry) => fits(field, [entry]));
      if (fits(field, some)) kept[name] = some;
    }
  }
  return kept;
}

function fits(schema: z.ZodMiniType, value: unknown): boolean {
  return z.safeParse(schema, value).success;
}

function groupOf(value: PlainFields[string] | undefined): PlainFields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}

function ignore(): void {
  // Who writes sees what is missing beside each field.
}
