import { Link } from "react-router";
import { dayOf, minuteOf } from "#app/parts/tool-frame/when.ts";
import { byDay } from "./by-day.ts";
import { editorOf } from "./kind-item.ts";
import type { KindItem } from "./kind-item.ts";

/** What is published by itself, day by day in the reader's own time. */
export function Calendar({ items }: { items: readonly KindItem[] }) {
  const days = byDay(items);
  return (
    <section aria-labelledby="calendar-title">
      <h3 id="calendar-title">Published by itself</h3>
      {days.length === 0 ? (
        <p className="faint">
          Nothing is waiting. “Publish later” is in the menu beside each draft’s Publish button.
        </p>
      ) : (
        <ol className="website-days">
          {days.map(({ day, entries }) => (
            <li key={day}>
              <h4>{dayOf(entries[0]?.publishAt ?? day)}</h4>
              <ul>
                {entries.map((item) => (
                  <li key={`${item.kind} ${item.id}`}>
                    <time className="number" dateTime={item.publishAt}>
                      {minuteOf(item.publishAt).split(", ").at(-1)}
                    </time>{" "}
                    <Link to={editorOf(item)}>{item.title || "Untitled"}</Link>
                    {item.scheduleProblem === undefined ? null : (
                      <span className="content-problem"> {item.scheduleProblem}</span>
                    )}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
