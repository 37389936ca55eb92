import * as z from "zod/mini";
import { calendarDate, href, image, ownPath, title, words } from "./parts.ts";
import type { PublicIdentity } from "./parts.ts";

/** Collection `certificates`, keyed by id. */
export const certificateDocument = z.object({
  title,
  issuer: z.string().check(z.trim(), z.maxLength(120)),
  issueDate: calendarDate,
  expiryDate: z.optional(calendarDate),
  credentialId: z.optional(z.string().check(z.maxLength(120))),
  credentialUrl: z.optional(href),
  description: z.optional(z.string().check(z.trim(), z.maxLength(1000))),
  skills: words,
  image: z.optional(image),
  /** The certificate itself, a PDF; `image` may show its first page. */
  file: z.optional(z.object({ src: ownPath, bytes: z.int().check(z.nonnegative()) })),
  hidden: z._default(z.boolean(), false),
  sample: z.optional(z.literal(true)),
});

type CertificateDocument = z.infer<typeof certificateDocument>;
export type PublicCertificate = Omit<CertificateDocument, "hidden" | "sample"> & PublicIdentity;
