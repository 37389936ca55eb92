import type { ReactNode } from "react";
import { useLayoutEffect, useRef } from "react";

/**
 * A dialog over the page as long as it is rendered; Esc closes it. Its first field or button has the focus, and at the
 * end what had it before.
 */
export function Modal({
  label,
  className = "modal",
  closesOutside = false,
  onClose,
  children,
}: {
  /** Id of the element that names it. */
  label: string;
  className?: string;
  /** By a tap beside it, for one that loses nothing; its content covers all of it then. */
  closesOutside?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    const life = new AbortController();
    void afterPreloader().then(() => life.signal.aborted || element?.showModal());
    return () => {
      life.abort();
      element?.close();
    };
  }, []);
  return (
    // By keyboard it is Esc.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={className}
      aria-labelledby={label}
      onClick={(event) => closesOutside && event.target === event.currentTarget && onClose()}
      // At once: of a dialog that Esc has closed the browser tells a moment later. An input of a file has such an event, too.
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      // The event comes late: React's development check has opened it again by then.
      onClose={(event) => event.currentTarget.open || onClose()}
    >
      {children}
    </dialog>
  );
}

/** A dialog would stand above the preloader, which covers everything for its time. */
async function afterPreloader(): Promise<void> {
  const cover = document.querySelector(".preloader")?.getAnimations() ?? [];
  await Promise.allSettled(cover.map((animation) => animation.finished));
}
