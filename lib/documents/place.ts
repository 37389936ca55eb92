/** Where somebody ate, or means to: a place that the public can look up, never a home. */
import * as z from "zod/mini";
import { href, title } from "./parts.ts";

/** Of a degree: about a hundred metres. Nearer than that nobody has to know where the owner was. */
const decimals = 3;

const degrees = (most: number) =>
  z.pipe(z.number().check(z.minimum(-most), z.maximum(most)), z.transform(roundDegrees));

export const place = z.object({
  name: title,
  address: z.optional(z.string().check(z.trim(), z.maxLength(300))),
  city: z.optional(z.string().check(z.trim(), z.maxLength(120))),
  /** ISO 3166-1 alpha-2. */
  country: z.optional(
    z.string().check(z.regex(/^[A-Z]{2}$/, "must be a country's two capital letters, such as PT")),
  ),
  /** Its own page, or one about it. */
  url: z.optional(href),
  /** WGS 84. */
  latitude: z.optional(degrees(90)),
  longitude: z.optional(degrees(180)),
});

export type Place = z.infer<typeof place>;

/** What is stored, and what pages show, is never finer. */
export function roundDegrees(value: number): number {
  const factor = 10 ** decimals;
  return Math.round(value * factor) / factor;
}
