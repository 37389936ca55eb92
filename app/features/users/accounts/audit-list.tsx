import type { AuditRow } from "#lib/user-admin.ts";
import { actWords, byWords } from "../audit-words.ts";
import { When } from "../when.tsx";

/** Entries of the audit log about one account. */
export function AuditList({ entries }: { entries: readonly AuditRow[] }) {
  if (entries.length === 0) return <p className="faint">Nothing yet.</p>;
  return (
    <ul className="plain-list">
      {entries.map((entry) => (
        <li key={entry.id}>
          <span>
            <bdi>{byWords(entry)}</bdi> {actWords(entry)}
          </span>
          <span className="faint">
            <When at={entry.at} withTime />
          </span>
        </li>
      ))}
    </ul>
  );
}
