import { monthName } from "../dates.ts";
import { useStoreTopic } from "../store/journal-context.ts";

/** Above the entries of a month: `December 2026`. */
export function MonthHead({ month, count }: { month: string; count: number }) {
  // How much is written is nobody else's business.
  const isPresenting = useStoreTopic("rooms", (store) => store.presented()) !== undefined;
  return (
    <h3 className="entry-month">
      {monthName(month)}
      {isPresenting ? null : (
        <span>
          {count}
          <span className="unseen">{count === 1 ? " entry" : " entries"}</span>
        </span>
      )}
    </h3>
  );
}
