/** When an entry is: the day, the time and the zone of its writer's clock. */
import { useId, useMemo } from "react";
import { MomentInput } from "#app/parts/records/moment-input.tsx";
import { fixedWords } from "#lib/dates/date-words.ts";
import { useJournal, whenNow } from "../store/journal-context.ts";
import { FieldFrame } from "./field-frame.tsx";
import type { FieldProps } from "./field-props.ts";
import { useFieldFocus } from "./use-field-focus.ts";
import { hereWords, zoneName, zonesWith } from "./zones.ts";

export function WhenField({ entry, takesFocus = false, onClose }: FieldProps) {
  const { acts } = useJournal();
  const id = useId();
  const place = useFieldFocus(takesFocus);
  const { key, when } = entry;
  const [date = "", time = ""] = when.v.split("T");
  const { v: now, zone: device } = whenNow();
  const zones = useMemo(() => zonesWith(when.zone, device), [when.zone, device]);
  const here = hereWords(when, device);
  const write = (next: Partial<typeof when>) => acts.entries.when(key, { ...when, ...next });
  return (
    <FieldFrame
      name="when"
      label="Day and time"
      onClose={onClose}
      more={
        <button
          type="button"
          className="record-link"
          onClick={() => write({ v: now, zone: device })}
        >
          Set to now
        </button>
      }
    >
      <div ref={place} className="journal-field-row">
        <div className="record-field">
          <label htmlFor={`${id}-day`}>Day</label>
          <MomentInput
            id={`${id}-day`}
            type="date"
            required
            min="1000-01-01"
            autoComplete="off"
            value={date}
            onWrite={(next) => {
              // Without a day it keeps the one that it has.
              if (next !== "") write({ v: time === "" ? next : `${next}T${time}` });
            }}
          />
        </div>
        <div className="record-field">
          <label htmlFor={`${id}-time`}>Time</label>
          <MomentInput
            id={`${id}-time`}
            type="time"
            autoComplete="off"
            value={time}
            onWrite={(next) => write({ v: next === "" ? date : `${date}T${next}` })}
          />
        </div>
        <div className="record-field">
          <label htmlFor={`${id}-zone`}>Time zone</label>
          <select
            id={`${id}-zone`}
            autoComplete="off"
            value={when.zone}
            aria-describedby={here === "" ? undefined : `${id}-here`}
            onChange={({ currentTarget }) => write({ zone: currentTarget.value })}
          >
            {when.zone === "" ? <option value="">{zoneName("")}</option> : null}
            {zones.map((zone) => (
              <option key={zone} value={zone}>
                {zone === device ? `${zoneName(zone)} (this device)` : zoneName(zone)}
              </option>
            ))}
          </select>
        </div>
      </div>
      {here === "" ? null : (
        <p id={`${id}-here`} className="faint">
          That is {fixedWords(here)} on this device.
        </p>
      )}
    </FieldFrame>
  );
}
