import * as z from "zod/mini";
import { activityYear } from "./activity-year.ts";

const name = z.string().check(z.maxLength(300));
const count = z.int().check(z.nonnegative());
const instant = z.iso.datetime();

const solved = z.object({ solved: count, total: count });

/** Document `snapshots/leetcode`: what LeetCode said the last time it answered. Written by the server alone. */
export const leetcodeSnapshot = z.object({
  username: name,
  ranking: z.optional(count),
  all: solved,
  easy: solved,
  medium: solved,
  hard: solved,
  /** Newest first. */
  years: z.array(activityYear).check(z.maxLength(40)),
  /** The longest run of days, of all years. */
  streak: count,
  activeDays: count,
  languages: z.array(z.object({ name, solved: count })).check(z.maxLength(60)),
  topics: z
    .array(
      z.object({ name, level: z.enum(["fundamental", "intermediate", "advanced"]), solved: count }),
    )
    .check(z.maxLength(200)),
  /** Null for who never took part. */
  contest: z.nullable(
    z.object({
      rating: z.number(),
      attended: count,
      /** From 0 to 100. */
      topPercentage: z.optional(z.number()),
      globalRanking: z.optional(count),
      /** Of contests that were taken part in, oldest first. */
      history: z
        .array(z.object({ title: name, at: instant, rating: z.number(), ranking: count }))
        .check(z.maxLength(1000)),
    }),
  ),
  /** Accepted ones, newest first: LeetCode tells twenty. */
  recent: z
    .array(z.object({ title: name, slug: name, language: name, at: instant }))
    .check(z.maxLength(20)),
  /** RFC 3339, UTC. */
  fetchedAt: instant,
});

export type LeetCodeSnapshot = z.infer<typeof leetcodeSnapshot>;
