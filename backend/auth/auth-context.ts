/** What every use case works with. */
import type { SqlitePort } from "../sqlite/index.ts";
import type { AttemptLimiter } from "./limits/attempt-limits.ts";
import type { AuthOperations } from "./auth-operations.ts";
import type { PasswordHasher } from "./passwords/password-hasher.ts";
import type { SigningKey } from "./tokens/signing-key.ts";
import type { TokenVerifier } from "./tokens/token-verifier.ts";

export type AuthContext = {
  sqlite: SqlitePort<AuthOperations>;
  projectId: string;
  key: SigningKey;
  passwords: PasswordHasher;
  limiter: AttemptLimiter;
  verify: TokenVerifier;
  /** Milliseconds since 1970, whole. */
  nowMs: () => number;
  newUid: () => string;
};
