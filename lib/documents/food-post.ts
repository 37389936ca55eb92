import * as z from "zod/mini";
import { calendarDate, image, richText, slug, title, words } from "./parts.ts";
import type { PublicIdentity } from "./parts.ts";
import { place } from "./place.ts";

/** Whether the owner would go there again. */
export const worthItAgain = ["yes", "maybe", "no"] as const;

/** Half stars are said. */
const rating = z
  .number()
  .check(
    z.minimum(0.5),
    z.maximum(5),
    z.multipleOf(0.5, "must be a number of half stars from 0.5 to 5"),
  );

/** In the currency's minor unit, as all money: 1250 EUR is 12.50 €. */
const money = z.object({
  minor: z.int().check(z.nonnegative(), z.maximum(100_000_000)),
  /** ISO 4217. */
  currency: z
    .string()
    .check(z.regex(/^[A-Z]{3}$/, "must be a currency's three capital letters, such as EUR")),
});

/** Collection `foodPosts`, keyed by id. `hidden` is always stored as a boolean by our tools; absent counts as false. */
export const foodPostDocument = z.object({
  slug,
  title,
  summary: z._default(z.string().check(z.trim(), z.maxLength(600)), ""),
  body: z.optional(richText),
  tags: words,
  /** What was eaten, or cooked. */
  dishes: words,
  place: z.optional(place),
  visitedOn: z.optional(calendarDate),
  rating: z.optional(rating),
  pricePerPerson: z.optional(money),
  again: z.optional(z.enum(worthItAgain)),
  cover: z.optional(image),
  gallery: z._default(z.array(image), []),
  /** Place among all by taste, best first: a fractional index, compared as a string. Absent while nobody compared it. */
  rank: z.optional(z.string().check(z.maxLength(100))),
  hidden: z._default(z.boolean(), false),
  sample: z.optional(z.literal(true)),
});

type FoodPostDocument = z.infer<typeof foodPostDocument>;
export type Money = z.infer<typeof money>;
export type PublicFoodPost = Omit<FoodPostDocument, "hidden" | "sample"> & PublicIdentity;
