import type { ActivityYear } from "#lib/documents/activity-year.ts";
import { dateWords } from "./heat-words.ts";
import type { Unit } from "./heat-words.ts";
import { monthRows } from "./year-facts.ts";

/** All that the picture shows, to be read. */
export function YearTable({ year, name, unit }: { year: ActivityYear; name: string; unit: Unit }) {
  return (
    <table>
      <caption className="unseen">{name} by month</caption>
      <thead>
        <tr>
          <th scope="col">Month</th>
          <th scope="col">All {unit.many}</th>
          <th scope="col">On days of the month</th>
        </tr>
      </thead>
      <tbody>
        {monthRows(year).map(({ month, total, days }) => (
          <tr key={month}>
            <th scope="row">{dateWords(month)}</th>
            <td>{total.toLocaleString("en")}</td>
            <td>
              {days.length === 0
                ? "None"
                : days.map(([day, count]) => `${day}: ${count.toLocaleString("en")}`).join(", ")}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
