/** What visitors see now, for pages that are drawn with one part of it changed. */
import { useCallback } from "react";
import { callApi } from "#app/live/api.ts";
import { useFresh } from "#app/parts/tool-frame/use-fresh.ts";
import { problemText } from "#app/session/problem-text.ts";
import type { PublicData } from "#lib/server-backend.ts";

/** Undefined until it is known. */
export function useSiteData(): {
  data: PublicData | undefined;
  problem: string | undefined;
  refresh: () => void;
} {
  const read = useCallback(
    (signal: AbortSignal) => callApi<PublicData>("GET", "/api/site-preview", undefined, { signal }),
    [],
  );
  const { value, problem, refresh } = useFresh(read, problemText);
  return { data: value, problem, refresh: () => void refresh() };
}
