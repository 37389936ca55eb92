import { SignJWT, importPKCS8 } from "jose";
import type { Backend } from "#backend";

const AUDIENCE =
  "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit";

/** As a program with a service account makes one. */
export async function createCustomToken(
  backend: Backend,
  origin: string,
  uid: string,
  claims?: Record<string, unknown>,
): Promise<string> {
  const account = await backend.createServiceAccount(origin);
  return new SignJWT({ uid, ...(claims && { claims }) })
    .setProtectedHeader({ alg: "RS256", typ: "JWT", kid: account.private_key_id })
    .setIssuer(account.client_email)
    .setSubject(account.client_email)
    .setAudience(AUDIENCE)
    .setIssuedAt()
    .setExpirationTime("1h")
    .sign(await importPKCS8(account.private_key, "RS256"));
}
