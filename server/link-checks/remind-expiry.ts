/** Tells the owner by mail, once, that a certificate is about to expire: `expiryReminders/{id}` says which were told. */
import type { ServerBackend, StoredDocument } from "#lib/server-backend.ts";
import { ownerAddress } from "../contact/contact-notice.ts";
import type { NoticeBackend } from "../contact/contact-notice.ts";
import type { JobKinds } from "../jobs/jobs.ts";
import type { Mail } from "../mail/mail.ts";

type RemindBackend = NoticeBackend &
  Pick<ServerBackend, "listDocuments" | "getDocument" | "commit">;

const dayMs = 24 * 3_600_000;
const remindBeforeMs = 30 * dayMs;
const remindersCollection = "expiryReminders";

export type Expiring = { id: string; title: string; issuer: string; expiryDate: string };

/** Of the shown certificates those that expire within thirty days, the first one first. @param now ms since 1970 */
export function expiringOf(certificates: readonly StoredDocument[], now: number): Expiring[] {
  const from = dayOf(now);
  const to = dayOf(now + remindBeforeMs);
  return certificates
    .flatMap(({ id, data }) => {
      const { title, issuer, expiryDate, hidden } = data;
      const isSoon = typeof expiryDate === "string" && expiryDate >= from && expiryDate <= to;
      if (!isSoon || hidden === true || data["sample"] === true) return [];
      return {
        id,
        title: typeof title === "string" ? title : id,
        issuer: typeof issuer === "string" ? issuer : "",
        expiryDate,
      };
    })
    .toSorted((a, b) => (a.expiryDate < b.expiryDate ? -1 : 1));
}

/** Without a mail server nothing is told: Health shows it. */
export function expiryReminders(deps: {
  backend: RemindBackend;
  mail: Pick<Mail, "sends" | "send">;
  origin: () => string;
  /** Milliseconds since 1970. */
  now: () => number;
}): JobKinds {
  const { backend, mail, origin, now } = deps;
  return {
    "remind-expiry": {
      every: { ms: dayMs },
      async run() {
        if (!mail.sends) return { told: 0 };
        const to = await ownerAddress(backend);
        if (to === undefined) return { told: 0 };
        const soon = expiringOf(await backend.listDocuments("certificates"), now());
        let told = 0;
        for (const { id, title, issuer, expiryDate } of soon) {
          const path = `${remindersCollection}/${id}`;
          // oxlint-disable-next-line no-await-in-loop -- few
          const before = await backend.getDocument(path);
          if (before?.data["expiryDate"] === expiryDate) continue;
          const line = title.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").slice(0, 200);
          // The same id again is the same mail; noted afterwards, so that a stop in between loses none.
          // oxlint-disable-next-line no-await-in-loop -- see above
          await mail.send({
            id: `expiry ${id} ${expiryDate}`,
            kind: "EXPIRY",
            to,
            subject: `${line} expires on ${expiryDate}`,
            text: `The certificate “${line}”${issuer === "" ? "" : ` of ${issuer}`} expires on ${expiryDate}.\n\nRenew it, or change it here:\n${origin()}/EditCertificates\n`,
            secrets: [],
            expiresAt: now() + 7 * dayMs,
          });
          // oxlint-disable-next-line no-await-in-loop -- see above
          await backend.commit([
            { set: path, data: { expiryDate, at: new Date(now()).toISOString() } },
          ]);
          told += 1;
        }
        return { told };
      },
    },
  };
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
