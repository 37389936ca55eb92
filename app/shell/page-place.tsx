/**
 * Where the page stands in the frame. It says what a browser would say at a full load: that the next page is on its
 * way, and which one has arrived, where the keyboard then goes on from its start.
 */
import type { ReactNode, RefObject } from "react";
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import { trimSlashes } from "#lib/trim-slashes.ts";

/** A page that comes sooner is not announced: that would only flicker. */
const patienceMs = 150;

export function PagePlace({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  const late = useLateNavigation();
  const arrived = useArrival(main);
  return (
    <>
      {late ? (
        <output className="notices" style={{ position: "fixed", inset: "auto 0 0", zIndex: 1 }}>
          <p>Loading...</p>
        </output>
      ) : null}
      <div className="unseen" aria-live="polite">
        {arrived}
      </div>
      <main id="main" ref={main} tabIndex={-1} aria-busy={late || undefined}>
        {children}
      </main>
    </>
  );
}

function useLateNavigation(): boolean {
  const loading = useNavigation().state === "loading";
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!loading) return undefined;
    const timer = setTimeout(() => setLate(true), patienceMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [loading]);
  return late;
}

/** The title of the page that a client navigation led to; not for the first page, a query or a hash. */
function useArrival(main: RefObject<HTMLElement | null>): string {
  const path = trimSlashes(useLocation().pathname);
  const last = useRef(path);
  const [title, setTitle] = useState("");
  useEffect(() => {
    if (last.current === path) return;
    last.current = path;
    forgetFirstPage();
    setTitle(document.title);
    main.current?.focus({ preventScroll: true });
  }, [path, main]);
  return title;
}

/** What the document says to programs is true of the page it came with only, and React leaves it where it is. */
function forgetFirstPage(): void {
  const said = "[name=description],[property],[type*=ld],[rel=alternate]";
  for (const element of document.head.querySelectorAll(said)) element.remove();
}
