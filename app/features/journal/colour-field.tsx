import { useId } from "react";
import { Dot } from "#app/parts/records/dot.tsx";
import { colours } from "#lib/records/colours.ts";

type Props = { value: string; onChange: (colour: string) => void };

/** One of the colours, or none; its name says which. */
export function ColourField({ value, onChange }: Props) {
  const id = useId();
  return (
    <div className="record-field journal-colour">
      <label htmlFor={id}>Colour</label>
      <span>
        <Dot colour={value} />
        <select
          autoComplete="off"
          id={id}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        >
          <option value="">None</option>
          {Object.keys(colours).map((name) => (
            <option key={name} value={name}>
              {`${name.charAt(0).toUpperCase()}${name.slice(1)}`}
            </option>
          ))}
        </select>
      </span>
    </div>
  );
}
