import { useId } from "react";
import type { ReactNode } from "react";
import { useFocusBack } from "./use-focus-back.ts";

/** One way in, or one thing about it: its name, how it stands, what can be done. */
export function Part({
  title,
  state,
  action,
  problem,
  isOpen = false,
  children,
}: {
  title: string;
  /** Whether a form stands in it, which takes the focus along when it closes. */
  isOpen?: boolean;
  state?: ReactNode;
  action?: ReactNode;
  problem?: string | undefined;
  children?: ReactNode;
}) {
  const id = useId();
  const part = useFocusBack(isOpen);
  return (
    <section ref={part} className="security-part" aria-labelledby={id}>
      <div className="security-head">
        <h3 id={id}>{title}</h3>
        {state === undefined ? null : <p className="security-state">{state}</p>}
        {action === undefined ? null : <div className="security-action">{action}</div>}
      </div>
      {children}
      <p role="alert" className="security-problem">
        {problem}
      </p>
    </section>
  );
}

/** One of several: a passkey, an app, a device. */
export function Row({
  title,
  facts,
  mark,
  children,
}: {
  title: ReactNode;
  facts?: ReactNode;
  /** A word beside the title. */
  mark?: string | undefined;
  children?: ReactNode;
}) {
  return (
    <li className="security-row">
      <div className="security-row-text">
        <p className="security-row-title">
          {title}
          {mark === undefined ? null : <span className="security-mark">{mark}</span>}
        </p>
        {facts === undefined ? null : <p className="security-facts">{facts}</p>}
      </div>
      {children === undefined ? null : <div className="security-row-action">{children}</div>}
    </li>
  );
}
