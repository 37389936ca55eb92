/** The address of the tool, and the ways from one to the next. */
import { useCallback, useLayoutEffect, useMemo, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { readFilter, useQueryFilter } from "#app/ui/use-query-filter.ts";
import { type JournalQuery, type ViewName, noQuery, searchOf } from "./views.ts";

export type Address = {
  query: JournalQuery;
  /** Another view of the same journal. One step of the tab's history: Back comes back. */
  show: (view: ViewName, more?: Partial<JournalQuery>) => void;
  /** In the address, without a step: month, year, order and days. */
  change: (part: Partial<JournalQuery>) => void;
  /** Beside what is shown, or in its place where there is no room. */
  openEntry: (key: string) => void;
  /** Goes back where that is one step. */
  closeEntry: () => void;
};

/** The functions stay the same. */
export function useAddress(): Address {
  const [query, write] = useQueryFilter(noQuery);
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  const now = useRef(state);
  useLayoutEffect(() => {
    now.current = state;
  });
  const to = useCallback(
    (next: Partial<JournalQuery>, options: { replace?: boolean; state?: unknown } = {}) =>
      void navigate(
        { search: searchOf(next) },
        { ...options, preventScrollReset: true, defaultShouldRevalidate: false },
      ),
    [navigate],
  );
  const show = useCallback<Address["show"]>(
    (view, more) => to({ journal: queryNow().journal, view: view === "list" ? "" : view, ...more }),
    [to],
  );
  const change = useCallback<Address["change"]>(
    (part) => write({ ...queryNow(), ...part }),
    [write],
  );
  const openEntry = useCallback(
    (entry: string) => {
      const there = queryNow();
      const isOpen = there.entry !== "";
      const step = isOpen ? now.current : { entryOpened: true };
      to({ ...there, entry }, { replace: isOpen, state: step });
    },
    [to],
  );
  const closeEntry = useCallback(() => {
    const { current } = now;
    const isStep = typeof current === "object" && current !== null && "entryOpened" in current;
    if (isStep) void navigate(-1);
    else to({ ...queryNow(), entry: "" }, { replace: true });
  }, [navigate, to]);
  return useMemo(
    () => ({ query, show, change, openEntry, closeEntry }),
    [query, show, change, openEntry, closeEntry],
  );
}

function queryNow(): JournalQuery {
  return readFilter(noQuery, location.search);
}
