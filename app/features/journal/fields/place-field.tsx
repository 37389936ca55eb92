/** Where an entry was written, or is about: a name, and the spot that a photo or another entry of that name had. */
import { useId, useMemo, useRef, useState } from "react";
import type { Ref } from "react";
import type { Spot } from "#lib/journal/item-parts.ts";
import { longest } from "#lib/journal/limits.ts";
import { quoted } from "#lib/quoted.ts";
import { entriesWord } from "../acts/words.ts";
import { useEntries, useJournal } from "../store/journal-context.ts";
import type { JournalEntry } from "../store/journal-store.ts";
import { FieldFrame } from "./field-frame.tsx";
import type { FieldProps } from "./field-props.ts";
import { knownPlaces } from "./known-places.ts";
import { readSpot, spotText } from "./read-spot.ts";
import { useFieldFocus } from "./use-field-focus.ts";
import { useLeft } from "./use-left.ts";

const isWithoutSpot = ({ place }: Pick<JournalEntry, "place">, name: string) =>
  place !== null && place.name === name && place.spot === null;

export function PlaceField({ entry, takesFocus = false, onClose }: FieldProps) {
  const { acts } = useJournal();
  const id = useId();
  const field = useFieldFocus(takesFocus);
  const { key, journal, place } = entry;
  const entries = useEntries(journal);
  const known = useMemo(() => knownPlaces(entries, key), [entries, key]);
  const name = place?.name ?? "";
  const spot = place?.spot ?? null;
  const write = (next: string) =>
    acts.entries.place(key, next === "" && spot === null ? null : { name: next, spot });
  const [left, setLeft] = useState("");
  const spotField = useRef<HTMLInputElement>(null);
  const mayEnd = useLeft(left, spotField);
  const others = useMemo(
    () => (spot === null || name === "" ? [] : entries.filter((one) => isWithoutSpot(one, name))),
    [entries, name, spot],
  );
  function writeSpot(next: Spot | null): void {
    acts.settle();
    acts.entries.place(key, name === "" && next === null ? null : { name, spot: next });
    acts.settle();
  }
  function spreadSpot(): void {
    if (spot === null) return;
    const changes = others.map(({ id: entryId }) => ({
      kind: "entries",
      id: entryId,
      register: "place",
      value: { v: name, lat: spot.lat, lon: spot.lon },
    }));
    const act = acts.run(`Put ${quoted(name)} on the map`, journal, changes);
    acts.offer(`Put ${otherWords(others.length)} on the map.`, act);
    field.current?.querySelector("input")?.focus();
  }
  // Not while it is typed: on the way to a name there may be another one.
  function leave(): void {
    const there = known.get(name)?.spot;
    if (spot === null && there) acts.entries.place(key, { name, spot: there });
    acts.settle();
  }
  return (
    <FieldFrame
      name="place"
      label="Place"
      onClose={onClose}
      mayEnd={mayEnd}
      more={
        place === null ? null : (
          <button
            type="button"
            className="record-link"
            onClick={() => {
              acts.entries.place(key, null);
              field.current?.querySelector("input")?.focus();
            }}
          >
            Take the place off
          </button>
        )
      }
    >
      <div ref={field} className="record-field">
        <label htmlFor={id}>Place</label>
        <input
          id={id}
          dir="auto"
          spellCheck={false}
          list={`${id}-known`}
          autoComplete="off"
          maxLength={longest.place}
          value={name}
          onChange={({ currentTarget }) => write(currentTarget.value)}
          onBlur={leave}
        />
        <datalist id={`${id}-known`}>
          {[...known.keys()].map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </datalist>
      </div>
      <SpotField ref={spotField} {...{ spot, onLeave: setLeft, onWrite: writeSpot }} />
      {others.length === 0 ? null : (
        <p>
          <button type="button" className="record-link" onClick={spreadSpot}>
            {`Put ${otherWords(others.length)} in ${quoted(name)} there, too`}
          </button>
        </p>
      )}
    </FieldFrame>
  );
}

const otherWords = (count: number) =>
  count === 1 ? "the other entry" : `the other ${entriesWord(count)}`;

type SpotProps = {
  ref: Ref<HTMLInputElement>;
  spot: Spot | null;
  onWrite: (spot: Spot | null) => void;
  /** What is no spot is left in the field; empty: nothing is. */
  onLeave: (left: string) => void;
};

/** Whoever has no photo of a place finds its numbers on any map. */
function SpotField({ ref, spot, onWrite, onLeave }: SpotProps) {
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const [isWrong, setWrong] = useState(false);
  const shown = typed ?? (spot === null ? "" : spotText(spot));
  function leave(): void {
    // What somebody only goes through keeps digits that a hand does not type.
    if (typed === undefined) return;
    const next = shown.trim() === "" ? null : readSpot(shown);
    setWrong(next === undefined);
    onLeave(next === undefined ? shown : "");
    if (next === undefined) return;
    setTyped(undefined);
    if (next?.lat !== spot?.lat || next?.lon !== spot?.lon) onWrite(next);
  }
  return (
    <div className="record-field">
      <label htmlFor={id}>Latitude, longitude</label>
      <input
        ref={ref}
        id={id}
        inputMode="text"
        spellCheck={false}
        autoComplete="off"
        placeholder="38.7169, -9.1399"
        maxLength={60}
        value={shown}
        aria-invalid={isWrong}
        aria-describedby={`${id}-note`}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={leave}
        onKeyDown={({ key }) => key === "Enter" && leave()}
      />
      <p id={`${id}-note`} className="faint" role={isWrong ? "alert" : undefined}>
        {isWrong
          ? "That is no place on the globe: degrees north, then degrees east, as 38.7169, -9.1399."
          : "With them it is on the map. Maps show them; a photo may know them, too."}
      </p>
    </div>
  );
}
