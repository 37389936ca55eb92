import { useCallback, useEffect, useRef, useState } from "react";
import { logFailure } from "../log-failure.ts";
import { deleteForGood } from "./own-notifications.ts";

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
