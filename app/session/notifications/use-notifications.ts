import { useEffect, useMemo, useRef, useState } from "react";
import { useLocation } from "react-router";
import { followValue } from "#app/live/own-values.ts";
import { logFailure } from "../log-failure.ts";
import { followNewest, followUnread, setRead } from "./own-notifications.ts";
import type { Follow } from "./own-notifications.ts";
import type { OwnNotification } from "./read-notification.ts";

/** A page that just came has no connection yet either. */
const patienceMs = 3000;

export type Followed = {
  /** What is known last; undefined until something is. */
  value: readonly OwnNotification[] | undefined;
  failed: boolean;
  again: () => void;
};

export function useUnread(uid: string): Followed {
  return useFollowed(useMemo(() => followUnread(uid), [uid]));
}

export function useNewest(uid: string, most: number): Followed {
  return useFollowed(useMemo(() => followNewest(uid, most), [uid, most]));
}

function useFollowed(follow: Follow): Followed {
  const [value, setValue] = useState<readonly OwnNotification[]>();
  const [failed, setFailed] = useState(false);
  const [tries, setTries] = useState(0);
  const asked = useMemo(() => ({ follow, tries }), [follow, tries]);
  useEffect(
    () =>
      asked.follow(
        (next) => {
          setValue(next);
          setFailed(false);
        },
        (error) => {
          logFailure("The notifications could not be read", error);
          setFailed(true);
        },
      ),
    [asked],
  );
  return {
    value,
    failed,
    again: () => {
      setFailed(false);
      setTries(tries + 1);
    },
  };
}

/** True once there has been no connection for a while. */
export function useOffline(): boolean {
  const [isOffline, setOffline] = useState(() => !navigator.onLine);
  useEffect(() => {
    const later = () => setTimeout(() => setOffline(true), patienceMs);
    let timer = later();
    const end = followValue(
      ".info/connected",
      (isConnected) => {
        clearTimeout(timer);
        if (isConnected === true) setOffline(false);
        else timer = later();
      },
      () => {},
    );
    return () => {
      clearTimeout(timer);
      end();
    };
  }, []);
  return isOffline;
}

/**
 * Going to the address of a notification, by whatever way, is opening it. Only going there: what comes, or is marked as
 * unread, while one is there stays unread.
 */
export function useOpened(uid: string, unread: Followed["value"]): void {
  const { key, pathname, search, hash } = useLocation();
  const seen = useRef<string>(undefined);
  useEffect(() => {
    if (unread === undefined || seen.current === key) return;
    seen.current = key;
    // A page without a query is no single thing.
    if (search === "") return;
    const here = `${pathname}${search}`;
    // Also what leads to the whole of it, of which somebody has gone to a part.
    const opened = unread.filter(({ path }) => path === here || path === `${here}${hash}`);
    const ids = opened.map(({ id }) => id);
    if (ids.length > 0) markAs(uid, ids, true);
  }, [uid, unread, key, pathname, search, hash]);
}

/** Nobody waits for it: the list shows it at once. */
export function markAs(uid: string, ids: readonly string[], isRead: boolean): void {
  setRead(uid, ids, isRead).catch((error: unknown) =>
    logFailure("Notifications were not marked", error),
  );
}
