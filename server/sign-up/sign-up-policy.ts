/**
 * Who may make an account: anybody, whom an invite link was given, or nobody. The answer that counts is the sign-in
 * service's, which refuses by itself where the site is not open; the document `server/sign-up` tells an invite from a
 * closed door.
 */
import type { ServerBackend } from "#lib/server-backend.ts";
import { isSignUpPolicy } from "#lib/sign-up-policy.ts";
import type { SignUpPolicy } from "#lib/sign-up-policy.ts";

type PolicyBackend = Pick<ServerBackend, "getDocument" | "commit" | "authConfig" | "setAuthConfig">;

const place = "server/sign-up";
const switchName = "client.permissions.disabledUserSignup";

/** @throws BackendError */
export async function readSignUpPolicy(
  backend: Pick<PolicyBackend, "getDocument" | "authConfig">,
): Promise<SignUpPolicy> {
  const [said, config] = await Promise.all([backend.getDocument(place), backend.authConfig()]);
  return policyOf(said?.data["policy"], isSwitchedOff(config));
}

/** Who crashes in between leaves the door closed, not open. @throws BackendError */
export async function setSignUpPolicy(backend: PolicyBackend, policy: SignUpPolicy): Promise<void> {
  const write = () => backend.commit([{ set: place, data: { policy } }]);
  const mirror = () => backend.setAuthConfig({ [switchName]: policy !== "open" });
  if (policy === "open") {
    await write();
    await mirror();
  } else {
    await mirror();
    await write();
  }
}

/** Closes what should be closed. A door that somebody closed in the sign-in service itself stays so. @throws BackendError */
export async function repairSignUpPolicy(backend: PolicyBackend): Promise<void> {
  const [said, config] = await Promise.all([backend.getDocument(place), backend.authConfig()]);
  const policy = said?.data["policy"];
  const isMeantClosed = isSignUpPolicy(policy) && policy !== "open";
  if (isMeantClosed && !isSwitchedOff(config)) await backend.setAuthConfig({ [switchName]: true });
}

function policyOf(said: unknown, isOff: boolean): SignUpPolicy {
  const policy = isSignUpPolicy(said) ? said : "open";
  if (policy === "open") return isOff ? "closed" : "open";
  return policy;
}

function isSwitchedOff(config: Awaited<ReturnType<ServerBackend["authConfig"]>>): boolean {
  return fieldsOf(fieldsOf(config["client"])["permissions"])["disabledUserSignup"] === true;
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
