/** One event when an account's limit of failed sign-ins is reached; the single failures are only counted. */
import type { AuthContext } from "../auth-context.ts";

const KIND = "sign-in-limit-reached";
const QUIET_MS = 60 * 60 * 1000;

/** Nobody waits for it, so that the answer's time does not tell whether there is an account. */
export function noteSignInLimit(context: AuthContext, email: string, network: string): void {
  const noted = write(context, email, network).catch((error: unknown) => {
    context.log.warn({ err: error }, "A reached limit of sign-ins could not be noted");
  });
  context.aside.start(noted);
}

async function write(context: AuthContext, email: string, network: string): Promise<void> {
  const nowMs = context.nowMs();
  const uid = (await context.sqlite.read("auth.accountByEmail", email))?.uid;
  if (uid === undefined) return;
  const asked = { uid, kind: KIND, sinceMs: nowMs - QUIET_MS };
  if (await context.sqlite.read("auth.wasToldSince", asked)) return;
  const event = { kind: KIND, uid, actor: "server", network };
  await context.sqlite.write("auth.addAuditEvent", { event, nowMs });
}
