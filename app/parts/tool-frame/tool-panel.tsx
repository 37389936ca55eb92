import { CloseButton, FocusTrap } from "@mantine/core";
import { useEffect, useId, useRef, useSyncExternalStore } from "react";
import type { ReactNode } from "react";

export type Panel = {
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
};

/** As wide as tools.css needs to put it beside the content. */
const beside = "(width >= 64em)";

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

  useEffect(() => {
    const before = openerOf(document.activeElement);
    heading.current?.focus({ preventScroll: true });
    return () => {
      const now = document.activeElement;
      // Who has gone on elsewhere is left there.
      if (now !== document.body && now !== null && now.isConnected) return;
      if (before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true });
      else document.getElementById("main")?.focus({ preventScroll: true });
    };
  }, []);

  return (
    <FocusTrap active={isSheet}>
      <section
        className="tool-panel"
        role={isSheet ? "dialog" : "complementary"}
        aria-modal={isSheet || undefined}
        aria-labelledby={id}
      >
        <div className="tool-panel-head">
          <h2 id={id} ref={heading} tabIndex={-1} data-autofocus>
            {title}
          </h2>
          <CloseButton aria-label="Close details" onClick={onClose} />
        </div>
        <div className="tool-panel-body">{children}</div>
      </section>
    </FocusTrap>
  );
}

/** A menu is gone when it has opened something: what opened it stays. */
function openerOf(element: Element | null): Element | null {
  const opener = element?.closest('[role="menu"]')?.getAttribute("aria-labelledby");
  return opener ? document.getElementById(opener) : element;
}

function watch(changed: () => void): () => void {
  const query = matchMedia(beside);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}
