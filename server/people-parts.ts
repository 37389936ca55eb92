/** What a process has for accounts and who minds them: jobs, AI tokens, people's own data, UserManagement. */
import { randomUUID } from "node:crypto";
import type { Account, ServerBackend } from "#lib/server-backend.ts";
import type { MakeAvatar } from "./account-data/avatar.ts";
import { createDayJobs } from "./analytics/count-days.ts";
import { createAccountParts } from "./account-parts.ts";
import type { AccountParts } from "./account-parts.ts";
import type { SharedThings } from "./account-data/leave-shared.ts";
import { deletionClaim } from "./accounts/claim-roles.ts";
import type { UserMirror } from "./accounts/mirror-users.ts";
import type { QuotaPolicy } from "./accounts/quota-policy.ts";
import { createAdminParts } from "./admin-parts.ts";
import type { Audit } from "./audit/audit.ts";
import { sweepAudit } from "./audit/sweep-audit.ts";
import type { Endpoint } from "./http/api-router.ts";
import { createJobs } from "./jobs/jobs.ts";
import type { JobKinds, Jobs } from "./jobs/jobs.ts";
import { createJobsSweep } from "./jobs/sweep-jobs.ts";
import type { Log } from "./log.ts";
import type { Mail } from "./mail/mail.ts";
import { createSecurityNotice } from "./security-notices/security-notice.ts";
import { createTokenAccounts } from "./tokens/token-accounts.ts";
import type { TokenAccounts } from "./tokens/token-accounts.ts";

/** Other copies of the server may have scheduled something. */
const hostedPollMs = 30_000;

export type PeopleParts = Pick<AccountParts, "accountData" | "withExports"> & {
  jobs: Jobs;
  tokens: TokenAccounts;
  /** What follows of an account beside its profile, row and claims. @throws BackendError */
  alsoMend(uid: string, account: Account): Promise<void>;
  endpoints: Endpoint[];
};

export function createPeopleParts(deps: {
  backend: ServerBackend;
  audit: Audit;
  /** Undefined at Firebase: nothing is sent from here. */
  mail: Pick<Mail, "sends" | "send" | "forgetAddress"> | undefined;
  makeAvatar: MakeAvatar;
  quotaOf: QuotaPolicy;
  origin: () => string;
  isHosted: boolean;
  /** At Firebase what all copies of the server share. */
  secret?: string;
  /** Rooms that keep what people share. */
  shared: SharedThings;
  /** More work that comes again. */
  kinds?: JobKinds;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): PeopleParts {
  const { backend, audit, mail, makeAvatar, quotaOf, origin, isHosted, secret, log, now } = deps;
  const tokens = createTokenAccounts({ backend, log, now, secret });
  const { accountData, endpoints, withExports } = createAccountParts({
    backend,
    audit,
    mail,
    shared: deps.shared,
    origin,
    jobs: () => jobs,
    log,
    now,
  });
  const jobs: Jobs = createJobs({
    backend,
    log,
    now,
    newId: randomUUID,
    kinds: {
      ...accountData.jobKinds,
      "sweep-jobs": createJobsSweep({ backend, now }),
      ...createDayJobs({ backend, now }),
      "sweep-audit": {
        every: { ms: 24 * 3_600_000 },
        run: async (_data, { signal }) => ({
          forgotten: await sweepAudit(backend, now(), signal),
        }),
      },
      ...deps.kinds,
    },
    isOnlyCopy: !isHosted,
    ...(isHosted && { pollMs: hostedPollMs }),
  });
  const admin = createAdminParts({
    backend,
    audit,
    jobs,
    tokens,
    deletion: accountData,
    quotaOf,
    notice: mail && createSecurityNotice({ backend, mail, origin, log, now }),
    isHosted,
    log,
    now,
  });
  return {
    accountData,
    withExports,
    jobs,
    tokens,
    async alsoMend(uid, account) {
      await tokens.open(uid);
      if (account.claims[deletionClaim] !== undefined) await accountData.lapse(uid);
    },
    endpoints: [...admin.endpoints, ...endpoints({ users: admin.reader, makeAvatar })],
  };
}

/** Who becomes an admin by the owner's link, or as the one whom the settings name. */
export function keepOwner(audit: Pick<Audit, "add">, uid: string): Promise<string> {
  return audit.add({ actor: uid, action: "owner.take", target: uid });
}

/** Invites that ended long ago. */
export function signUpSweep({ invites }: { invites: { sweep(): Promise<void> } }): JobKinds {
  return { "sweep-invites": { every: { ms: 24 * 3_600_000 }, run: () => invites.sweep() } };
}

/** What an earlier process left undone; nobody waits for it. */
export function repairPeople(deps: {
  users: Pick<UserMirror, "repair">;
  tokens: Pick<TokenAccounts, "repair">;
  log: Log;
}): void {
  const { users, tokens, log } = deps;
  const repair = async () => {
    try {
      await users.repair();
      await tokens.repair();
    } catch (error) {
      log.error({ err: error }, "what follows records and accounts could not be repaired");
    }
  };
  void repair();
}
