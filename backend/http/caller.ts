/** Who makes a request, as every service needs to know it. */

/** A verified ID token: the account's uid and all claims of the token. */
export type SignedIn = { uid: string; token: Record<string, unknown> };

/** `admin`: the server's own code or a service account; no rule is asked. Null: nobody signed in. */
export type Caller = "admin" | SignedIn | null;

/**
 * Turns a credential of the wire, an ID token or a service account's access token, into its caller.
 * @throws CredentialError
 */
export type Authenticate = (credential: string) => Promise<SignedIn | "admin">;

export class CredentialError extends Error {
  override readonly name = "CredentialError";
  readonly reason: "invalid" | "expired";

  constructor(reason: "invalid" | "expired", message: string) {
    super(message);
    this.reason = reason;
  }
}

/** What the process in front knows of a request and the request itself cannot prove. */
export type RequestFacts = {
  /** By what limits count: the client's IPv4 address or IPv6 /64, seen through the trusted proxies. */
  client: string;
  /** `scheme://host[:port]` by which the client reaches this server; links to the server are built from it. */
  origin: string;
  /** Sent by the server itself for a caller, so that it says nothing of which app asks. */
  isServer?: boolean;
};
