import * as z from "zod/mini";
import { fontPairIds } from "./fonts.ts";
import { href, image, richText } from "./parts.ts";

const shortText = z.string().check(z.maxLength(300));
const sample = z.optional(z.literal(true));

const publicPdf = z
  .string()
  .check(
    z.maxLength(1000),
    z.regex(
      /^public(?:\/(?!\.{1,2}\/)[^/]+)+(?<=\.pdf)$/i,
      "must be a stored file such as public/resume.pdf",
    ),
  );

/** `site/profile`: what the owner says beyond the resume. Name, label, summary and addresses come from `site/resume`. */
export const siteProfile = z.object({
  tagline: z.optional(shortText),
  story: z.optional(richText),
  now: z._default(z.array(shortText), []),
  values: z._default(z.array(z.object({ title: shortText, text: z.string() })), []),
  uses: z._default(z.array(z.object({ title: shortText, items: z.array(shortText) })), []),
  /** The owner's own PDF of the resume, a stored public file; without one the server makes it. */
  resumePdf: z.optional(z.object({ name: publicPdf })),
  photo: z.optional(image),
  sample,
});

/** `site/settings`. `accent` is a CSS colour `#rrggbb`. */
export const siteSettings = z.object({
  accent: z.optional(
    z.string().check(z.regex(/^#[0-9a-f]{6}$/i, "must be a colour such as #8a3b12")),
  ),
  fonts: z.optional(z.enum(fontPairIds)),
  announcement: z.optional(z.object({ text: shortText, url: z.optional(href) })),
  indexable: z._default(z.boolean(), true),
  sample,
});

export const homeSections = ["work", "writing", "play", "contact"] as const;
export const aboutSections = ["story", "now", "values", "timeline", "skills", "uses"] as const;

/** Ids that this version does not know are kept: a newer one may have written them. Without a list all are shown. */
function sectionOrder(known: readonly string[]) {
  const section = z.object({
    id: z.string().check(z.maxLength(40)),
    hidden: z._default(z.boolean(), false),
  });
  return z._default(
    z.array(section).check(z.maxLength(100)),
    known.map((id) => ({ id, hidden: false })),
  );
}

/** `site/sections`: order and visibility of the home page's rooms and of the parts of about. */
export const siteSections = z.object({
  home: sectionOrder(homeSections),
  about: sectionOrder(aboutSections),
  sample,
});

export type SiteProfile = Omit<z.infer<typeof siteProfile>, "sample">;
export type SiteSettings = Omit<z.infer<typeof siteSettings>, "sample">;
export type HomeSection = (typeof homeSections)[number];
export type AboutSection = (typeof aboutSections)[number];

export type SiteSections = {
  home: { id: HomeSection; hidden: boolean }[];
  about: { id: AboutSection; hidden: boolean }[];
};
