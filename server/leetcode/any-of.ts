import * as z from "zod/mini";

/** What is left out, or has another form, is `fallback`. */
export function orElse<Shape extends z.ZodMiniType>(shape: Shape, fallback: z.output<Shape>) {
  // zod's own name for it; no promise is meant.
  // oxlint-disable-next-line promise/valid-params
  return z.catch(shape, fallback);
}
