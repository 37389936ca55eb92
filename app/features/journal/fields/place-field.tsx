/** Where an entry was written, or is about: a name, and the spot that a photo or another entry of that name had. */
import { useId, useMemo } from "react";
import { longest } from "#lib/journal/limits.ts";
import { useEntries, useJournal } from "../store/journal-context.ts";
import { FieldFrame } from "./field-frame.tsx";
import type { FieldProps } from "./field-props.ts";
import { knownPlaces } from "./known-places.ts";
import { useFieldFocus } from "./use-field-focus.ts";

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
      {spot === null ? null : (
        <p className="faint">
          {spot.lat.toFixed(4)}, {spot.lon.toFixed(4)} on the map{" "}
          <button
            type="button"
            className="record-link"
            onClick={() => acts.entries.place(key, name === "" ? null : { name, spot: null })}
          >
            Take the spot away
          </button>
        </p>
      )}
    </FieldFrame>
  );
}
