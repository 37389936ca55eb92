import * as z from "zod/mini";
import { image, link, partialDate, richText, slug, title, words } from "./parts.ts";
import type { PublicIdentity } from "./parts.ts";

/** Collection `projects`, keyed by id. `hidden` is always stored as a boolean by our tools; absent counts as false. */
export const projectDocument = z.object({
  slug,
  title,
  summary: z.string().check(z.trim(), z.maxLength(600)),
  body: z.optional(richText),
  tags: words,
  stack: words,
  links: z._default(z.array(link), []),
  startDate: z.optional(partialDate),
  endDate: z.optional(partialDate),
  cover: z.optional(image),
  gallery: z._default(z.array(image), []),
  featured: z._default(z.boolean(), false),
  hidden: z._default(z.boolean(), false),
  /** Place in the owner's order: a fractional index, compared as a string. */
  order: z._default(z.string(), ""),
  sample: z.optional(z.literal(true)),
});

type ProjectDocument = z.infer<typeof projectDocument>;
export type PublicProject = Omit<ProjectDocument, "hidden" | "sample" | "order"> & PublicIdentity;
