/** What server and browser say to each other about a visit to a place of the wishlist: `/api/food/visit`. */
import * as z from "zod/mini";
import { wishStatuses } from "../documents/food-wish.ts";
import { calendarDate, contentId } from "../documents/parts.ts";
import type { PlainFields } from "../firestore-value.ts";

const wishBefore = z.strictObject({
  status: z.optional(z.enum(wishStatuses)),
  visitedOn: z.optional(calendarDate),
  postId: z.optional(contentId),
});

/** As the wish was, in what visitors see and in its draft: whoever takes the visit back says it. */
export const visitBefore = z.strictObject({
  document: z.optional(wishBefore),
  draft: z.optional(wishBefore),
});

export type WishBefore = z.infer<typeof wishBefore>;
export type VisitBefore = z.infer<typeof visitBefore>;

/** What fits no wish is not brought back. */
export function beforeVisit({ status, visitedOn, postId }: PlainFields): WishBefore {
  const fits = Object.entries({ status, visitedOn, postId }).filter(
    ([name, value]) => value !== undefined && z.safeParse(wishBefore, { [name]: value }).success,
  );
  return Object.fromEntries(fits) as WishBefore;
}
