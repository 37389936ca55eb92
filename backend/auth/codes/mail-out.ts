/** Mails on their way to the mailer. What fails is logged without address, link or code. */
import type { Log } from "../../sqlite/index.ts";
import { AuthBusyError } from "../errors.ts";
import type { AuthMail, AuthMailer } from "./auth-mail.ts";

export type AuthMails = {
  /** False: this site sends no mail. */
  isOn: boolean;
  /** Resolves when the mailer keeps it. @throws AuthBusyError */
  send(mail: AuthMail): Promise<void>;
  /** For who must not wait, since the time would tell whether there is an account. */
  sendLater(mail: AuthMail): void;
  /** Their codes are used or void. Nobody waits for it. */
  forget(ids: readonly string[]): void;
  /** When nothing is on its way any more. */
  settled(): Promise<void>;
};

export function createAuthMails(mailer: AuthMailer | undefined, log: Log): AuthMails {
  const underWay = new Map<string, Promise<void>>();
  const forgetting = new Set<Promise<void>>();

  function start({ id, kind }: AuthMail, work: () => Promise<void>): Promise<void> {
    const done = work()
      .catch((error: unknown) => {
        log.error({ err: error, kind }, "A mail could not be handed over");
        throw new AuthBusyError("The mail could not be sent right now; try again shortly.");
      })
      .finally(() => underWay.delete(id));
    underWay.set(id, done);
    return done;
  }

  async function forgetNow(from: AuthMailer, ids: readonly string[]): Promise<void> {
    // What is not there yet could not be purged.
    await Promise.allSettled(ids.flatMap((id) => underWay.get(id) ?? []));
    await from.forget(ids);
  }

  return {
    isOn: mailer !== undefined,
    async send(mail) {
      await start(mail, async () => mailer?.send(mail));
    },
    sendLater(mail) {
      const whenAnswered = new Promise((resolve) => setImmediate(resolve));
      start(mail, async () => {
        await whenAnswered;
        await mailer?.send(mail);
        // Logged by `start`.
      }).catch(() => {});
    },
    forget(ids) {
      if (mailer === undefined || ids.length === 0) return;
      const done = forgetNow(mailer, ids)
        .catch((error: unknown) => {
          log.error({ err: error }, "Mails whose codes are over could not be purged");
        })
        .finally(() => forgetting.delete(done));
      forgetting.add(done);
    },
    async settled() {
      await Promise.allSettled([...underWay.values(), ...forgetting]);
    },
  };
}
