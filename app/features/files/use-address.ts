/** The address of the tool, and the ways from one to the next. */
import { useCallback, useLayoutEffect, useMemo, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { readFilter, useQueryFilter } from "#app/ui/use-query-filter.ts";
import { type FilesQuery, noQuery, searchOf } from "./views.ts";

export type Address = {
  query: FilesQuery;
  /** One step of the tab's history: Back comes back. */
  go: (to: Partial<FilesQuery>) => void;
  /** @param folder that it lies in, where another one is shown */
  openFile: (id: string, folder?: string) => void;
  /** Goes back where that is one step. */
  closeFile: () => void;
};

/** The functions stay the same. */
export function useAddress(): Address {
  const [query] = useQueryFilter(noQuery);
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  const now = useRef(state);
  useLayoutEffect(() => {
    now.current = state;
  });
  const to = useCallback(
    (next: Partial<FilesQuery>, options: { replace?: boolean; state?: unknown } = {}) =>
      void navigate(
        { search: searchOf(next) },
        { ...options, preventScrollReset: next.open !== undefined, defaultShouldRevalidate: false },
      ),
    [navigate],
  );
  const go = useCallback<Address["go"]>((next) => to(next), [to]);
  const openFile = useCallback(
    (open: string, folder = "") => {
      const there = queryNow();
      const isOpen = there.open !== "";
      to(
        { ...there, open, in: folder },
        { replace: isOpen, state: isOpen ? now.current : { opened: true } },
      );
    },
    [to],
  );
  const closeFile = useCallback(() => {
    const { current } = now;
    const isStep = typeof current === "object" && current !== null && "opened" in current;
    if (isStep) void navigate(-1);
    else to({ ...queryNow(), open: "", in: "" }, { replace: true });
  }, [navigate, to]);
  return useMemo(() => ({ query, go, openFile, closeFile }), [query, go, openFile, closeFile]);
}

function queryNow(): FilesQuery {
  return readFilter(noQuery, location.search);
}
