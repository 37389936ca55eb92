/** Sign-up as the process has it: the policy, the invites, and their endpoints. */
import type { ServerBackend } from "#lib/server-backend.ts";
import type { SignUpPolicy } from "#lib/sign-up-policy.ts";
import type { Audit } from "../../audit/audit.ts";
import type { Endpoint } from "../../http/api-router.ts";
import type { Log } from "../../log.ts";
import { createInvites } from "../../sign-up/invites.ts";
import type { Invites } from "../../sign-up/invites.ts";
import { readSignUpPolicy, repairSignUpPolicy } from "../../sign-up/sign-up-policy.ts";
import { createAcceptInviteEndpoints } from "./accept-invite.ts";
import { createInviteEndpoints } from "./invites.ts";
import { createSignUpPolicyEndpoints } from "./policy.ts";

export type SignUp = {
  invites: Invites;
  policy: () => Promise<SignUpPolicy>;
  endpoints: readonly Endpoint[];
  /** For the start: closes what should be closed. Never rejects. */
  repair(): Promise<void>;
};

export function createSignUp(deps: {
  backend: ServerBackend;
  audit: Pick<Audit, "add">;
  origin: () => string;
  log: Log;
  now: () => number;
}): SignUp {
  const { backend, audit, origin, log, now } = deps;
  const policy = () => readSignUpPolicy(backend);
  const invites = createInvites({ backend, policy, now });
  return {
    invites,
    policy,
    endpoints: [
      ...createSignUpPolicyEndpoints({ backend, audit }),
      ...createInviteEndpoints({ backend, invites, audit, origin }),
      ...createAcceptInviteEndpoints({ backend, invites, audit, log, now }),
    ],
    async repair() {
      try {
        await repairSignUpPolicy(backend);
      } catch (error) {
        log.error({ err: error }, "the sign-in service could not be told who may sign up");
      }
    },
  };
}
