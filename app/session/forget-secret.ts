import { secretsKey } from "./link-secrets.ts";
import type { LinkSecrets } from "./link-secrets.ts";
import { changeSession, currentSession } from "./session.ts";

/** The link is used, or of no use. */
export function forgetSecret(kind: keyof LinkSecrets): void {
  const { [kind]: _, ...secrets } = currentSession().secrets;
  changeSession({ secrets });
  try {
    if (Object.keys(secrets).length === 0) sessionStorage.removeItem(secretsKey);
    else sessionStorage.setItem(secretsKey, JSON.stringify(secrets));
  } catch {
    // Then nothing was kept.
  }
}
