import { useLayoutEffect } from "react";
import { beforeLock, followLocking, isLocking } from "#app/live/journals/journal-lock.ts";

const veil = "data-journal-locking";

/**
 * From the moment in which somebody locks nothing is seen any more, while what is written is kept and sent. See
 * journal.css. Who writes in another journal then goes on where they were: until that is so no letter is a key.
 */
export function useLockVeil(uid: string): void {
  useLayoutEffect(() => {
    const { documentElement: root, body } = document;
    let field: Element | null = null;
    const show = () => {
      const isVeiled = isLocking(uid);
      root.toggleAttribute(veil, isVeiled);
      if (isVeiled || !(field instanceof HTMLElement)) return;
      if (document.activeElement === body) field.focus({ preventScroll: true });
      field = null;
    };
    const swallow = (event: KeyboardEvent) => {
      const isLetter = !event.ctrlKey && !event.metaKey && !event.altKey;
      if (isLetter && root.hasAttribute(veil)) event.stopImmediatePropagation();
    };
    show();
    const ends = [
      beforeLock(uid, () => {
        field = document.activeElement;
        // What is left hands on what it has.
        if (field instanceof HTMLElement) field.blur();
      }),
      followLocking(uid, show),
    ];
    addEventListener("keydown", swallow, true);
    return () => {
      for (const end of ends) end();
      removeEventListener("keydown", swallow, true);
      root.removeAttribute(veil);
    };
  }, [uid]);
}
