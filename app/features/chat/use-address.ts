/** The address of the tool, and the ways from one to the next. */
import { useCallback, useMemo } from "react";
import { useNavigate } from "react-router";
import { useQueryFilter } from "#app/ui/use-query-filter.ts";
import { type ChatQuery, noQuery, searchOf } from "./views.ts";

export type Address = {
  query: ChatQuery;
  /** One step of the tab's history: Back comes back. */
  go: (to: Partial<ChatQuery>, options?: { replace?: boolean }) => void;
};

/** `go` stays the same. */
export function useAddress(): Address {
  const [query] = useQueryFilter(noQuery);
  const navigate = useNavigate();
  const go = useCallback<Address["go"]>(
    (to, options) =>
      void navigate(
        { search: searchOf(to) },
        { ...options, preventScrollReset: true, defaultShouldRevalidate: false },
      ),
    [navigate],
  );
  return useMemo(() => ({ query, go }), [query, go]);
}
