/** What was written on the day that is chosen in the calendar, and the way to write for it. */
import { Button } from "@mantine/core";
import { longDay } from "../dates.ts";
import { EntryLink } from "../day/entry-link.tsx";
import type { JournalEntry } from "../store/journal-store.ts";
import { useWrite } from "../use-write.ts";

type Props = { day: string; today: string; entries: readonly JournalEntry[] };

export function ChosenDay({ day, today, entries }: Props) {
  const write = useWrite();
  return (
    <section className="chosen-day" aria-labelledby="chosen-day">
      <h3 id="chosen-day">{longDay(day)}</h3>
      {entries.length === 0 ? (
        <p className="faint">
          {day > today ? "This day is still to come." : "Nothing was written."}
        </p>
      ) : (
        <ul>
          {entries.map((entry) => (
            <li key={entry.key}>
              <EntryLink entry={entry} />
            </li>
          ))}
        </ul>
      )}
      <Button variant="default" onClick={() => write()}>
        {day === today ? "Write for today" : "Write for this day"}
      </Button>
    </section>
  );
}
