/** Pieces that several documents are made of. Schemas are written in zod/mini because browser and server share them. */
import * as z from "zod/mini";
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

export const slug = z
  .string()
  .check(
    z.maxLength(80),
    z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be lower-case words joined by hyphens"),
  );

export const href = z
  .string()
  .check(
    z.maxLength(2000),
    z.refine(isSafeHref, "must be an http, https or mailto address, or a path on this site"),
  );

export const link = z.object({ label: z.string().check(z.maxLength(120)), url: href });

// The content security policy lets pages load pictures of this site only.
const ownPath = href.check(
  z.refine((value) => value.startsWith("/"), "must be a path on this site"),
);

export const image = z.object({
  src: ownPath,
  alt: z.string().check(z.maxLength(500)),
  width: z.int().check(z.positive()),
  height: z.int().check(z.positive()),
});

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
export type RichText = z.infer<typeof richText>;
