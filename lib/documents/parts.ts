/** Pieces that several documents are made of. Schemas are written in zod/mini because browser and server share them. */
import * as z from "zod/mini";
import { type Placeholder, placeholderOf } from "../picture-placeholder.ts";
import { isSafeHref } from "../safe-href.ts";

/** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, as JSON Resume 1.0 has it. */
export const partialDate = z
  .string()
  .check(
    z.regex(
      /^[12]\d{3}(-[01]\d(-[0-3]\d)?)?$/,
      "must be a date such as 2024, 2024-06 or 2024-06-29",
    ),
  );

/** A day that exists: pages format it. */
export const calendarDate = z
  .string()
  .check(z.refine(isCalendarDate, "must be a date such as 2024-06-29"));

function isCalendarDate(text: string): boolean {
  if (!/^[12]\d{3}-[01]\d-[0-3]\d$/.test(text)) return false;
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.valueOf()) && instant.toISOString().startsWith(text);
}

export const contentIdForm = /^[A-Za-z0-9][A-Za-z0-9_.~-]{0,127}$/;

/** Of a document of the content. */
export const contentId = z.string().check(z.regex(contentIdForm));

export const slug = z
  .string()
  .check(
    z.maxLength(80),
    z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be lower-case words joined by hyphens"),
  );

export const href = z.string().check(
  z.maxLength(2000),
  z.refine(isSafeHref, {
    error: "must be an http, https or mailto address, or a path on this site",
    abort: true,
  }),
);

/** True for text that shows nothing: spaces, and marks without a picture such as U+200B. */
export function isBlank(text: string): boolean {
  return /^[\p{Z}\p{Cc}\p{Cf}]*$/u.test(text);
}

/** What a heading is made of: never empty. */
export const title = z.string().check(
  z.trim(),
  z.maxLength(200),
  z.refine((text) => !isBlank(text), "must not be empty"),
);

/** Tags and the like; blank ones are left out. */
export const words = z._default(
  z.pipe(
    z.array(z.string().check(z.trim(), z.maxLength(60))),
    z.transform((list: string[]) => list.filter((word) => !isBlank(word))),
  ),
  [],
);

export const link = z.object({ label: z.string().check(z.trim(), z.maxLength(120)), url: href });

/** The content security policy lets pages load pictures of this site only. */
export const ownPath = href.check(
  z.refine((value) => value.startsWith("/"), "must be a path on this site"),
);

/** What is read of one has, instead of its ThumbHash, what that looks like. */
export const image = z.pipe(
  z.object({
    src: ownPath,
    alt: z.string().check(z.maxLength(500)),
    width: z.int().check(z.positive()),
    height: z.int().check(z.positive()),
    /** Base64, from the metadata of the stored object. */
    thumbhash: z.optional(z.string().check(z.maxLength(100))),
  }),
  z.transform(({ thumbhash, ...picture }): Picture => {
    const placeholder = thumbhash === undefined ? undefined : placeholderOf(thumbhash);
    return placeholder === undefined ? picture : { ...picture, placeholder };
  }),
);

type Picture = {
  src: string;
  alt: string;
  width: number;
  height: number;
  placeholder?: Placeholder;
};

/**
 * A ProseMirror document in JSON. The schema checks only the outer shape:
 * what may be shown is decided by the viewer's allow-list of nodes, marks and link schemes.
 */
export const richText = z.object({
  type: z.literal("doc"),
  content: z.array(z.looseObject({ type: z.string() })),
});

export type Image = z.infer<typeof image>;
export type Link = z.infer<typeof link>;

/** What every public document has besides its own fields. */
export type PublicIdentity = {
  id: string;
  /** RFC 3339, UTC. */
  createTime: string;
  updateTime: string;
};
