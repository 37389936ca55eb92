/** The address of the tool, and the ways from one to the next. */
import { useCallback, useLayoutEffect, useMemo, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { readFilter, useQueryFilter } from "#app/ui/use-query-filter.ts";
import { noQuery, searchOf, withView } from "./views.ts";
import type { BoardQuery, BoardView, FilterQuery } from "./views.ts";

export type Address = {
  query: BoardQuery;
  /** One step of the tab's history: Back comes back. */
  go: (to: Partial<BoardQuery>, options?: { replace?: boolean }) => void;
  show: (view: BoardView) => void;
  /** In the address, without a step. */
  filter: (filter: Partial<FilterQuery & { search: string; month: string }>) => void;
  openCard: (id: string) => void;
  /** Goes back where that is one step. */
  closeCard: () => void;
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
    (next: Partial<BoardQuery>, options: { replace?: boolean; state?: unknown } = {}) =>
      void navigate(
        { search: searchOf(next) },
        { ...options, preventScrollReset: true, defaultShouldRevalidate: false },
      ),
    [navigate],
  );
  const go = useCallback<Address["go"]>((next, options) => to(next, options), [to]);
  // As it is then: filters change it without a step.
  const show = useCallback((view: BoardView) => to(withView(queryNow(), view)), [to]);
  const filter = useCallback<Address["filter"]>(
    (next) => write({ ...queryNow(), ...next }),
    [write],
  );
  const openCard = useCallback(
    (id: string) => {
      const there = queryNow();
      const isOpen = there.card !== "";
      const step = isOpen ? now.current : { cardOpened: true };
      to({ ...there, card: id }, { replace: isOpen, state: step });
    },
    [to],
  );
  const closeCard = useCallback(() => {
    const { current } = now;
    const isStep = typeof current === "object" && current !== null && "cardOpened" in current;
    if (isStep) void navigate(-1);
    else to({ ...queryNow(), card: "" }, { replace: true });
  }, [navigate, to]);
  return useMemo(
    () => ({ query, go, show, filter, openCard, closeCard }),
    [query, go, show, filter, openCard, closeCard],
  );
}

function queryNow(): BoardQuery {
  return readFilter(noQuery, location.search);
}
