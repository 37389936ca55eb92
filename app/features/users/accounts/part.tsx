import type { ReactNode } from "react";

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="user-part" aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}
