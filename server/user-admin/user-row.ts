/** Rows of `directory/{uid}`, which the server keeps of every account (server/accounts). */
import type { DatabaseJson } from "#lib/server-backend.ts";
import type { UserRole, UserRow } from "#lib/user-admin.ts";

/** What is missing or of another type counts as nothing. */
export function toUserRow(uid: string, value: DatabaseJson): UserRow {
  const entry = typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
  const text = (field: string) => {
    const found = entry[field];
    return typeof found === "string" ? found : null;
  };
  return {
    uid,
    name: text("name") ?? "",
    email: text("email") ?? "",
    role: roleOf(entry["role"]),
    disabled: entry["disabled"] === true,
    disabledReason: entry["disabled"] === true ? text("disabledReason") : null,
    verified: entry["verified"] === true,
    secondFactor: entry["secondFactor"] === true,
    createdAt: text("createdAt"),
    lastSeenAt: text("lastSeenAt"),
    deletionAt: text("deletionAt"),
  };
}

function roleOf(value: DatabaseJson | undefined): UserRole {
  return value === "admin" || value === "editor" ? value : "user";
}
