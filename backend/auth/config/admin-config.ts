/** `v2/projects/{p}/config` for administrators, in Identity Toolkit's form; what it has beyond this is not here. */
import { actedBy } from "../admin/acted-by.ts";
import type { AdminCall } from "../http/admin-routes.ts";
import type { AuthContext } from "../auth-context.ts";
import type { Body } from "../http/body.ts";
import { refusal } from "../errors.ts";
import { MAX_PASSWORD_BYTES, MIN_PASSWORD_CHARS } from "../passwords/password-bounds.ts";
import type { AuthConfig, StoredConfig } from "./auth-config.ts";
import { toStrengthOptions } from "./password-policy.ts";

const MAX_MIN_LENGTH = 30;
const POLICY = "passwordPolicyConfig";

/** Undefined sets the default again. */
type Change = (value: unknown, path: string) => StoredConfig;

/** Every field that can be changed. */
const FIELDS: Record<string, Change> = {
  "signIn.email.enabled": (value, path) => ({ email: readFlag(value, path) }),
  "signIn.email.passwordRequired": (value, path) => ({ emailLink: not(readFlag(value, path)) }),
  "signIn.anonymous.enabled": (value, path) => ({ anonymous: readFlag(value, path) }),
  "client.permissions.disabledUserSignup": (value, path) => ({
    signUp: not(readFlag(value, path)),
  }),
  "client.permissions.disabledUserDeletion": (value, path) => ({
    deletion: not(readFlag(value, path)),
  }),
  "emailPrivacyConfig.enableImprovedEmailPrivacy": (value, path) => ({
    emailPrivacy: readFlag(value, path),
  }),
  "mfa.state": (value, path) => ({ totp: readState(value, path, "ENABLED", "DISABLED") }),
  "mfa.providerConfigs": (value, path) => ({
    totp: readState(readOnlyItem(value, path)?.["state"], `${path}.state`, "ENABLED", "DISABLED"),
  }),
  [`${POLICY}.passwordPolicyEnforcementState`]: (value, path) => ({
    passwords: { isEnforced: readState(value, path, "ENFORCE", "OFF") },
  }),
  [`${POLICY}.forceUpgradeOnSignin`]: (value, path) => ({
    passwords: { atSignIn: readFlag(value, path) },
  }),
  [`${POLICY}.passwordPolicyVersions`]: (value, path) => ({
    passwords: readStrengthOptions(readOnlyItem(value, path)?.["customStrengthOptions"]),
  }),
};

export function readConfig(context: AuthContext): Promise<object> {
  return Promise.resolve(describe(context));
}

/**
 * @param call its `updateMask` names fields or groups of them; what it names and `body` lacks has its default again.
 *   Without one, what is in `body` is changed.
 */
export async function changeConfig(
  context: AuthContext,
  body: Body,
  call: Pick<AdminCall, "query" | "actor" | "client">,
): Promise<object> {
  const mask = (call.query.get("updateMask") ?? "").split(",").filter((path) => path !== "");
  const paths = mask.length > 0 ? mask.flatMap(fieldsOf) : presentIn(body);
  const nowMs = context.nowMs();
  const changes = paths.map((path) => FIELDS[path]?.(readPath(body, path), path) ?? {});
  const { passwords, ...others } = Object.assign({}, ...changes) as StoredConfig;
  const all: StoredConfig = {
    ...others,
    ...totpOf(changes),
    ...(passwords !== undefined && {
      passwords: {
        ...(Object.assign({}, ...changes.map((change) => change.passwords)) as typeof passwords),
        changedAt: nowMs,
      },
    }),
  };
  if (paths.length > 0) await context.config.change(all, actedBy(call), nowMs);
  return describe(context);
}

/** Two fields say it; the one that is absent says nothing. @throws INVALID_CONFIG */
function totpOf(changes: readonly StoredConfig[]): Pick<StoredConfig, "totp"> {
  const said = changes.map(({ totp }) => totp).filter((totp) => totp !== undefined);
  if (new Set(said).size > 1) {
    throw invalid("mfa.state and the state in mfa.providerConfigs must be the same.");
  }
  return said.length === 0 ? {} : { totp: said[0] };
}

