/** `site/seo`: what search engines and link previews are told beyond what the content says of itself. */
import * as z from "zod/mini";
import { image, ownPath } from "./parts.ts";

const text = (letters: number) => z.optional(z.string().check(z.trim(), z.maxLength(letters)));

/** Names of the meta elements by which these prove whose a site is. */
export const verifiers = {
  "google-site-verification": "Google",
  "msvalidate.01": "Bing",
  "yandex-verification": "Yandex",
  "p:domain_verify": "Pinterest",
  "facebook-domain-verification": "Facebook",
} as const;

const verifierNames = Object.keys(verifiers) as [keyof typeof verifiers];

export const siteSeo = z.object({
  /** Of single pages; what one leaves out, the content says. */
  pages: z._default(
    z
      .array(
        z.object({
          path: ownPath,
          title: text(120),
          description: text(300),
          /** Left out of search engines, the sitemap and all other files for programs. */
          noindex: z._default(z.boolean(), false),
        }),
      )
      .check(z.maxLength(100)),
    [],
  ),
  verification: z._default(
    z
      .array(
        z.object({
          name: z.enum(verifierNames),
          content: z
            .string()
            .check(
              z.trim(),
              z.regex(/^[\w.:=+/-]{1,200}$/, "must be the code alone, without the tag around it"),
            ),
        }),
      )
      .check(z.maxLength(10)),
    [],
  ),
  /** Beside links to pages in place of the drawn one; projects keep theirs. */
  picture: z.optional(image),
  sample: z.optional(z.literal(true)),
});

export type SiteSeo = Omit<z.infer<typeof siteSeo>, "sample">;
