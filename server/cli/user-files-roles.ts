/**
 * The claims `admin` and `editor` of a file. Here they are roles, and the record `users/{uid}` says who has one: a
 * claim that another project has for something of its own must not open this site, if only until it is mended.
 */
import type { ServerBackend } from "#lib/server-backend.ts";
import { claimRoles } from "../accounts/claim-roles.ts";
import { valueOfUser } from "../accounts/value-of-user.ts";
import type { JsonObject } from "./user-files-json.ts";

/** The user with the roles of the record, and of no other; `isLess`: the file's claims name more. @throws BackendError */
export async function withRolesOfRecord(
  database: Pick<ServerBackend, "getValue">,
  user: JsonObject,
): Promise<{ user: JsonObject; isLess: boolean }> {
  const claims = readClaims(user["customAttributes"]);
  // The backend says what is wrong with such a user.
  if (claims === undefined || typeof user["localId"] !== "string") return { user, isLess: false };
  const roles = readRoles(await valueOfUser(database, user["localId"], "roles"));
  const isGranted = (role: string) => user["disabled"] !== true && roles[role] === true;
  const wrong = claimRoles.filter((role) => Object.hasOwn(claims, role) !== isGranted(role));
  if (wrong.length === 0) return { user, isLess: false };
  const others = Object.entries(claims).filter(([name]) => !claimRoles.some((one) => one === name));
  const granted = claimRoles.filter(isGranted).map((role) => [role, true]);
  const customAttributes = JSON.stringify(Object.fromEntries([...others, ...granted]));
  return { user: { ...user, customAttributes }, isLess: wrong.some((role) => !isGranted(role)) };
}

/** Undefined when they are none. */
function readClaims(text: unknown): JsonObject | undefined {
  if (text === undefined || text === "") return {};
  if (typeof text !== "string") return undefined;
  try {
    const claims: unknown = JSON.parse(text);
    return isObject(claims) ? claims : undefined;
  } catch {
    // Not JSON: the backend says so, with the others of its kind.
    return undefined;
  }
}

function readRoles(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
