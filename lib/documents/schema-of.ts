/** Which schema a stored document must fit: what a tool or an import writes by it, a page can read. */
import * as z from "zod/mini";
import { certificateDocument } from "./certificate.ts";
import { type Fault, checkDocument } from "./check-document.ts";
import { foodPostDocument } from "./food-post.ts";
import { foodWishDocument } from "./food-wish.ts";
import { githubSnapshot } from "./github-snapshot.ts";
import { leetcodeSnapshot } from "./leetcode-snapshot.ts";
import { siteNavigation } from "./navigation.ts";
import { problemDocument } from "./problem.ts";
import { projectDocument } from "./project.ts";
import { siteRedirects } from "./redirects.ts";
import { standardResume } from "./resume.ts";
import { siteSeo } from "./seo.ts";
import { siteProfile, siteSections, siteSettings } from "./site.ts";
import { textAndPictureFaults } from "./texts-and-pictures.ts";

/** A collection, for all of its documents, or the path of one. */
const schemas: Readonly<Record<string, z.ZodMiniType>> = {
  projects: projectDocument,
  certificates: certificateDocument,
  foodPosts: foodPostDocument,
  foodWishlist: foodWishDocument,
  problems: problemDocument,
  "site/profile": siteProfile,
  "site/resume": z.object({ document: standardResume }),
  "site/settings": siteSettings,
  "site/sections": siteSections,
  "site/navigation": siteNavigation,
  "site/seo": siteSeo,
  "site/redirects": siteRedirects,
  "snapshots/github": githubSnapshot,
  "snapshots/leetcode": leetcodeSnapshot,
};

/** Undefined where documents may be of any form. */
export function schemaOf(path: string): z.ZodMiniType | undefined {
  const [collection = "", ...inside] = path.split("/");
  if (Object.hasOwn(schemas, path)) return schemas[path];
  return inside.length === 1 && Object.hasOwn(schemas, collection)
    ? schemas[collection]
    : undefined;
}

/** Why this document must not be written: no page could show it, or not as it should; empty when it fits. */
export function misfitsOf(path: string, data: unknown): Fault[] {
  const schema = schemaOf(path);
  const checked = schema && checkDocument(schema, data);
  if (checked === undefined) return [];
  return checked.ok ? textAndPictureFaults(path, data) : checked.faults;
}
