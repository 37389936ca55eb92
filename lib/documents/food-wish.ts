import * as z from "zod/mini";
import { calendarDate, contentId, href, image, title, words } from "./parts.ts";
import type { PublicIdentity } from "./parts.ts";
import { place } from "./place.ts";

export const wishStatuses = ["want", "planned", "visited"] as const;
export const wishPriorities = ["high", "normal", "low"] as const;
export const weekdays = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
] as const;

/** Collection `foodWishlist`, keyed by id: places to go to and dishes to try. */
export const foodWishDocument = z.object({
  title,
  kind: z._default(z.enum(["place", "dish"]), "place"),
  status: z._default(z.enum(wishStatuses), "want"),
  priority: z._default(z.enum(wishPriorities), "normal"),
  place: z.optional(place),
  /** Of the place, as the owner knows it. */
  closedOn: z._default(z.array(z.enum(weekdays)), []),
  notes: z.optional(z.string().check(z.trim(), z.maxLength(2000))),
  /** Cuisine and the like. */
  tags: words,
  /** Who or what said that it is good. */
  source: z.optional(
    z.object({ label: z.string().check(z.trim(), z.maxLength(120)), url: z.optional(href) }),
  ),
  plannedFor: z.optional(calendarDate),
  visitedOn: z.optional(calendarDate),
  image: z.optional(image),
  /** Of `foodPosts`: what was written about the visit, shown once that is published. */
  postId: z.optional(contentId),
  hidden: z._default(z.boolean(), false),
  sample: z.optional(z.literal(true)),
});

type FoodWishDocument = z.infer<typeof foodWishDocument>;
export type PublicFoodWish = Omit<FoodWishDocument, "hidden" | "sample"> & PublicIdentity;
