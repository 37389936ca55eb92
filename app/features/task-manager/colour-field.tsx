import { Dot } from "#app/parts/records/dot.tsx";
import { ColourOptions } from "./card/colour-options.tsx";

type Props = {
  label: string;
  /** Read out only. */
  isUnseen?: boolean;
  value: string;
  onChange: (colour: string) => void;
};

/** One of the colours, or none; its name says which. */
export function ColourField({ label, isUnseen = false, value, onChange }: Props) {
  return (
    <label className="record-field boards-colour">
      <span className={isUnseen ? "unseen" : undefined}>{label}</span>
      <span className="boards-dotted">
        <Dot colour={value} />
        <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
          <ColourOptions />
        </select>
      </span>
    </label>
  );
}
