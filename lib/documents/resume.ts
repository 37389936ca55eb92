/**
 * JSON Resume 1.0 (https://jsonresume.org/schema), every section. All fields are optional and unknown ones are kept,
 * so that what was imported can be exported again unchanged.
 */
import * as z from "zod/mini";
import { partialDate } from "./parts.ts";

const text = z.optional(z.string());
const texts = z.optional(z.array(z.string()));
const date = z.optional(partialDate);

// The standard says "a URI": any scheme is kept, and only isSafeHref ones are ever shown as a link.
const uri = z.optional(
  z
    .string()
    .check(
      z.refine(
        (value) => URL.canParse(value),
        "must be a whole address, such as https://example.com",
      ),
    ),
);

const email = z.optional(
  z
    .string()
    .check(z.refine((value) => /^[^\s@]+@[^\s@]+$/.test(value), "must be an e-mail address")),
);

const period = { startDate: date, endDate: date };

/** `group` decides what becomes of fields that the standard does not know. */
function resumeSchema(group: typeof z.looseObject) {
  function section<Shape extends Parameters<typeof z.looseObject>[0]>(shape: Shape) {
    return z.optional(z.array(group(shape)));
  }

  const basics = group({
    name: text,
    label: text,
    image: text,
    email,
    phone: text,
    url: uri,
    summary: text,
    location: z.optional(
      group({ address: text, postalCode: text, city: text, countryCode: text, region: text }),
    ),
    profiles: section({ network: text, username: text, url: uri }),
  });

  return group({
    $schema: uri,
    basics: z.optional(basics),
    work: section({
      name: text,
      location: text,
      description: text,
      position: text,
      url: uri,
      ...period,
      summary: text,
      highlights: texts,
    }),
    volunteer: section({
      organization: text,
      position: text,
      url: uri,
      ...period,
      summary: text,
      highlights: texts,
    }),
    education: section({
      institution: text,
      url: uri,
      area: text,
      studyType: text,
      ...period,
      score: text,
      courses: texts,
    }),
    awards: section({ title: text, date, awarder: text, summary: text }),
    certificates: section({ name: text, date, url: uri, issuer: text }),
    publications: section({
      name: text,
      publisher: text,
      releaseDate: date,
      url: uri,
      summary: text,
    }),
    skills: section({ name: text, level: text, keywords: texts }),
    languages: section({ language: text, fluency: text }),
    interests: section({ name: text, keywords: texts }),
    references: section({ name: text, reference: text }),
    projects: section({
      name: text,
      description: text,
      highlights: texts,
      keywords: texts,
      ...period,
      url: uri,
      roles: texts,
      entity: text,
      type: text,
    }),
    meta: z.optional(group({ canonical: uri, version: text, lastModified: text })),
  });
}

export const resumeDocument = resumeSchema(z.looseObject);

/** Keeps only the standard's own fields: what a page may show of a resume. */
export const standardResume = resumeSchema(z.object);

export type ResumeDocument = z.infer<typeof resumeDocument>;
