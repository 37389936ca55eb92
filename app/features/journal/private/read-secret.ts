import { type ReadRecoveryKey, readRecoveryKey } from "#lib/sealed/recovery-key.ts";
import type { Secret } from "#lib/sealed/wrap.ts";
import { typedPassphrase } from "./passphrase.ts";

type Fault = Extract<ReadRecoveryKey, { fault: unknown }>["fault"];

/** What looks like a recovery key is one: a passphrase of nine groups of four signs is somebody's affair no less. */
const looksLikeKey = /^\s*(?:[0-9a-z]{4}[\s-]+){8}[0-9a-z]{4}\s*$/i;

/** What somebody typed where either is taken. */
export async function readSecret(
  typed: string,
): Promise<{ secret: Secret } | { fault: Fault | "empty" }> {
  const passphrase = typedPassphrase(typed);
  if (passphrase === "") return { fault: "empty" };
  if (!looksLikeKey.test(typed)) return { secret: { passphrase } };
  const read = await readRecoveryKey(typed);
  return "fault" in read ? read : { secret: { recoveryKey: read.key } };
}
