import { useState, useSyncExternalStore } from "react";

/**
 * Covers the page for 1200 ms at start, by style sheet alone: the page below is there all the time (frame.css).
 * Only the one that came with the document plays: when React makes the document anew after an error, there is none.
 */
export function Preloader({ name }: { name: string }) {
  const fromServer = useSyncExternalStore(
    () => () => {},
    () => false,
    () => true,
  );
  const [plays] = useState(fromServer);
  return plays ? (
    <div className="preloader" aria-hidden="true">
      {name || "Foyer"}
    </div>
  ) : null;
}
