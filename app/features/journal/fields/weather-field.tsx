/** The weather of an entry, as its writer saw it. */
import { useId, useState } from "react";
import {
  coldest,
  hottest,
  isTemperature,
  isWeatherKind,
  weatherKinds,
  weatherWords,
} from "#lib/journal/weather.ts";
import { useJournal } from "../store/journal-context.ts";
import { FieldFrame } from "./field-frame.tsx";
import type { FieldProps } from "./field-props.ts";
import { useFieldFocus } from "./use-field-focus.ts";

export function WeatherField({ entry, takesFocus = false, onClose }: FieldProps) {
  const { acts } = useJournal();
  const id = useId();
  const place = useFieldFocus(takesFocus);
  const { key, weather } = entry;
  // What is typed stays as it is typed: `-` is no number yet, and `1.` is 1.
  const [typed, setTyped] = useState<string>();
  const temp = weather?.temp ?? null;
  const shown = typed ?? (temp === null ? "" : String(temp));
  const isWrong = shown !== "" && readTemperature(shown) === undefined;
  return (
    <FieldFrame name="weather" label="Weather" onClose={onClose}>
      <div ref={place} className="journal-field-row">
        <div className="record-field">
          <label htmlFor={`${id}-kind`}>Weather</label>
          <select
            id={`${id}-kind`}
            autoComplete="off"
            value={weather?.kind ?? ""}
            onChange={({ currentTarget: { value } }) => {
              acts.entries.weather(key, isWeatherKind(value) ? { kind: value, temp } : null);
              acts.settle();
              if (value === "") setTyped(undefined);
            }}
          >
            <option value="">Not said</option>
            {weatherKinds.map((kind) => (
              <option key={kind} value={kind}>
                {weatherWords[kind]}
              </option>
            ))}
          </select>
        </div>
        <div className="record-field">
          <label htmlFor={`${id}-temp`}>Temperature, °C</label>
          <input
            id={`${id}-temp`}
            inputMode="decimal"
            autoComplete="off"
            maxLength={6}
            disabled={weather === null}
            value={shown}
            aria-invalid={isWrong}
            aria-describedby={isWrong ? `${id}-wrong` : undefined}
            onChange={({ currentTarget: { value } }) => {
              setTyped(value);
              const next = value.trim() === "" ? null : readTemperature(value);
              if (weather && next !== undefined)
                acts.entries.weather(key, { ...weather, temp: next });
            }}
            onBlur={() => {
              setTyped(undefined);
              acts.settle();
            }}
          />
        </div>
      </div>
      {isWrong ? (
        <output id={`${id}-wrong`} className="faint">
          A number from {String(coldest).replace("-", "−")} to {hottest}.
        </output>
      ) : null}
    </FieldFrame>
  );
}

/** Also with a comma or a minus sign of print. Undefined: it is none that any place has. */
export function readTemperature(text: string): number | undefined {
  const plain = text.trim().replace(",", ".").replace("−", "-");
  const number = /^[-+]?\d+(?:\.\d*)?$/.test(plain) ? Number(plain) : Number.NaN;
  return isTemperature(number) ? number : undefined;
}
