/** Tells the owner of a new message by mail. Who wrote it gets none: else the form would send mail to anybody. */
import { domainToASCII } from "node:url";
import type { ServerBackend } from "#lib/server-backend.ts";
import { findAdmin } from "../accounts/find-admin.ts";
import type { AdminsBackend } from "../accounts/find-admin.ts";
import type { Log } from "../log.ts";
import type { Mail } from "../mail/mail.ts";
import type { InboxMessage } from "./inbox.ts";

const keptMs = 7 * 24 * 60 * 60 * 1000;

export type NoticeBackend = AdminsBackend & Pick<ServerBackend, "publicData" | "getAccount">;

export function createContactNotice(deps: {
  backend: NoticeBackend;
  mail: Pick<Mail, "sends" | "send">;
  /** `scheme://host` that visitors see. */
  origin: () => string;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): (message: InboxMessage) => Promise<void> {
  const { backend, mail, origin, log, now } = deps;
  return async (message) => {
    // Without a mail server it would only stand in the outbox beside the inbox.
    if (!mail.sends) return;
    const to = await ownerAddress(backend);
    if (to === undefined) {
      log.warn("a message is in the inbox, and there is no address to mail it to");
      return;
    }
    const { id, name, email, subject } = message;
    const replyTo = asciiAddress(email);
    await mail.send({
      id: `contact ${id}`,
      kind: "CONTACT",
      to,
      ...(replyTo !== undefined && { replyTo }),
      subject: subject === "" ? `Message from ${name}` : `Message from ${name}: ${subject}`,
      text: textOf(message, origin(), replyTo !== undefined),
      secrets: [],
      expiresAt: now() + keptMs,
    });
  };
}

/** The one that the pages show; else the proved one of an admin's account, which only their mail server gets to know. */
export async function ownerAddress(backend: NoticeBackend): Promise<string | undefined> {
  const { resume, sample } = await backend.publicData();
  const shown = resume?.basics?.email;
  // A sample's made-up person is nobody to get mail.
  if (shown && sample !== "all") return shown;
  const uid = await findAdmin(backend);
  const account = uid === undefined ? null : await backend.getAccount(uid);
  return account?.emailVerified === true ? (account.email ?? undefined) : undefined;
}

/** Not every mail server takes headers with other letters, and one that does not refuses the mail for good. */
export function asciiAddress(email: string): string | undefined {
  if (/^\p{ASCII}*$/u.test(email)) return email;
  const at = email.lastIndexOf("@");
  const domain = domainToASCII(email.slice(at + 1));
  const local = email.slice(0, at);
  return domain !== "" && /^\p{ASCII}+$/u.test(local) ? `${local}@${domain}` : undefined;
}

function textOf(
  { id, name, email, message, flagged }: InboxMessage,
  origin: string,
  canReply: boolean,
): string {
  return [
    `${name} <${email}> wrote on ${origin}/contact:`,
    ...(flagged === "" ? [] : [`It may be advertising: ${flagged}.`]),
    "",
    message,
    "",
    "-- ",
    `To answer, ${canReply ? "reply to this mail" : `write to ${email}`}. The message is in the inbox of the site, too:`,
    `${origin}/WebsiteManager?section=inbox&message=${id}`,
    "",
  ].join("\n");
}
