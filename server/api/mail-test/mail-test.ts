/** `/api/mail-test` for admins: whether the mail server takes a mail, in its own words; it goes to the admin's own address. */
import * as z from "zod/mini";
import type { MailTest } from "#lib/health.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { apiError, tooManyRequests } from "../../http/answer.ts";
import type { Endpoint } from "../../http/api-router.ts";
import { createRateLimit } from "../../limits/rate-limit.ts";
import type { Mail } from "../../mail/mail.ts";
import type { AdminDoor } from "../../user-admin/admin-door.ts";

export const mailTestPath = "server/mailTest";

type TestBackend = Pick<ServerBackend, "getAccount" | "getDocument" | "commit">;

export function createMailTestEndpoints(deps: {
  door: AdminDoor;
  backend: TestBackend;
  /** Undefined at Firebase. */
  mail: Pick<Mail, "sends" | "test"> | undefined;
  origin: () => string;
  /** Milliseconds since 1970. */
  now: () => number;
}): Endpoint[] {
  const { door, backend, mail, origin, now } = deps;
  const limit = createRateLimit({ burst: 5, perMinute: 1, now });

  async function test(to: string): Promise<MailTest | undefined> {
    const at = new Date(now());
    const delivery = await mail?.test({
      id: `test ${at.toISOString()}`,
      kind: "TEST",
      to,
      subject: "A test mail of your site",
      text: `This is the test mail that you asked for on ${origin()}. Mail of the site arrives.\n`,
      secrets: [],
      expiresAt: at.getTime(),
    });
    if (delivery === undefined) return undefined;
    const { outcome } = delivery;
    const said = delivery.answer === "" ? "" : ` It said: “${delivery.answer}”`;
    if (outcome === "sent") {
      return { outcome, to, text: `The mail server took the mail to ${to}.${said}` };
    }
    if (outcome === "unreachable") {
      const text = `The mail server cannot be used (${delivery.code}).${said} Check FOYER_SMTP_URL.`;
      return { outcome, to, text };
    }
    const text = `The mail server does not take the mail to ${to} (${delivery.code}).${said}`;
    return { outcome: "refused", to, text };
  }

  return [
    door.get("/api/mail-test", z.strictObject({}), async () => {
      const last = await backend.getDocument(mailTestPath);
      return Response.json({ sends: mail?.sends ?? false, last: last?.data ?? null });
    }),
    door.post("/api/mail-test", z.strictObject({}), async (_body, admin) => {
      if (mail === undefined) {
        return apiError(501, "not-here", "On Firebase the server sends no mail: Firebase does.");
      }
      if (!mail.sends) {
        return apiError(
          409,
          "no-mail-server",
          "No mail server is set. Set FOYER_SMTP_URL and FOYER_MAIL_FROM, then start the server again.",
        );
      }
      const wait = limit.take(admin);
      if (wait > 0) return tooManyRequests(wait);
      const to = (await backend.getAccount(admin))?.email;
      if (!to) return apiError(409, "no-address", "Your account has no e-mail address.");
      const result = await test(to);
      if (result === undefined) return apiError(409, "no-mail-server", "No mail server is set.");
      const data = { at: new Date(now()).toISOString(), outcome: result.outcome };
      await backend.commit([{ set: mailTestPath, data }]);
      return Response.json(result);
    }),
  ];
}
