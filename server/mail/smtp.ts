/** The mail server that takes our mails (nodemailer). What it says is told apart here and repeated to nobody but who tests it: it may quote addresses. */
import { createTransport } from "nodemailer";
import type { NodemailerError } from "nodemailer";
import type { MailSettings } from "../config/mail-settings.ts";
import type { KeptMail } from "./message.ts";

/**
 * `sent`: the server has it. `refused`: it will never take this mail. `later`: this mail not now. `unreachable`: no
 * mail now, because the server does not answer, or not to us.
 */
export type Delivery =
  /** `answer`: the server's own words, which no log gets. */
  | { outcome: "sent"; answer: string }
  | { outcome: "refused" | "later" | "unreachable"; code: string; answer: string };

export type Smtp = {
  /** Never throws for what the server says or fails to say. `senderName`: for a sender whose setting has none. */
  deliver(mail: KeptMail, senderName: string): Promise<Delivery>;
  /** Breaks off what is under way. */
  close(): void;
};

export function createSmtp(
  settings: MailSettings,
  { timeoutMs = 20_000 }: { timeoutMs?: number } = {},
): Smtp {
  const { host, port, tls, auth, from } = settings;
  const transport = createTransport({
    pool: true,
    host,
    port,
    secure: tls === "implicit",
    requireTLS: tls === "starttls",
    ignoreTLS: tls === "none",
    ...(auth ? { auth } : {}),
    maxConnections: 1,
    // Ours is the queue. Taken up again by itself, a mail could be sent twice.
    maxRequeues: 0,
    idleTimeout: 10_000,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    maxResponseSize: 64 * 1024,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.address.slice(from.address.lastIndexOf("@") + 1);
  return {
    async deliver(mail, senderName) {
      try {
        const { response } = await transport.sendMail({
          from: { name: from.name ?? senderName, address: from.address },
          to: { name: "", address: mail.to },
          ...(mail.replyTo !== undefined && { replyTo: { name: "", address: mail.replyTo } }),
          envelope: { from: from.address, to: [mail.to] },
          subject: mail.subject,
          text: mail.text,
          // A long link on one line stays whole.
          textEncoding: "quoted-printable",
          date: new Date(mail.createdAt),
          // The same at each try: should a mail arrive twice, mail programs show one.
          messageId: `<${mail.name}.${mail.createdAt}@${domain}>`,
          ...(mail.isByHand !== true && { headers: { "Auto-Submitted": "auto-generated" } }),
          // A server that trickles its answers meets no timeout of the socket.
          signal: AbortSignal.timeout(3 * timeoutMs),
        });
        return { outcome: "sent", answer: plain(response) };
      } catch (error) {
        return readFailure(error);
      }
    },
    close: () => transport.close({ force: true }),
  };
}

function readFailure(error: unknown): Delivery {
  const { code = "", responseCode, permanent, response, message } = error as NodemailerError;
  const answer = plain(response ?? message);
  const name = [code, responseCode].filter(Boolean).join(" ") || "unknown";
  const isAboutMail = code === "EENVELOPE" || code === "EMESSAGE";
  if (!isAboutMail) return { outcome: "unreachable", code: name, answer };
  return { outcome: permanent === true ? "refused" : "later", code: name, answer };
}

/** On one line, as far as a person reads it. */
function plain(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim()
    .slice(0, 300);
}
