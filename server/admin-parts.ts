/** The endpoints of /UserManagement, the same whichever backend there is. */
import type { ServerBackend } from "#lib/server-backend.ts";
import type { QuotaPolicy } from "./accounts/quota-policy.ts";
import { createAuditEndpoints } from "./api/audit/audit-log.ts";
import { createJobEndpoints } from "./api/jobs/jobs.ts";
import { createPermissionsEndpoint } from "./api/permissions/permissions.ts";
import { createStarterContentEndpoints } from "./api/starter-content/starter-content.ts";
import { createSitePreviewEndpoint } from "./api/site-preview/site-preview.ts";
import { createAccountEndpoints } from "./api/users/accounts.ts";
import { createUserActEndpoint } from "./api/users/acts.ts";
import { createUserListEndpoints } from "./api/users/list.ts";
import type { Audit } from "./audit/audit.ts";
import type { Endpoint } from "./http/api-router.ts";
import type { Jobs } from "./jobs/jobs.ts";
import type { Log } from "./log.ts";
import type { SecurityNotice } from "./security-notices/security-notice.ts";
import type { TokenAccounts } from "./tokens/token-accounts.ts";
import { createAdminDoor } from "./user-admin/admin-door.ts";
import { createAuditNames } from "./user-admin/audit-names.ts";
import { createPermissionsReader } from "./user-admin/read-permissions.ts";
import { createUserReader } from "./user-admin/read-user.ts";
import type { UserReader } from "./user-admin/read-user.ts";
import { createUserActs } from "./user-admin/user-acts.ts";
import type { Deletion } from "./user-admin/user-acts.ts";

export type AdminParts = {
  endpoints: Endpoint[];
  /** What an admin can see of somebody. */
  reader: UserReader;
};

export function createAdminParts(deps: {
  backend: ServerBackend;
  audit: Audit;
  jobs: Pick<Jobs, "list" | "retry">;
  tokens: TokenAccounts;
  deletion: Deletion;
  quotaOf: QuotaPolicy;
  notice: SecurityNotice | undefined;
  isHosted: boolean;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): AdminParts {
  const { backend, audit, jobs, tokens, deletion, quotaOf, notice, isHosted, log, now } = deps;
  const door = createAdminDoor({ backend, now });
  const names = createAuditNames(backend);
  const reader = createUserReader({ backend, audit, tokens, names, quotaOf });
  const acts = createUserActs({ backend, audit, tokens, deletion, now });
  // Few admins ever look at it: it is loaded when one does.
  const readRows = createPermissionsReader(async () =>
    (await import("#backend")).loadRulesTester(),
  );
  return {
    reader,
    endpoints: [
      ...createUserListEndpoints({ door, backend, reader }),
      createUserActEndpoint({ door, acts, log }),
      ...createAccountEndpoints({ door, backend, audit, acts, notice, log }),
      ...createAuditEndpoints({ door, audit, names, log }),
      ...createJobEndpoints({ door, jobs, acts }),
      createPermissionsEndpoint({ door, readRows, isHosted }),
      createSitePreviewEndpoint({ door, backend }),
      ...createStarterContentEndpoints({ door, backend, audit, isHosted, now }),
    ],
  };
}
