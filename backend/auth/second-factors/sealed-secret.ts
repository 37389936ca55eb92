/** The secret of a second factor as it is stored: readable only with the sealing key, and only for its account. */
import type { Sealing } from "../sealing/sealing.ts";

export const secretPurposeOf = (uid: string): string => `second factor of ${uid}`;

export function sealSecret(sealing: Sealing, uid: string, secret: string): string {
  return sealing.seal(secretPurposeOf(uid), { secret });
}

/** @throws Error: the key was looked at when the service started, so it is a damaged row. */
export function openSecret(sealing: Sealing, uid: string, sealed: string): string {
  const opened = sealing.open(secretPurposeOf(uid), sealed) as { secret: string } | undefined;
  if (opened === undefined) throw new Error("The secret of a second factor cannot be opened.");
  return opened.secret;
}
