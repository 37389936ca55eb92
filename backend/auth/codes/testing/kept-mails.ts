/** A mailer that keeps what it is given. */
import type { AuthMail, AuthMailer } from "../auth-mail.ts";

export type KeptMails = {
  mailer: AuthMailer;
  forgotten: string[];
  /** Those to an address, oldest first; each is told once. */
  taken(to: string): AuthMail[];
  /** Throw it out of `send`. */
  failure: Error | undefined;
};

export function createKeptMails(): KeptMails {
  let mails: AuthMail[] = [];
  const kept: KeptMails = {
    forgotten: [],
    failure: undefined,
    taken(to) {
      const taken = mails.filter((mail) => mail.to === to);
      mails = mails.filter((mail) => mail.to !== to);
      return taken;
    },
    mailer: {
      send(mail) {
        if (kept.failure !== undefined) return Promise.reject(kept.failure);
        mails.push(mail);
        return Promise.resolve();
      },
      forget(ids) {
        kept.forgotten.push(...ids);
        return Promise.resolve();
      },
    },
  };
  return kept;
}

export function codeOf(mail: { link: string } | undefined): string {
  return new URL(mail?.link ?? "").searchParams.get("oobCode") ?? "";
}
