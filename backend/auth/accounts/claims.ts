/** Custom claims: what may stand beside the claims that a token has anyway. */
import { refusal } from "../errors.ts";

const MAX_CLAIMS_BYTES = 1000;

/** Those of OpenID Connect that Firebase reserves, and every name that an ID token of ours may have. */
const RESERVED = new Set(
  (
    "acr amr at_hash aud auth_time azp cnf c_hash exp firebase iat iss jti nbf nonce sub " +
    "email email_verified ep name phone_number picture provider_id sid uid user_id"
  ).split(" "),
);

/**
 * The canonical JSON text, null when there are none.
 * @throws INVALID_CLAIMS, FORBIDDEN_CLAIM
 */
export function toClaimsText(claims: unknown): string | null {
  if (typeof claims !== "object" || claims === null || Array.isArray(claims)) {
    throw refusal("INVALID_CLAIMS", "Custom claims must be a JSON object.");
  }
  const forbidden = Object.keys(claims).find((name) => RESERVED.has(name));
  if (forbidden !== undefined) throw refusal("FORBIDDEN_CLAIM", forbidden);
  const text = JSON.stringify(claims);
  if (Buffer.byteLength(text) > MAX_CLAIMS_BYTES) {
    throw refusal("INVALID_CLAIMS", `Custom claims may have ${MAX_CLAIMS_BYTES} bytes of JSON.`);
  }
  return text === "{}" ? null : text;
}

export function parseClaims(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw refusal("INVALID_CLAIMS", "Custom claims must be JSON.");
  }
}

/** Of the text that is stored. */
export function readClaims(text: string | null): Record<string, unknown> {
  return JSON.parse(text ?? "{}") as Record<string, unknown>;
}
