/** How many messages came since this admin last looked into the inbox, on this device. */
import { useCallback, useEffect, useSyncExternalStore } from "react";
import { callApi } from "#app/live/api.ts";
import { useFresh } from "#app/parts/tool-frame/use-fresh.ts";
import { useSession } from "#app/session/session.ts";
import type { InboxCounts } from "#lib/inbox.ts";

const keyOf = (uid: string) => `foyer:inbox-seen:${uid}`;
const listeners = new Set<() => void>();

function seenOf(uid: string): string {
  try {
    return localStorage.getItem(keyOf(uid)) ?? "";
  } catch {
    // Without storage every unread message counts as new.
    return "";
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}

/** Whoever reads the inbox has seen what is in it. */
export function useSeeInbox(newestAt: string | null | undefined): void {
  const uid = useSession().user?.uid;
  useEffect(() => {
    if (uid === undefined || !newestAt || newestAt <= seenOf(uid)) return;
    try {
      localStorage.setItem(keyOf(uid), newestAt);
    } catch {
      // The count stays as it is.
    }
    for (const listener of listeners) listener();
  }, [uid, newestAt]);
}

export function useInboxNews(): number {
  const uid = useSession().user?.uid ?? "";
  const since = useSyncExternalStore(
    subscribe,
    () => seenOf(uid),
    () => "",
  );
  const read = useCallback(
    (signal: AbortSignal) =>
      callApi<InboxCounts>(
        "GET",
        `/api/inbox/counts?since=${encodeURIComponent(since)}`,
        undefined,
        { signal },
      ),
    [since],
  );
  return useFresh(read, sayNothing).value?.fresh ?? 0;
}

/** The rest of the manager works without this number, and the inbox itself says what is wrong. */
function sayNothing(): undefined {
  return undefined;
}
