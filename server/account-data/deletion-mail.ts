/** Tells a person by mail that their account goes. Nothing that they chose, such as a name, is in it. */
import type { OutgoingMail } from "../mail/message.ts";
import type { Deletion } from "./deletions.ts";
import { inUtc, receiptKey, receiptPath } from "./receipts.ts";

export function deletionMail(
  deletion: Deletion,
  { to, origin }: { to: string; origin: string },
): OutgoingMail {
  const { uid, by, dueAt, receiptId } = deletion;
  const receipt = `${origin}${receiptPath}?id=${receiptId}`;
  const asked = by === uid ? "You asked" : "An administrator decided";
  const keep =
    by === uid
      ? `Until then you can keep it: sign in at ${origin}/Settings and choose Keep my account. If you did not ask for this, do so now, and set a new password.`
      : `If this is a mistake, write to the owner: ${origin}/contact`;
  return {
    id: `deletion ${receiptKey(receiptId)}`,
    kind: "ACCOUNT_DELETION",
    to,
    subject: `Your account at ${new URL(origin).host} will be deleted`,
    text: `${asked} to delete your account at ${origin}. It and all its data go at ${inUtc(dueAt)}.\n\n${keep}\n\nThis receipt says what is erased and what stays; it can be read for 90 days after that:\n\n${receipt}\n`,
    secrets: [receiptId],
    expiresAt: Date.parse(dueAt),
  };
}