function describe({ config, projectId, actionUrl }: AuthContext) {
  const current = config.current();
  return {
    name: `projects/${projectId}/config`,
    signIn: {
      email: { enabled: current.email, passwordRequired: !current.emailLink },
      anonymous: { enabled: current.anonymous },
      allowDuplicateEmails: false,
    },
    authorizedDomains: actionUrl === undefined ? [] : [new URL(actionUrl()).hostname],
    client: {
      permissions: {
        disabledUserSignup: !current.signUp,
        disabledUserDeletion: !current.deletion,
      },
    },
    mfa: describeSecondFactors(current),
    [POLICY]: describePolicy(current),
    emailPrivacyConfig: { enableImprovedEmailPrivacy: current.emailPrivacy },
  };
}

function describeSecondFactors({ totp }: AuthConfig) {
  const state = totp ? "ENABLED" : "DISABLED";
  return { state, providerConfigs: [{ state, totpProviderConfig: { adjacentIntervals: 1 } }] };
}

function describePolicy({ passwords }: AuthConfig) {
  return {
    passwordPolicyEnforcementState: passwords.isEnforced ? "ENFORCE" : "OFF",
    passwordPolicyVersions: [
      { customStrengthOptions: toStrengthOptions(passwords), schemaVersion: 1 },
    ],
    forceUpgradeOnSignin: passwords.atSignIn,
    ...(passwords.changedAt !== null && {
      lastUpdateTime: new Date(passwords.changedAt).toISOString(),
    }),
  };
}

function fieldsOf(masked: string): string[] {
  // A mask may also name what is inside of a field that is changed as a whole.
  const fields = Object.keys(FIELDS).filter(
    (path) => path === masked || path.startsWith(`${masked}.`) || masked.startsWith(`${path}.`),
  );
  if (fields.length === 0) throw invalid(`${masked.slice(0, 100)} cannot be changed here.`);
  return fields;
}

function presentIn(body: Body): string[] {
  return Object.keys(FIELDS).filter((path) => readPath(body, path) !== undefined);
}

function readPath(body: Body, path: string): unknown {
  let value: unknown = body;
  for (const name of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name))
      return undefined;
    value = (value as Body)[name];
  }
  return value ?? undefined;
}

function readFlag(value: unknown, path: string): boolean | undefined {
  if (value === undefined || typeof value === "boolean") return value;
  throw invalid(`${path} must be true or false.`);
}

function not(flag: boolean | undefined): boolean | undefined {
  return flag === undefined ? undefined : !flag;
}

function readState(value: unknown, path: string, on: string, off: string): boolean | undefined {
  if (value === undefined) return undefined;
  if (value === on || value === off) return value === on;
  throw invalid(`${path} must be ${on} or ${off} here.`);
}

function readOnlyItem(value: unknown, path: string): Body | undefined {
  if (value === undefined) return undefined;
  const [item] = Array.isArray(value) && value.length === 1 ? (value as unknown[]) : [];
  if (typeof item === "object" && item !== null) return item as Body;
  throw invalid(`${path} must be a list of one object.`);
}

function readStrengthOptions(value: unknown): NonNullable<StoredConfig["passwords"]> {
  if (typeof (value ?? {}) !== "object" || Array.isArray(value)) {
    throw invalid("customStrengthOptions must be an object.");
  }
  const options = (value ?? {}) as Body;
  const minLength = readLength(options, "minPasswordLength", MIN_PASSWORD_CHARS, MAX_MIN_LENGTH);
  const maxLength = readLength(options, "maxPasswordLength", MAX_MIN_LENGTH, MAX_PASSWORD_BYTES);
  return {
    minLength,
    maxLength,
    lowercase: readFlag(readPath(options, "containsLowercaseCharacter"), "Lowercase"),
    uppercase: readFlag(readPath(options, "containsUppercaseCharacter"), "Uppercase"),
    digit: readFlag(readPath(options, "containsNumericCharacter"), "Numeric"),
    symbol: readFlag(readPath(options, "containsNonAlphanumericCharacter"), "NonAlphanumeric"),
  };
}

function readLength(options: Body, name: string, min: number, max: number): number | undefined {
  const value = readPath(options, name);
  if (value === undefined) return undefined;
  if (typeof value === "number" && Number.isInteger(value) && value >= min && value <= max) {
    return value;
  }
  throw invalid(`${name} must be a whole number from ${min} to ${max}.`);
}

function invalid(text: string) {
  return refusal("INVALID_CONFIG", text);
}
