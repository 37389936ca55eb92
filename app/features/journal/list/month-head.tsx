import { monthName } from "../dates.ts";

/** Above the entries of a month: `December 2026`. */
export function MonthHead({ month, count }: { month: string; count: number }) {
  return (
    <h3 className="entry-month">
      {monthName(month)}
      <span>
        {count}
        <span className="unseen">{count === 1 ? " entry" : " entries"}</span>
      </span>
    </h3>
  );
}
