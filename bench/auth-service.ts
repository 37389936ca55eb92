/** The measured sign-in service of the auth rows, in this process and without limits: what an answer itself costs. */
import { openAuth } from "../backend/auth/testing/open-auth.ts";

const BATCH = 1_000;
const ARGON_AT_ONCE = 4;

export const PASSWORD = "cobalt-heron-verge-41";

export type MeasuredAuth = Awaited<ReturnType<typeof openAuth>>;
export type AuthAnswer = Awaited<ReturnType<MeasuredAuth["call"]>>;

export const emailOf = (kind: string, number: number): string =>
  `${kind}-${String(number).padStart(6, "0")}@example.com`;

export const uidOf = (number: number): string => `imported${number}`;

/** As an administrator imports them: with an e-mail and no password. */
export async function importAccounts(auth: MeasuredAuth, kind: string, count: number) {
  for (let from = 0; from < count; from += BATCH) {
    const users = Array.from({ length: Math.min(BATCH, count - from) }, (_, offset) => ({
      localId: uidOf(from + offset),
      email: emailOf(kind, from + offset),
      displayName: `Person ${from + offset}`,
    }));
    const answer = answered(await auth.admin(":batchCreate", { users }));
    if (answer.body.error !== undefined) throw new Error(answer.text);
  }
}

export async function makeAccounts(auth: MeasuredAuth, kind: string, count: number) {
  for (let from = 0; from < count; from += ARGON_AT_ONCE) {
    const size = Math.min(ARGON_AT_ONCE, count - from);
    const made = Array.from({ length: size }, (_, offset) =>
      auth.call("signUp", { email: emailOf(kind, from + offset), password: PASSWORD }),
    );
    for (const answer of await Promise.all(made)) answered(answer);
  }
}

/** @throws Error when it was refused: what is measured then is something else. */
export function answered(answer: AuthAnswer): AuthAnswer {
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
  return answer;
}
