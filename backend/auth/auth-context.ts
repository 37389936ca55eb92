/** What every use case works with. */
import type { Log, SqlitePort } from "../sqlite/index.ts";
import type { AttemptLimiter } from "./limits/attempt-limits.ts";
import type { AuthOperations } from "./auth-operations.ts";
import type { AuthMails } from "./codes/mail-out.ts";
import type { ConfigHolder } from "./config/auth-config.ts";
import type { PasswordHasher } from "./passwords/password-hasher.ts";
import type { Sealing } from "./sealing/sealing.ts";
import type { SigningKeys } from "./tokens/signing-keys.ts";
import type { TokenVerifier } from "./tokens/token-verifier.ts";
import type { WorkAside } from "./work-aside.ts";

export type AuthContext = {
  /** What its writes revoke is refused from then on; see telling-port.ts. */
  sqlite: SqlitePort<AuthOperations>;
  projectId: string;
  keys: SigningKeys;
  log: Log;
  passwords: PasswordHasher;
  limiter: AttemptLimiter;
  config: ConfigHolder;
  mails: AuthMails;
  /** Where the links of mails lead; undefined when the address of the site is not known. */
  actionUrl: (() => string) | undefined;
  /** Stands in the links of mails. */
  apiKey: string | undefined;
  sealing: Sealing;
  aside: WorkAside;
  verify: TokenVerifier;
  /** Milliseconds since 1970, whole. */
  nowMs: () => number;
  newUid: () => string;
};
