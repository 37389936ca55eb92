/** What is open stands in the address: Back goes to the list, and a link leads to a document. */
import { useCallback, useMemo } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";

export type ContentAddress = {
  /** Of the document that is open. */
  id: string | undefined;
  isTrash: boolean;
  /** Asked for by the palette; each time another `key`. */
  act: { name: "new" | "import"; key: string } | undefined;
  open: (id: string, replace?: boolean) => void;
  close: () => void;
  /** It is begun: neither a reload nor Back begins it again. */
  actBegun: () => void;
  showTrash: (isShown: boolean) => void;
};

export function useContentAddress(): ContentAddress {
  const [params] = useSearchParams();
  const { key } = useLocation();
  const navigate = useNavigate();
  const go = useCallback(
    (change: (query: URLSearchParams) => void, replace = false) => {
      // The filters of the list are written past the router.
      const query = new URLSearchParams(location.search);
      change(query);
      query.delete("act");
      void navigate({ search: query.toString() }, { ...quiet, replace });
    },
    [navigate],
  );
  const open = useCallback(
    (id: string, replace?: boolean) => go((query) => query.set("id", id), replace),
    [go],
  );
  const close = useCallback(() => go((query) => query.delete("id")), [go]);
  const showTrash = useCallback(
    (isShown: boolean) =>
      go((query) => (isShown ? query.set("view", "trash") : query.delete("view"))),
    [go],
  );
  const actBegun = useCallback(() => go(() => {}, true), [go]);
  const name = params.get("act");
  const act = useMemo(
    () => (name === "new" || name === "import" ? ({ name, key } as const) : undefined),
    [name, key],
  );
  return {
    id: params.get("id") ?? undefined,
    isTrash: params.get("view") === "trash",
    act,
    open,
    close,
    actBegun,
    showTrash,
  };
}

/** The same page goes on: no server is asked. */
const quiet = { preventScrollReset: true, defaultShouldRevalidate: false };
