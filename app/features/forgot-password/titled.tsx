import type { ReactNode } from "react";
import { useEffect, useRef } from "react";
import { FormPlace } from "./form-place.tsx";

/** A state of the page under a title of its own, which the window gets too; the keyboard goes on at it when it is new. */
export function Titled({
  title,
  lead,
  isNew = false,
  children,
}: {
  title: string;
  lead: ReactNode;
  /** Came in the place of what was there. */
  isNew?: boolean;
  children?: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isNew) heading.current?.focus();
    const before = document.title;
    const mine = [title, ...before.split(" · ").slice(1)].join(" · ");
    document.title = mine;
    return () => {
      // The next page may have put its own there by now.
      if (document.title === mine) document.title = before;
    };
  }, [title, isNew]);
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p className="lead after-title">{lead}</p>
      {children ? <FormPlace>{children}</FormPlace> : null}
    </>
  );
}
