/** What was done on each day of a year: what heat maps are made of. */
import * as z from "zod/mini";

const count = z.int().check(z.nonnegative(), z.maximum(1_000_000));

export const activityYear = z.object({
  year: z.int().check(z.minimum(1970), z.maximum(9999)),
  /** As whoever counted says it; it may know of more than the days show. */
  total: count,
  /** From the first of January on, UTC; a year that is not over ends earlier. */
  days: z.array(count).check(z.maxLength(366)),
});

export type ActivityYear = z.infer<typeof activityYear>;
