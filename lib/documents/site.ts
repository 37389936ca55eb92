import * as z from "zod/mini";
import { href, image, richText } from "./parts.ts";

const shortText = z.string().check(z.maxLength(300));
const sample = z.optional(z.literal(true));

/** `site/profile`: what the owner says beyond the resume. Name, label, summary and addresses come from `site/resume`. */
export const siteProfile = z.object({
  tagline: z.optional(shortText),
  story: z.optional(richText),
  now: z._default(z.array(shortText), []),
  values: z._default(z.array(z.object({ title: shortText, text: z.string() })), []),
  uses: z._default(z.array(z.object({ title: shortText, items: z.array(shortText) })), []),
  photo: z.optional(image),
  sample,
});

/** `site/settings`. `accent` is a CSS colour `#rrggbb`. */
export const siteSettings = z.object({
  accent: z.optional(
    z.string().check(z.regex(/^#[0-9a-f]{6}$/i, "must be a colour such as #8a3b12")),
  ),
  announcement: z.optional(z.object({ text: shortText, url: z.optional(href) })),
  indexable: z._default(z.boolean(), true),
  sample,
});

const homeSections = ["work", "writing", "play", "contact"] as const;

/** `site/sections`: order and visibility of the home page's rooms. */
export const siteSections = z.object({
  home: z._default(
    z.array(z.object({ id: z.enum(homeSections), hidden: z._default(z.boolean(), false) })),
    homeSections.map((id) => ({ id, hidden: false })),
  ),
  sample,
});

export type SiteProfile = Omit<z.infer<typeof siteProfile>, "sample">;
export type SiteSettings = Omit<z.infer<typeof siteSettings>, "sample">;
export type SiteSections = Omit<z.infer<typeof siteSections>, "sample">;
export type HomeSection = (typeof homeSections)[number];
