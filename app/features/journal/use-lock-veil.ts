import { useLayoutEffect } from "react";
import { followLocking, isLocking } from "#app/live/journals/journal-lock.ts";

/** From the moment in which somebody locks nothing is seen any more, while what is written is kept and sent. See journal.css. */
export function useLockVeil(uid: string): void {
  useLayoutEffect(() => {
    const { documentElement: root } = document;
    const show = () => root.toggleAttribute("data-journal-locking", isLocking(uid));
    show();
    const end = followLocking(uid, show);
    return () => {
      end();
      root.removeAttribute("data-journal-locking");
    };
  }, [uid]);
}
