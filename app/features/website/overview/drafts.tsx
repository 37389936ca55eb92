import { Link } from "react-router";
import { StateBadge } from "#app/parts/content-editor/state-badge.tsx";
import { whenOf } from "#app/parts/tool-frame/when.ts";
import { editorOf } from "./kind-item.ts";
import type { KindItem } from "./kind-item.ts";

const most = 12;

/** What is written and that visitors do not see yet, the last touched first. */
export function Drafts({ items }: { items: readonly KindItem[] }) {
  const drafts = items
    .filter(({ state }) => state === "draft" || state === "changed")
    .toSorted((a, b) => (b.editedAt ?? b.updatedAt).localeCompare(a.editedAt ?? a.updatedAt));
  return (
    <section aria-labelledby="drafts-title">
      <h3 id="drafts-title">Not published yet</h3>
      {drafts.length === 0 ? (
        <p className="faint">Visitors see everything that is written.</p>
      ) : (
        <ul className="website-rows">
          {drafts.slice(0, most).map((item) => (
            <li key={`${item.kind} ${item.id}`} className="website-row">
              <Link className="website-row-title" to={editorOf(item)}>
                {item.title || "Untitled"}
              </Link>
              <StateBadge state={item.state} isHidden={item.isHidden} />
              <span className="faint">{whenOf(item.editedAt ?? item.updatedAt)}</span>
            </li>
          ))}
        </ul>
      )}
      {drafts.length > most ? <p className="faint">And {drafts.length - most} more.</p> : null}
    </section>
  );
}
