import type { DatabaseJson } from "#lib/server-backend.ts";

/** Empty for what is none. */
export function recordOf(value: unknown): Record<string, DatabaseJson> {
  return typeof value === "object" && value !== null ? (value as Record<string, DatabaseJson>) : {};
}

export const numberOf = (value: unknown) => (typeof value === "number" ? value : 0);
export const textOf = (value: unknown) => (typeof value === "string" ? value : "");
