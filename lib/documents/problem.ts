import * as z from "zod/mini";
import { href, title, words } from "./parts.ts";
import type { PublicIdentity } from "./parts.ts";

const solution = z.object({
  /** Trimmed and lower-cased (specification §5). */
  language: z.pipe(
    z.string(),
    z.transform((language: string) => language.trim().toLowerCase()),
  ),
  code: z.string().check(z.maxLength(100_000)),
});

/** Collection `problems`, keyed by id. */
export const problemDocument = z.object({
  title,
  link: href,
  difficulty: z.optional(z.enum(["easy", "medium", "hard"])),
  categories: words,
  solutions: z._default(z.array(solution), []),
  sample: z.optional(z.literal(true)),
});

type ProblemDocument = z.infer<typeof problemDocument>;
export type PublicProblem = Omit<ProblemDocument, "sample"> & PublicIdentity;
