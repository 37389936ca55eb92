/** A mail as this room keeps it: plain text to one person, for a limited time. */
import { createHash } from "node:crypto";
import * as z from "zod/mini";

const address = z
  .string()
  .check(z.maxLength(254), z.regex(/^[^\s<>()[\]\\,;:"@\p{C}]+@[^\s<>()[\]\\,;:"@\p{C}]+$/u));
const instant = z.number().check(z.nonnegative());

export const messageShape = z.object({
  /** Whoever asked for the mail can take it back by this. */
  id: z.string().check(z.minLength(1), z.maxLength(500)),
  /** What it is about, for the log and for lists: `PASSWORD_RESET`. */
  kind: z.string().check(z.maxLength(100)),
  to: address,
  /** Whom an answer goes to; the sender when it is missing. */
  replyTo: z.optional(address),
  subject: z.string().check(z.minLength(1), z.maxLength(300), z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u)),
  text: z.string().check(z.minLength(1), z.maxLength(16_000)),
  /** Parts of the text that only the recipient may know. */
  secrets: z.array(z.string().check(z.minLength(1), z.maxLength(4000))).check(z.maxLength(10)),
  /** A person wrote it: who is away may answer it by a notice. */
  isByHand: z.optional(z.boolean()),
  /** ms: from then on it is of no use. */
  expiresAt: instant,
});

/** Without whom it is kept for. @throws ZodError when it could not be a mail, or would be more than one. */
export type OutgoingMail = z.infer<typeof messageShape>;

/** `name`: of its file, and what people call it by. */
export type KeptMail = OutgoingMail & { name: string; createdAt: number };

/** An id may hold anything; a file's name may not. */
export function nameOf(id: string): string {
  return createHash("sha256").update(id).digest("hex").slice(0, 16);
}

/** For all eyes but the recipient's. */
export function masked(mail: Pick<OutgoingMail, "text" | "secrets">): string {
  return mail.secrets.reduce((text, secret) => text.replaceAll(secret, "••••••"), mail.text);
}
