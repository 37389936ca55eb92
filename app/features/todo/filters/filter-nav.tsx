import type { ReactNode } from "react";
import type { View } from "../views.ts";
import { useFilters } from "./use-filters.ts";

/** Saved filters, in the sidebar. */
export function FilterNav({ link }: { link: (to: View, text: string) => ReactNode }) {
  const filters = useFilters();
  return (
    <section className="todo-groups">
      <h2>Filters</h2>
      <ul>
        {filters.map(({ id, name }) => (
          <li key={id}>{link({ kind: "filter", id, query: "" }, name || "Untitled")}</li>
        ))}
        <li>{link({ kind: "filter", id: "", query: "" }, "New filter…")}</li>
      </ul>
    </section>
  );
}
