/** What a process has for people's own data: deletion, export, profile, and what admins see of them. */
import type { ServerBackend } from "#lib/server-backend.ts";
import { createAccountData } from "./account-data/account-data.ts";
import type { AccountData } from "./account-data/account-data.ts";
import type { MakeAvatar } from "./account-data/avatar.ts";
import { createExportDesk, exportPrefix } from "./account-data/export-desk.ts";
import { createDeletionEndpoints } from "./api/account/deletion.ts";
import { createExportEndpoint } from "./api/account/export.ts";
import { createProfileEndpoints } from "./api/account/profile.ts";
import { createVisibleEndpoint } from "./api/account/visible.ts";
import type { Endpoint } from "./http/api-router.ts";
import type { Handler } from "./http/request-facts.ts";
import type { Log } from "./log.ts";
import type { UserReader } from "./user-admin/read-user.ts";

export type AccountParts = {
  accountData: AccountData;
  endpoints: (parts: { users: Pick<UserReader, "read">; makeAvatar: MakeAvatar }) => Endpoint[];
  /** Answers `/ticket/export/…` itself and leaves the rest to `tickets`. */
  withExports: (tickets: Handler) => Handler;
};

export function createAccountParts(
  deps: Parameters<typeof createAccountData>[0] & { backend: ServerBackend; log: Log },
): AccountParts {
  const { backend, origin, log, now } = deps;
  const accountData = createAccountData(deps);
  const exports = createExportDesk({ backend, origin, log, now });
  return {
    accountData,
    endpoints: ({ users, makeAvatar }) => [
      ...createDeletionEndpoints({ backend, accountData, origin, now }),
      createExportEndpoint({ backend, exports, now }),
      ...createProfileEndpoints({ backend, makeAvatar, origin, now }),
      createVisibleEndpoint({ backend, users, now }),
    ],
    withExports: (tickets) => (exchange) =>
      exchange.path.startsWith(exportPrefix) ? exports.handler(exchange) : tickets(exchange),
  };
}
