import { isIP } from "node:net";

export type RelyingParty = { id: string; origin: string };

/**
 * Whom passkeys are made for. Undefined where browsers make none: without https (but on localhost), and
 * at a bare IP address; also while the server does not know its own origin yet.
 */
export function relyingPartyOf(origin: string): RelyingParty | undefined {
  if (!URL.canParse(origin)) return undefined;
  const { hostname, protocol } = new URL(origin);
  if (isIP(hostname.replace(/^\[(.*)\]$/, "$1")) !== 0) return undefined;
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  return protocol === "https:" || isLocal ? { id: hostname, origin } : undefined;
}
