import * as z from "zod/mini";
import type { Ask } from "#lib/ai/api.ts";

/** What goes with every question: `{id, model, most}`. */
export const askShape = z.object({
  id: z.string().check(z.regex(/^[a-z0-9]{20}$/)),
  model: z.string().check(z.minLength(1), z.maxLength(120)),
  most: z.int().check(z.gte(1), z.lte(1_000_000)),
}) satisfies z.ZodMiniType<Ask>;
