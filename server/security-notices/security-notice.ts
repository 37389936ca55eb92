/** Tells a person by mail what was changed about how they sign in, in case it was somebody else. */
import { randomUUID } from "node:crypto";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { Log } from "../log.ts";
import type { Mail } from "../mail/mail.ts";

const keptMs = 7 * 24 * 60 * 60 * 1000;

const usualAdvice = "change your password and sign out everywhere";

const texts = {
  "passkey-added": {
    subject: "A passkey was added to your account",
    text: "A new passkey was added to your account. Whoever has it can sign in as you.",
    // A new password would leave it as it is.
    advice: "remove that passkey first, then change your password and sign out everywhere",
  },
  "passkey-removed": {
    subject: "A passkey was removed from your account",
    text: "A passkey was removed from your account. It no longer signs you in.",
  },
  "recovery-codes-made": {
    subject: "New recovery codes for your account",
    text: "New recovery codes were made for your account. Those of before no longer work.",
  },
  "recovery-code-used": {
    subject: "A recovery code was used to sign in",
    text: "Somebody signed in to your account with your password and one of your recovery codes.",
  },
  "password-link-made": {
    subject: "An administrator made a link for a new password of your account",
    text: "An administrator of this site made a link that sets a new password of your account. Whoever opens it first can sign in as you.",
  },
  "second-step-removed": {
    subject: "An administrator removed the second step of your account",
    text: "An administrator of this site removed the second step of your sign-in, with its recovery codes. Your password alone signs you in.",
  },
} as const;

type NoticeText = { subject: string; text: string; advice?: string };

/** Never rejects: the change is made, and what fails is logged. */
export type SecurityNotice = (uid: string, what: keyof typeof texts) => Promise<void>;

export function createSecurityNotice(deps: {
  backend: Pick<ServerBackend, "getAccount">;
  mail: Pick<Mail, "sends" | "send">;
  origin: () => string;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): SecurityNotice {
  const { backend, mail, origin, log, now } = deps;
  return async (uid, what) => {
    // Without a mail server an admin would have to hand it on, for nothing that can be done with it.
    if (!mail.sends) return;
    try {
      const account = await backend.getAccount(uid);
      const to = account?.emailVerified === true ? account.email : null;
      if (to === null) return;
      const { subject, text, advice }: NoticeText = texts[what];
      await mail.send({
        id: `security ${what} ${randomUUID()}`,
        kind: what.toUpperCase().replaceAll("-", "_"),
        to,
        subject,
        text: [
          text,
          "",
          "If you did or asked for that, there is nothing to do.",
          `If not, ${advice ?? usualAdvice}: ${origin()}/Settings#security`,
          "",
        ].join("\n"),
        secrets: [],
        expiresAt: now() + keptMs,
      });
    } catch (error) {
      log.error({ err: error, what }, "a person could not be told of a change of their sign-in");
    }
  };
}
