import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useLocation } from "react-router";
import { followValue } from "#app/live/own-values.ts";
import { logFailure } from "../log-failure.ts";
import { deleteForGood, followNewest, followUnread, setRead } from "./own-notifications.ts";
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
  const [isOffline, setOffline] = useState(false);
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

export type Deleting = {
  /** Asked for and not done, so that it can be taken back. */
  has: (id: string) => boolean;
  isGone: (id: string) => boolean;
  ask: (id: string) => void;
  takeBack: (id: string) => void;
  /** Does what was asked for. */
  finish: () => void;
};

/** Only the server can make a notification, so what may be taken back is not deleted until somebody looks away. */
export function useDeleting(uid: string): Deleting {
  const [asked, setAsked] = useState<ReadonlyMap<string, "asked" | "gone">>(new Map());
  const now = useRef(asked);
  const change = useCallback((next: ReadonlyMap<string, "asked" | "gone">) => {
    now.current = next;
    setAsked(next);
  }, []);
  const finish = useCallback(() => {
    const ids = [...now.current].filter(([, state]) => state === "asked").map(([id]) => id);
    if (ids.length === 0) return;
    change(new Map([...now.current].map(([id]) => [id, "gone"])));
    deleteForGood(uid, ids).catch((error: unknown) => {
      logFailure("Notifications were not deleted", error);
      change(new Map([...now.current].filter(([id]) => !ids.includes(id))));
    });
  }, [uid, change]);
  useEffect(() => {
    const finishWhenHidden = () => document.visibilityState === "hidden" && finish();
    document.addEventListener("visibilitychange", finishWhenHidden);
    addEventListener("pagehide", finish);
    return () => {
      document.removeEventListener("visibilitychange", finishWhenHidden);
      removeEventListener("pagehide", finish);
      finish();
    };
  }, [finish]);
  return {
    has: (id) => asked.get(id) === "asked",
    isGone: (id) => asked.get(id) === "gone",
    ask: (id) => change(new Map(asked).set(id, "asked")),
    takeBack: (id) => change(new Map([...asked].filter(([other]) => other !== id))),
    finish,
  };
}

/**
 * Going to the address of a notification, by whatever way, is opening it. Only going there: what comes, or is marked as
 * unread, while one is there stays unread.
 */
export function useOpened(uid: string, unread: Followed["value"]): void {
  const { key, pathname, search } = useLocation();
  const seen = useRef<string>(undefined);
  useEffect(() => {
    if (unread === undefined || seen.current === key) return;
    seen.current = key;
    // A page without a query is no single thing.
    const here = search === "" ? undefined : `${pathname}${search}`;
    const ids = unread.filter(({ path }) => path === here).map(({ id }) => id);
    if (ids.length > 0) markAs(uid, ids, true);
  }, [uid, unread, key, pathname, search]);
}

/** What came while somebody looks at a page, in words; empty when nothing did. */
export function useNews(unread: Followed["value"]): string {
  const [said, setSaid] = useState("");
  // Clocks differ.
  const [openedAt] = useState(() => Date.now() - 60_000);
  const last = useRef<number>(undefined);
  useEffect(() => {
    if (unread === undefined) return;
    const before = last.current;
    last.current = Math.max(before ?? openedAt, ...unread.map(({ at }) => at));
    const news = before === undefined ? [] : unread.filter(({ at }) => at > before);
    if (news.length > 0) setSaid(newsText(news));
  }, [unread, openedAt]);
  return said;
}

export function newsText([first, ...others]: readonly OwnNotification[]): string {
  if (first === undefined) return "";
  if (others.length === 0) return `New notification: ${first.title}`;
  return `${others.length + 1} new notifications`;
}

/** Nobody waits for it: the list shows it at once. */
export function markAs(uid: string, ids: readonly string[], isRead: boolean): void {
  setRead(uid, ids, isRead).catch((error: unknown) =>
    logFailure("Notifications were not marked", error),
  );
}
