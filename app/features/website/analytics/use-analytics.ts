/** What `/api/analytics` says, asked again when somebody comes back. */
import { useCallback } from "react";
import { callApi } from "#app/live/api.ts";
import { useFresh } from "#app/parts/tool-frame/use-fresh.ts";
import type { Fresh } from "#app/parts/tool-frame/use-fresh.ts";
import { problemText } from "#app/session/problem-text.ts";

export function useAnalytics<T>(path: `/api/${string}`): Fresh<T> {
  const read = useCallback(
    (signal: AbortSignal) => callApi<T>("GET", path, undefined, { signal }),
    [path],
  );
  return useFresh(read, problemText);
}
