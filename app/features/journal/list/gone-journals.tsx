import { Button } from "@mantine/core";
import { quoted } from "#lib/quoted.ts";
import { useJournal, useStoreTopic } from "../store/journal-context.ts";

/** Whole journals in the trash. */
export function GoneJournals() {
  const { acts } = useJournal();
  const gone = useStoreTopic("rooms", (store) => store.goneRooms());
  return gone.map(({ journal, settings }) => {
    const name = quoted(settings.name || "Journal");
    return (
      <div key={journal} className="kept-note" data-line={journal}>
        <p>
          The journal <bdi>{name}</bdi> is in the trash for 30 days, with all that is in it.
        </p>
        <Button
          variant="default"
          size="compact-md"
          aria-label={`Restore ${name}`}
          onClick={() => acts.journals.restore(journal)}
        >
          Restore
        </Button>
      </div>
    );
  });
}
