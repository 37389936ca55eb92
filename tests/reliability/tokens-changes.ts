/** What tokens-until-killed.ts does by number, so that the test can tell what must have become of it. */
import type { JobKind } from "../../server/jobs/jobs.ts";
import type { TokenAccounts } from "../../server/tokens/token-accounts.ts";

export const people = ["ann", "ben"];

export const personOf = (write: number) => people[write % people.length] ?? "";

export const jobIdOf = (write: number) => `pay-${write}`;

/** More comes in than goes out, by the numbers of each person. */
export function changeOf(write: number): { amount: number; reason: string; key: string } {
  return { amount: write % 3 === 0 ? -2 : 3, reason: "A change", key: `change-${write}` };
}

/** Of what goes out, half is held before. */
export const isHeldFirst = (write: number) => write % 12 < 6;

export function payKind(tokens: Pick<TokenAccounts, "grant">): JobKind {
  return {
    maxAttempts: 1000,
    async run({ uid }, { jobId }) {
      await tokens.grant(uid as string, { amount: 1, reason: "A job", key: jobId, by: "server" });
    },
  };
}
