import { CloseButton } from "@mantine/core";
import { useEffect, useId, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import type { KeyboardEvent, ReactNode } from "react";

export type Panel = {
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
};

/** As wide as tools.css needs to put it beside the content. */
const beside = "(width >= 64em)";

const menu = '[role="menu"]';

/**
 * Details of what is chosen: beside the content, or a sheet over it where there is no room. Its title has the focus when
 * it opens, and at the end what had it before.
 */
export function ToolPanel({ title, onClose, children }: Panel) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const isSheet = !useSyncExternalStore(
    watch,
    () => matchMedia(beside).matches,
    () => true,
  );

  const before = useRef<Element>(null);
  // What is in it may take the focus then.
  useLayoutEffect(() => {
    const { activeElement } = document;
    before.current = openerOf(activeElement);
    if (!activeElement?.closest(menu)) heading.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    // A menu that closes gives the focus back to its button, but where it has gone on after the menu's own effect.
    const place = heading.current?.closest(".tool-panel");
    if (!place?.contains(document.activeElement)) heading.current?.focus({ preventScroll: true });
    return () => {
      const now = document.activeElement;
      // Who has gone on elsewhere is left there.
      if (now !== document.body && now !== null && now.isConnected) return;
      const { current } = before;
      const isThere = current instanceof HTMLElement && current.isConnected;
      (isThere ? current : document.getElementById("main"))?.focus({ preventScroll: true });
    };
  }, []);

  return (
    // In a sheet the Tab key goes round.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className="tool-panel"
      role={isSheet ? "dialog" : "complementary"}
      aria-modal={isSheet || undefined}
      aria-labelledby={id}
      onKeyDown={isSheet ? goRound : undefined}
    >
      <div className="tool-panel-head">
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <CloseButton aria-label="Close details" onClick={onClose} />
      </div>
      <div className="tool-panel-body">{children}</div>
    </section>
  );
}

function goRound(event: KeyboardEvent): void {
  if (event.key !== "Tab") return;
  const { currentTarget, target, shiftKey } = event;
  const stops = [...currentTarget.querySelectorAll<HTMLElement>("*")].filter(
    (one) => one.tabIndex >= 0 && !one.matches(":disabled") && one.checkVisibility(),
  );
  if (shiftKey) stops.reverse();
  // The title stands before the first one.
  const isTitle = shiftKey && (target as Element).matches("h2");
  if (!isTitle && target !== stops.at(-1)) return;
  event.preventDefault();
  stops[0]?.focus();
}

/** A menu is gone when it has opened something: what opened it stays. */
function openerOf(element: Element | null): Element | null {
  const opener = element?.closest(menu)?.getAttribute("aria-labelledby");
  return opener ? document.getElementById(opener) : element;
}

function watch(changed: () => void): () => void {
  const query = matchMedia(beside);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}
