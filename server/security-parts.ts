/** What a process has for the safety of accounts: passkeys, recovery codes, the list of sessions. */
import type { ServerBackend } from "#lib/server-backend.ts";
import { createPasskeyEndpoints } from "./api/passkeys/passkeys.ts";
import { createRecoveryCodeEndpoints } from "./api/recovery-codes/recovery-codes.ts";
import { createSecurityEndpoint } from "./api/security/security.ts";
import { createSessionEndpoints } from "./api/sessions/sessions.ts";
import type { Endpoint } from "./http/api-router.ts";
import type { Log } from "./log.ts";
import type { Mail } from "./mail/mail.ts";
import { createPasskeys } from "./passkeys/passkeys.ts";
import { createRecoveryCodes } from "./recovery-codes/recovery-codes.ts";
import { createSecurityNotice } from "./security-notices/security-notice.ts";

export function createSecurityEndpoints(deps: {
  backend: ServerBackend;
  /** `scheme://host` that visitors see. */
  origin: () => string;
  /** On Firebase: all copies of the process have it, and nobody else. */
  secret?: string;
  /** Undefined on Firebase: nothing is sent from here. */
  mail?: Pick<Mail, "sends" | "send">;
  isHosted: boolean;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): Endpoint[] {
  const { backend, mail, isHosted, log, now, origin } = deps;
  const passkeys = createPasskeys({ ...deps, needsProvedAddress: isHosted });
  // A half sign-in of Firebase's is readable to Firebase alone.
  const codes = isHosted ? undefined : createRecoveryCodes({ backend, now });
  const notice = mail && createSecurityNotice({ backend, mail, origin, log, now });
  return [
    ...createPasskeyEndpoints({ backend, passkeys, notice, now }),
    ...createRecoveryCodeEndpoints({ backend, codes, notice, log, now }),
    ...createSessionEndpoints({ backend, now }),
    createSecurityEndpoint({ backend, passkeys, codes, now }),
  ];
}
