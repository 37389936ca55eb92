/** The tab, and whose details are open, stand in the address: Back goes to what was there before. */
import { useCallback } from "react";
import { useNavigate, useSearchParams } from "react-router";

export const tabs = ["users", "invites", "audit", "jobs", "mail", "boards", "permissions"] as const;
export type Tab = (typeof tabs)[number];

export type Address = {
  tab: Tab;
  /** A uid. */
  user: string | undefined;
  openTab: (tab: Tab) => void;
  openUser: (uid: string | undefined) => void;
};

export function useAddress(): Address {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const openTab = useCallback(
    (tab: Tab) => void navigate({ search: tab === "users" ? "" : `?tab=${tab}` }, quiet),
    [navigate],
  );
  const openUser = useCallback(
    (uid: string | undefined) => {
      const next = new URLSearchParams(location.search);
      if (uid === undefined) next.delete("user");
      else next.set("user", uid);
      void navigate({ search: next.toString() }, quiet);
    },
    [navigate],
  );
  const asked = params.get("tab");
  return {
    tab: tabs.find((tab) => tab === asked) ?? "users",
    user: params.get("user") ?? undefined,
    openTab,
    openUser,
  };
}

/** The same page goes on: it stays where it is scrolled to, and no server is asked. */
const quiet = { preventScrollReset: true, defaultShouldRevalidate: false };
