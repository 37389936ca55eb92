import type { ReactNode } from "react";

export type Fact = {
  label: string;
  value: ReactNode;
  /** Letters that are copied, not read. */
  isCode?: boolean;
};

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="drive-facts">
      {facts.map(({ label, value, isCode }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd data-code={isCode || undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
