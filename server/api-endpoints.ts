/** All that a process answers below `/api`: what it serves, and what the table of rights is held against. */
import { openAnalytics } from "./analytics-parts.ts";
import type { Endpoint } from "./http/api-router.ts";

/** @param deps what page views and page speed need, and the endpoints of the backend's parts */
export async function openEndpoints(
  deps: Omit<Parameters<typeof openAnalytics>[0], "flushEveryMs"> & {
    parts: { endpoints: readonly Endpoint[] };
    opened: AsyncDisposableStack;
  },
): Promise<Endpoint[]> {
  const { parts, opened, ...others } = deps;
  const analytics = await openAnalytics({ ...others, flushEveryMs: 2000 });
  opened.defer(() => analytics.close());
  return [...analytics.endpoints, ...parts.endpoints];
}
