/** What server and browser say to each other about a visit to a place of the wishlist: `/api/food/visit`. */
import * as z from "zod/mini";

const short = z.optional(z.string().check(z.maxLength(200)));

const wishBefore = z.strictObject({ status: short, visitedOn: short, postId: short });

/** As the wish was, in what visitors see and in its draft: whoever takes the visit back says it. */
export const visitBefore = z.strictObject({
  document: z.optional(wishBefore),
  draft: z.optional(wishBefore),
});

export type WishBefore = z.infer<typeof wishBefore>;
export type VisitBefore = z.infer<typeof visitBefore>;
