/** What an empty list says, and how something comes into it. */
import { Button } from "@mantine/core";
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import { starterTemplates } from "#lib/journal/starter-templates.ts";
import { shortDay } from "../dates.ts";
import { useAddress } from "../use-address.ts";
import type { WriteNew } from "../use-write.ts";

/** @param day empty: all days */
export function NoEntries({ day, onWrite }: { day: string; onWrite: WriteNew }) {
  const { show } = useAddress();
  if (day !== "") {
    return (
      <EmptyRoom
        title={`Nothing on ${shortDay(day)}`}
        text="Write about that day, whenever you do: an entry stands on the day that it is about."
        action={
          <>
            <Button onClick={() => onWrite()}>Write for that day</Button>
            <Button variant="default" onClick={() => show("list")}>
              All entries
            </Button>
          </>
        }
      />
    );
  }
  return (
    <EmptyRoom
      title="Nothing is written yet"
      text="An entry is a day, some words, and what you like beside them: photos, a mood, who was there. It is kept at each letter, on all your devices, and without a connection, too."
      action={
        <>
          <Button onClick={() => onWrite()}>Write the first entry</Button>
          <Button variant="default" onClick={() => show("import")}>
            Import from Day One or Markdown
          </Button>
          <p className="no-entries-templates">
            Or begin with a template:
            {starterTemplates.map(({ name, doc }) => (
              <Button
                key={name}
                variant="subtle"
                size="compact-md"
                onClick={() => onWrite({ doc })}
              >
                {name}
              </Button>
            ))}
          </p>
        </>
      }
    />
  );
}
