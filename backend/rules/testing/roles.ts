/** One caller of each role. `other` is a user, and nobody's friend. */
import type { RulesAuth } from "../types.ts";
import { signedIn } from "./trees.ts";

export const callers = {
  visitor: null,
  user: signedIn("user", { email: "user@example.com" }),
  other: signedIn("other", { email: "other@example.com" }),
  editor: signedIn("editor", { editor: true }),
  admin: signedIn("admin", { admin: true }),
  forgedEditor: signedIn("forged", { editor: "true", admin: 1 }),
  listedEditor: signedIn("listed", { editor: [true], admin: { admin: true } }),
} satisfies Record<string, RulesAuth>;

export type CallerName = keyof typeof callers;

export const callerNames = Object.keys(callers) as CallerName[];
