/** `/api` as an admin: what wants a fresh sign-in asks for it and goes on. */
import { callApi } from "#app/live/api.ts";
import { withRecentSignIn } from "#app/session/with-recent-sign-in.ts";

/** @throws LeftError; ApiError whose message is for people; an AbortError when `signal` says so */
export function callAdmin<T>(
  method: "GET" | "POST",
  path: `/api/${string}`,
  body?: unknown,
  options: { signal?: AbortSignal } = {},
): Promise<T> {
  return withRecentSignIn(() => callApi<T>(method, path, body, options));
}

export function queryText(values: Record<string, string | boolean | undefined | null>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null && value !== "") query.set(name, String(value));
  }
  return query.toString();
}
