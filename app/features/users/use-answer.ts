import { useCallback } from "react";
import { useFresh } from "#app/parts/tool-frame/use-fresh.ts";
import type { Fresh } from "#app/parts/tool-frame/use-fresh.ts";
import { problemText } from "#app/session/problem-text.ts";
import { callAdmin } from "./call-admin.ts";

/** What an endpoint says; that of another path stays until this one has answered. */
export function useAnswer<T>(
  path: `/api/${string}`,
): Omit<Fresh<T>, "refresh"> & { refresh: () => void } {
  const read = useCallback(
    (signal: AbortSignal) => callAdmin<T>("GET", path, undefined, { signal }),
    [path],
  );
  const { refresh: ask, ...fresh } = useFresh(read, problemText);
  const refresh = useCallback(() => void ask(), [ask]);
  return { ...fresh, refresh };
}
