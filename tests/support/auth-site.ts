/**
 * A served backend with what tests of sign-in hold in their hands: the mails that it sends, its clock, and the address
 * that a request comes from (`X-Forwarded-For`).
 */
import type { AuthMail, AuthMailKind } from "#backend";
import { type ServedSite, serveSite } from "./served-site.ts";

export type AuthSite = ServedSite & {
  /** How far the server's clock is ahead of this machine's; a test moves it. */
  time: { aheadMs: number };
  /** All mails so far, oldest first. */
  mails: AuthMail[];
  /** The newest mail of that kind to that address; throws when there is none. */
  mailTo(email: string, kind: AuthMailKind): AuthMail;
  /** A form below `projects/foyer/`, as an administrator. */
  admin(path: string, body: unknown, method?: string): Promise<unknown>;
};

export async function serveAuthSite(): Promise<AuthSite> {
  const time = { aheadMs: 0 };
  const mails: AuthMail[] = [];
  const site = await serveSite({
    fresh: true,
    trustForwarded: true,
    clock: () => Date.now() + time.aheadMs,
    apiKey: "foyer-embedded",
    mailer: {
      send: (mail) => Promise.resolve(void mails.push(mail)),
      forget: () => Promise.resolve(),
    },
  });
  return {
    ...site,
    time,
    mails,
    mailTo(email, kind) {
      const mail = mails.findLast((each) => each.to === email && each.kind === kind);
      if (mail === undefined) throw new Error(`No mail ${kind} went to ${email}.`);
      return mail;
    },
    async admin(path, body, method = "POST") {
      const version = path.startsWith("config") ? "v2" : "v1";
      const url = `${site.origin}/identitytoolkit.googleapis.com/${version}/projects/foyer/${path}`;
      const request = new Request(url, { method, body: JSON.stringify(body) });
      const answer = await site.backend.adminFetch(request);
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
      return answer.json();
    },
  };
}
