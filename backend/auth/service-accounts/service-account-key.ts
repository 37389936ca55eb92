/** The file that a service account's program keeps, in Google's form: its libraries read it as it is. */
import type { ServiceAccount } from "./service-account-store.ts";

export type ServiceAccountKey = {
  type: "service_account";
  project_id: string;
  private_key_id: string;
  /** PKCS #8 in PEM. It is nowhere else. */
  private_key: string;
  client_email: string;
  client_id: string;
  /** Nothing of Google's is asked here: what follows but `token_uri` stands only for libraries that look for it. */
  auth_uri: string;
  token_uri: string;
  auth_provider_x509_cert_url: string;
  client_x509_cert_url: string;
  universe_domain: string;
};

/** @param origin `scheme://host[:port]` at which the account's program reaches this server. */
export function toKeyFile(
  account: Pick<ServiceAccount, "clientEmail" | "clientId" | "keyId">,
  privateKey: string,
  { projectId, origin }: { projectId: string; origin: string },
): ServiceAccountKey {
  const { clientEmail, clientId, keyId } = account;
  return {
    type: "service_account",
    project_id: projectId,
    private_key_id: keyId,
    private_key: privateKey,
    client_email: clientEmail,
    client_id: clientId,
    auth_uri: "https://accounts.google.com/o/oauth2/auth",
    token_uri: `${origin}/token`,
    auth_provider_x509_cert_url: "https://www.googleapis.com/oauth2/v1/certs",
    client_x509_cert_url: `https://www.googleapis.com/robot/v1/metadata/x509/${encodeURIComponent(clientEmail)}`,
    universe_domain: "googleapis.com",
  };
}
