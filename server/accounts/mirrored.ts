/** What follows from a record and its account: the profile that others see, the row in the directory, the claims. */
import { foldText } from "#lib/fold-text.ts";
import type { Account, DatabaseJson } from "#lib/server-backend.ts";
import { claimRoles, deletionClaim } from "./claim-roles.ts";

type Fields = Record<string, unknown>;
type Values = Record<string, DatabaseJson>;

/** What is stored of one user; null for what is not there. */
export type StoredUser = {
  record: DatabaseJson;
  profile: DatabaseJson;
  row: DatabaseJson;
};

const dayMs = 86_400_000;

/** Values by path below the root that bring profile and directory up to date; empty when they are. */
export function changesOf(
  uid: string,
  account: Account | null,
  stored: StoredUser,
  nowMs: number,
): Values {
  return {
    ...difference(`profiles/${uid}`, asMap(stored.profile), profileOf(account, stored)),
    ...wholeIfNew(`directory/${uid}`, asMap(stored.row), rowOf(account, stored, nowMs)),
  };
}

/** As one value where there is none yet: of a thousand accounts at once that is ten times as fast. */
function wholeIfNew(path: string, before: Fields, wanted: Values | null): Values {
  if (wanted === null || Object.keys(before).length > 0) return difference(path, before, wanted);
  return { [path]: Object.fromEntries(Object.entries(wanted).filter(([, it]) => it !== null)) };
}

/** Null for what goes as a whole. Fields that are not named stay as they are. */
function difference(path: string, before: Fields, wanted: Values | null): Values {
  if (wanted === null) return Object.keys(before).length === 0 ? {} : { [path]: null };
  const changed = Object.entries(wanted).filter(
    ([name, value]) => (before[name] ?? null) !== value,
  );
  return Object.fromEntries(changed.map(([name, value]) => [`${path}/${name}`, value]));
}

/** Null without a name, which is what a record has. Its picture is written by whoever stores that. */
function profileOf(account: Account | null, stored: StoredUser): Values | null {
  const { name } = asMap(stored.record);
  if (typeof name !== "string") return null;
  const isLeaving = typeof account?.claims[deletionClaim] === "string";
  const findable = !isLeaving && asMap(stored.profile)["findable"] !== false;
  return { name, findable };
}

function rowOf(account: Account | null, stored: StoredUser, nowMs: number): Values | null {
  if (account === null) return null;
  const record = asMap(stored.record);
  const name = typeof record["name"] === "string" ? record["name"] : (account.displayName ?? "");
  const email = account.email ?? "";
  const deletionAt = account.claims[deletionClaim];
  return {
    name,
    email,
    sortName: foldText(name),
    sortEmail: foldText(email),
    // People are looked for by their last name as well.
    sortLastName: lastWord(foldText(name)),
    role: highestRole(asMap(record["roles"])),
    disabled: account.disabled,
    verified: account.emailVerified,
    secondFactor: account.hasSecondFactor,
    createdAt: new Date(account.createdAt).toISOString(),
    lastSeenAt: lastSeenAt(account, record["last_logged_in"], nowMs),
    deletionAt: typeof deletionAt === "string" ? deletionAt : null,
    // Whoever disables somebody says why.
    ...(!account.disabled && { disabledReason: null }),
  };
}

/** Null when there is only one. */
function lastWord(text: string): string | null {
  const at = text.lastIndexOf(" ");
  return at === -1 ? null : text.slice(at + 1);
}

/** The browser writes when it was last signed in, by its own clock. */
function lastSeenAt({ lastLoginAt }: Account, stated: unknown, nowMs: number): string | null {
  // An admin who gives a role makes the record, too.
  if (lastLoginAt === null) return null;
  const known = new Date(lastLoginAt).toISOString();
  return isCredible(stated, nowMs) && stated > known ? stated : known;
}

/** Whether it is an instant that has been, or whose clock is a little fast. */
export function isCredible(instant: unknown, nowMs: number): instant is string {
  return typeof instant === "string" && Date.parse(instant) <= nowMs + dayMs;
}

function highestRole(roles: Fields): string {
  if (roles["admin"] === true) return "admin";
  return roles["editor"] === true ? "editor" : "user";
}

export function claimsFit(account: Account, record: DatabaseJson): boolean {
  return claimRoles.every(
    (role) => (account.claims[role] === true) === isGranted(account, record, role),
  );
}

/** The account's claims with those that the record's roles come to. */
export function claimsWithRoles(account: Account, record: DatabaseJson): Fields {
  const kept = Object.entries(account.claims).filter(
    ([name]) => !(claimRoles as readonly string[]).includes(name),
  );
  const granted = claimRoles.filter((role) => isGranted(account, record, role));
  return {
    ...Object.fromEntries(kept),
    ...Object.fromEntries(granted.map((role) => [role, true])),
  };
}

/** A disabled account has the claims of nobody: at Firebase its tokens are good until they expire. */
function isGranted(account: Account, record: DatabaseJson, role: string): boolean {
  return !account.disabled && asMap(asMap(record)["roles"])[role] === true;
}

/** The record says another address than its account has. */
export function emailFits(account: Account, record: DatabaseJson): boolean {
  const { email } = asMap(record);
  return typeof email !== "string" || email === (account.email ?? "");
}

export function asMap(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}
