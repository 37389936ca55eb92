import * as z from "zod/mini";
import { calendarDate, href, title, words } from "./parts.ts";
import type { PublicIdentity } from "./parts.ts";

const short = (letters: number) => z.optional(z.string().check(z.trim(), z.maxLength(letters)));

const solution = z.object({
  /** Trimmed and lower-cased (specification §5). */
  language: z.pipe(
    z.string().check(z.maxLength(60)),
    z.transform((language: string) => language.trim().toLowerCase()),
  ),
  code: z.string().check(z.maxLength(100_000)),
  /** What sets it apart from others in its language: "two pointers". */
  label: short(120),
  /** As people write it: "O(n log n)". */
  time: short(60),
  space: short(60),
  note: short(2000),
  solvedOn: z.optional(calendarDate),
});

/** Collection `problems`, keyed by id. All of them are public. */
export const problemDocument = z.object({
  title,
  link: href,
  /** LeetCode's number, as its pages show it. */
  number: z.optional(z.int().check(z.positive())),
  difficulty: z.optional(z.enum(["easy", "medium", "hard"])),
  categories: words,
  solutions: z._default(z.array(solution), []),
  sample: z.optional(z.literal(true)),
});

type ProblemDocument = z.infer<typeof problemDocument>;
export type Solution = z.infer<typeof solution>;
export type PublicProblem = Omit<ProblemDocument, "sample"> & PublicIdentity;
