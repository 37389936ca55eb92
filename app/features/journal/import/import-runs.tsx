/** How far it is. */
import { Button } from "@mantine/core";
import type { ImportSession, ImportState } from "./import-session.ts";
import { photosWord } from "../exchange/count-words.ts";

export function ImportRuns({ session, state }: { session: ImportSession; state: ImportState }) {
  const { phase, now, waitsFor } = state;
  if (phase === "takingBack") return <output>Taking it back…</output>;
  const photos = now && now.photos > 0 ? `, ${photosWord(now.photos)}` : "";
  return (
    <section aria-label="How far it is">
      <output>
        {now
          ? `${now.done.toLocaleString("en")} of ${now.of.toLocaleString("en")} entries of “${now.name}”${photos}.`
          : "It begins."}
      </output>
      <progress aria-label="Entries" max={Math.max(1, now?.of ?? 1)} value={now?.done ?? 0} />
      {waitsFor === "journal" ? <p>It begins when all that the journal has is here.</p> : null}
      {waitsFor === "photos" ? (
        <p>20 photos are on their way to the server; then it goes on. It needs a connection.</p>
      ) : null}
      <p className="faint">
        Other views of the journal can be looked at meanwhile. If it stops on the way, choose the
        same file again: it goes on where it was, and has nothing twice.
      </p>
      <div className="record-acts">
        <Button variant="default" onClick={session.stop}>
          Stop
        </Button>
      </div>
    </section>
  );
}
