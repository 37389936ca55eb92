/** What came of it, and the way back. */
import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import { quoted } from "#lib/quoted.ts";
import { entriesWord } from "../acts/words.ts";
import { useAddress } from "../use-address.ts";
import { FoldedList } from "../exchange/folded-list.tsx";
import type { ImportSession, ImportState } from "./import-session.ts";
import { photosWord } from "../exchange/count-words.ts";

export function ImportEnd({ session, state }: { session: ImportSession; state: ImportState }) {
  const { show } = useAddress();
  const { phase, results, said, stayed } = state;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  const [first] = results;
  const canTakeBack = results.some(({ counts }) => counts.fresh > 0);
  return (
    <section aria-label="What came of it">
      <div ref={place} tabIndex={-1}>
        {phase === "tookBack" ? (
          <p>
            It is taken back: what was imported is in the trash.
            {stayed === 0
              ? ""
              : ` ${entriesWord(stayed)} stayed, as somebody has written in ${stayed === 1 ? "it" : "them"} since.`}
          </p>
        ) : (
          <>
            <p>{phase === "stopped" ? "It is stopped, and can go on." : "It is done."}</p>
            <ul className="exchange-results">
              {results.map(({ name, counts }, at) => (
                // Two may be called the same, and go into the same journal.
                // oxlint-disable-next-line react/no-array-index-key
                <li key={at} dir="auto">
                  {quoted(name)}: {entriesWord(counts.fresh)} imported
                  {counts.photos === 0 ? "" : `, ${photosWord(counts.photos)}`}
                  {counts.there === 0
                    ? ""
                    : `; ${entriesWord(counts.there)} ${counts.there === 1 ? "was" : "were"} there already`}
                  .
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      {phase === "tookBack" ? null : (
        <FoldedList title="What could not be taken" lines={said} isOpen />
      )}
      <div className="record-acts">
        {phase === "stopped" ? <Button onClick={() => void session.start()}>Go on</Button> : null}
        {phase === "done" && first ? (
          <Button onClick={() => show("list", { journal: first.journal })}>Show the entries</Button>
        ) : null}
        {phase !== "tookBack" && canTakeBack ? (
          <Button variant="default" onClick={() => void session.takeBack()}>
            Take it back
          </Button>
        ) : null}
        <Button variant="default" onClick={() => session.reset()}>
          Another file
        </Button>
      </div>
    </section>
  );
}
