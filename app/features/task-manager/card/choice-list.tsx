/** What can be on a card, to be ticked: of many only what is on it, until all are asked for. */
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";

const fewEnough = 12;

type Choice = { id: string; shown: ReactNode; isOn: boolean };

type Props = {
  legend: string;
  /** What `focus` of the panel finds its first one by. */
  focus: string;
  choices: readonly Choice[];
  /** Where there are none. */
  none: string;
  onChoose: (id: string, isOn: boolean) => void;
  children?: ReactNode;
};

export function ChoiceList({ legend, focus, choices, none, onChoose, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const isLong = choices.length > fewEnough;
  const shown = isLong && !isOpen ? choices.filter(({ isOn }) => isOn) : choices;
  return (
    <fieldset className="card-choices" data-focus={focus} tabIndex={-1}>
      <legend>{legend}</legend>
      {choices.length === 0 ? <p className="faint">{none}</p> : null}
      {shown.map(({ id, shown: name, isOn }) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={isOn}
            onChange={({ currentTarget }) => onChoose(id, currentTarget.checked)}
          />
          {name}
        </label>
      ))}
      {isLong ? (
        <Button
          variant="subtle"
          size="compact-md"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? "Only those on the card" : `Choose from ${choices.length}`}
        </Button>
      ) : null}
      {children}
    </fieldset>
  );
}
