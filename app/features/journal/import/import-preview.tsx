/** What was found, before anything is written. */
import { Button } from "@mantine/core";
import { useId } from "react";
import { quoted } from "#lib/quoted.ts";
import type { FoundPreview, UndatedChoice } from "#lib/journal/exchange/found.ts";
import { isLocal } from "#lib/dates/floating.ts";
import { entriesWord } from "../acts/words.ts";
import { shortDay } from "../dates.ts";
import { zoneName, zonesWith } from "../fields/zones.ts";
import { useJournal, useRooms, whenNow } from "../store/journal-context.ts";
import { FoldedList } from "../exchange/folded-list.tsx";
import type { ImportSession, ImportState, Target } from "./import-session.ts";
import { countWords } from "../exchange/count-words.ts";

type Props = { session: ImportSession; state: ImportState };

const kinds = { dayOne: "Day One", markdown: "Markdown", foyer: "an export of this journal" };

export function ImportPreview({ session, state }: Props) {
  const { opened, targets, choices } = state;
  if (!opened) return null;
  const { journals } = opened;
  const chosen = journals.filter((_, at) => targets[at] !== "leave");
  const entries = chosen.reduce((sum, { counts }) => sum + counts.entries, 0);
  const withoutZone = chosen.reduce((sum, { counts }) => sum + counts.withoutZone, 0);
  const withoutDate = chosen.reduce((sum, { counts }) => sum + counts.withoutDate, 0);
  const isReady = typeof choices.undated === "string" || isLocal(choices.undated.date);
  return (
    <>
      <output>
        {journals.length === 1 ? "1 journal" : `${journals.length} journals`} of{" "}
        {kinds[opened.from]}. Nothing is written yet.
      </output>
      {journals.map((found, at) => (
        <One
          // Two may be called the same.
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          found={found}
          target={targets[at] ?? "leave"}
          onTarget={(to) => session.choose({ target: { at, to } })}
        />
      ))}
      {withoutZone > 0 ? (
        <Zone
          count={withoutZone}
          zone={choices.zone}
          onZone={(zone) => session.choose({ choices: { zone } })}
        />
      ) : null}
      {withoutDate > 0 ? (
        <Undated
          count={withoutDate}
          choice={choices.undated}
          onChoice={(undated) => session.choose({ choices: { undated } })}
        />
      ) : null}
      <div className="confirm-buttons import-buttons">
        <Button variant="default" onClick={() => session.reset()}>
          Another file
        </Button>
        <Button disabled={entries === 0 || !isReady} onClick={() => void session.start()}>
          Import {entriesWord(entries)}
        </Button>
      </div>
    </>
  );
}

type OneProps = { found: FoundPreview; target: Target; onTarget: (target: Target) => void };

function One({ found, target, onTarget }: OneProps) {
  const { store } = useJournal();
  const rooms = useRooms();
  const id = useId();
  const { name, counts, sample, said, ids } = found;
  const there = countThere(ids, store.room(target)?.records);
  return (
    <section aria-labelledby={`${id}-name`}>
      <h3 id={`${id}-name`} dir="auto">
        {name}
      </h3>
      <p>{countWords(counts)}</p>
      <div className="record-field import-target">
        <label htmlFor={id}>Goes into</label>
        <select
          id={id}
          value={target}
          autoComplete="off"
          onChange={({ currentTarget }) => onTarget(currentTarget.value)}
        >
          <option value="new">A new journal {quoted(name)}</option>
          {rooms.map(({ journal, settings, isSealed }) => (
            <option key={journal} value={journal}>
              {settings.name || "Journal"}
              {isSealed ? " (private)" : ""}
            </option>
          ))}
          <option value="leave">Nowhere: leave it out</option>
        </select>
      </div>
      {target === "new" ? (
        <p className="faint">
          A new journal is not private. To import into a private one, make it first and choose it
          here.
        </p>
      ) : null}
      {there === 0 ? null : (
        <p>
          {entriesWord(there)} of it {there === 1 ? "is" : "are"} there already, and{" "}
          {there === 1 ? "stays" : "stay"} as {there === 1 ? "it is" : "they are"}.
        </p>
      )}
      <FoldedList title="What is left out" lines={said} isOpen={said.length <= 5} />
      <FoldedList
        title="The first of them"
        lines={sample.map(({ title, date }) =>
          [date === "" ? "No date" : shortDay(date), title].filter(Boolean).join(": "),
        )}
      />
    </section>
  );
}

function countThere(
  ids: readonly string[],
  records: { item(kind: string, id: string): unknown } | undefined,
): number {
  return records ? ids.filter((id) => records.item("entries", id) !== undefined).length : 0;
}

type ZoneProps = { count: number; zone: string; onZone: (zone: string) => void };

function Zone({ count, zone, onZone }: ZoneProps) {
  const id = useId();
  return (
    <section aria-label="Time zone">
      <div className="record-field import-target">
        <label htmlFor={id}>
          {entriesWord(count)} {count === 1 ? "does" : "do"} not say where{" "}
          {count === 1 ? "it was" : "they were"} written. The clock was that of
        </label>
        <select
          id={id}
          value={zone}
          autoComplete="off"
          onChange={({ currentTarget }) => onZone(currentTarget.value)}
        >
          {zonesWith("", whenNow().zone).map((one) => (
            <option key={one} value={one}>
              {zoneName(one)}
            </option>
          ))}
        </select>
      </div>
    </section>
  );
}

type UndatedProps = {
  count: number;
  choice: UndatedChoice;
  onChoice: (choice: UndatedChoice) => void;
};

function Undated({ count, choice, onChoice }: UndatedProps) {
  const name = useId();
  const today = whenNow().v.slice(0, 10);
  const radio = (label: string, value: UndatedChoice, isChosen: boolean) => (
    <label className="exchange-tick">
      <input type="radio" name={name} checked={isChosen} onChange={() => onChoice(value)} />
      {label}
    </label>
  );
  return (
    <section aria-label="Entries without a date">
      <fieldset className="exchange-choices">
        <legend>
          {entriesWord(count)} {count === 1 ? "says" : "say"} no day.
        </legend>
        {radio("The day on which the file was changed last", "file", choice === "file")}
        {radio("This day", { date: today }, typeof choice === "object")}
        {typeof choice === "object" ? (
          <input
            type="date"
            aria-label="The day of entries without one"
            value={choice.date}
            autoComplete="off"
            onChange={({ currentTarget }) => onChoice({ date: currentTarget.value })}
          />
        ) : null}
        {radio("Leave them out", "leave", choice === "leave")}
      </fieldset>
    </section>
  );
}
