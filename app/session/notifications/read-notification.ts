/** What the database has of a notification, as it can be shown. */
import type { Notification } from "#lib/notification.ts";

export type OwnNotification = Pick<Notification, "title" | "text" | "path" | "at" | "read"> & {
  id: string;
};

/** Undefined: nothing that could be shown. */
export function readNotification(id: string, value: unknown): OwnNotification | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { title, text, path, at, read } = value as Partial<Record<string, unknown>>;
  if (typeof title !== "string" || typeof at !== "number") return undefined;
  return {
    id,
    title,
    text: typeof text === "string" ? text : "",
    path: typeof path === "string" && isOwnPath(path) ? path : "/",
    at,
    read: read === true,
  };
}

/** Newest first. */
export function byTime(one: OwnNotification, other: OwnNotification): number {
  return other.at - one.at || (one.id < other.id ? -1 : 1);
}

/** Two slashes would lead to another site, and a browser reads a backslash as one. */
function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])/.test(path);
}
