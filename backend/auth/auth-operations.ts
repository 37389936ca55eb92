/** What this room runs inside the store threads. */
import type { OperationModule } from "../sqlite/index.ts";
import { accountOperations } from "./accounts/account-operations.ts";
import { adminOperations } from "./admin/admin-operations.ts";
import { auditOperations } from "./audit/audit-events.ts";
import { anonymousOperations } from "./accounts/anonymous-operations.ts";
import { tellingNotes } from "./commit-notes.ts";
import { codeOperations } from "./codes/code-operations.ts";
import { configOperations } from "./config/config-store.ts";
import { identityOperations } from "./identities/identity-operations.ts";
import { limitOperations } from "./limits/take-sign-in.ts";
import { passwordOperations } from "./passwords/sign-in-lookup.ts";
import { secondFactorOperations } from "./second-factors/second-factor-operations.ts";
import { serviceAccountOperations } from "./service-accounts/service-account-store.ts";
import { refreshOperations } from "./sessions/refresh-operations.ts";
import { revocationOperations } from "./sessions/revocation-store.ts";
import { sessionOperations } from "./sessions/session-operations.ts";
import { signingKeyOperations } from "./tokens/signing-key-store.ts";

export const room = "auth";

export const migrations = [
  new URL("./migrations/0001-accounts.sql", import.meta.url),
  new URL("./migrations/0002-sign-in.sql", import.meta.url),
  new URL("./migrations/0003-identities.sql", import.meta.url),
];

const all = {
  ...accountOperations,
  ...anonymousOperations,
  ...codeOperations,
  ...configOperations,
  ...identityOperations,
  ...limitOperations,
  ...auditOperations,
  ...secondFactorOperations,
  ...refreshOperations,
  ...revocationOperations,
  ...sessionOperations,
  ...passwordOperations,
  ...adminOperations,
  ...serviceAccountOperations,
  ...signingKeyOperations,
} satisfies OperationModule["operations"];

/** As they are for who asks through the port of this room. */
export type AuthOperations = typeof all;
export const operations = tellingNotes(all);
