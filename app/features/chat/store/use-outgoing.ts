/** What waits for all rooms, for as long as the tool is open. */
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { Outgoing, RefusedSend } from "#app/live/chat/outgoing.ts";
import { tellRefusal } from "#app/parts/tool-frame/toasts.ts";

export type OutgoingState = Pick<Outgoing, "again" | "forget"> & {
  refused: readonly RefusedSend[];
};

const none: readonly RefusedSend[] = [];

export function useOutgoing(uid: string): OutgoingState {
  const [outgoing, setOutgoing] = useState<Outgoing>();
  useEffect(() => {
    const life = new AbortController();
    const begin = async () => {
      // Apart from the tool, which shows its list before.
      const { openOutgoingOf } = await import("#app/live/chat/open-outgoing.ts");
      const opened = await openOutgoingOf(uid, tellRefusal);
      if (life.signal.aborted) {
        opened.close();
        return;
      }
      life.signal.addEventListener("abort", () => opened.close());
      setOutgoing(opened);
    };
    begin().catch((error: unknown) => {
      // oxlint-disable-next-line no-console -- what failed in the browser has no other log
      console.error("What waits to be sent could not be looked at", error);
    });
    return () => life.abort();
  }, [uid]);
  const refused = useSyncExternalStore(
    useCallback((told: () => void) => outgoing?.subscribe(told) ?? noSubscription, [outgoing]),
    () => outgoing?.refused() ?? none,
    () => none,
  );
  return useMemo(
    () => ({
      refused,
      again: async (entry) => outgoing?.again(entry),
      forget: async (entry) => outgoing?.forget(entry),
    }),
    [refused, outgoing],
  );
}

const noSubscription = () => {};
