/** What of a board is shown: words, and behind a button labels, people, days and what is done. All of it is in the address. */
import { Button, CloseButton, TextInput } from "@mantine/core";
import { useId, useMemo, useRef, useState } from "react";
import type { ReactNode } from "react";
import { Dot } from "#app/parts/records/dot.tsx";
import { countOf, readFilter } from "#lib/boards/filter.ts";
import { useColumns, useLabels, useMembers, useTopic } from "../store/use-board.ts";
import { noFilter } from "../views.ts";
import type { FilterQuery } from "../views.ts";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/task-views.css";

type Props = {
  filter: FilterQuery;
  /** Ids that it lets through; undefined: all. */
  shown: ReadonlySet<string> | undefined;
  onFilter: (change: Partial<FilterQuery>) => void;
};

export function FilterBar({ filter, shown, onFilter }: Props) {
  const [isOpen, setOpen] = useState(false);
  const more = useRef<HTMLButtonElement>(null);
  const id = useId();
  const conditions = useMemo(() => countOf(readFilter({ ...filter, words: "" })), [filter]);
  const close = () => {
    setOpen(false);
    more.current?.focus();
  };
  return (
    <search className="card-filter" aria-label="Filter the cards">
      <div className="card-filter-bar">
        <TextInput
          aria-label="Filter by words"
          placeholder="Filter cards"
          data-search
          data-filter-words
          value={filter.words}
          maxLength={200}
          onChange={({ currentTarget }) => onFilter({ words: currentTarget.value })}
          onKeyDown={({ key, currentTarget }) => {
            if (key !== "Escape") return;
            if (filter.words === "") currentTarget.blur();
            else onFilter({ words: "" });
          }}
          rightSection={
            filter.words === "" ? null : (
              <CloseButton aria-label="Clear the words" onClick={() => onFilter({ words: "" })} />
            )
          }
        />
        <Button
          ref={more}
          variant="default"
          data-filter-more
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {conditions === 0 ? "Filter" : `Filter (${conditions})`}
        </Button>
        <Found shown={shown} onClear={() => onFilter(noFilter)} />
      </div>
      {isOpen ? <Conditions id={id} filter={filter} onFilter={onFilter} onClose={close} /> : null}
    </search>
  );
}

/** How many are shown; said to who listens once it stands still. */
function Found({ shown, onClear }: { shown: Props["shown"]; onClear: () => void }) {
  const all = useAliveCount();
  if (!shown) return <output className="unseen" />;
  const none = "No card fits";
  const words = `${shown.size.toLocaleString("en")} of ${all.toLocaleString("en")} cards`;
  return (
    <>
      <output className="card-filter-found">{shown.size === 0 ? none : words}</output>
      <Button variant="subtle" size="compact-md" onClick={onClear}>
        Show all
      </Button>
    </>
  );
}

function useAliveCount(): number {
  const columns = useColumns();
  return useTopic("words", (store) =>
    columns.reduce((sum, { id }) => sum + store.ids(id).length, 0),
  );
}

type ConditionsProps = Pick<Props, "filter" | "onFilter"> & { id: string; onClose: () => void };

const dues = [
  ["", "Any day"],
  ["overdue", "Overdue"],
  ["week", "In the next 7 days"],
  ["none", "No day"],
] as const;
const dones = [
  ["", "Done or not"],
  ["open", "Not done"],
  ["done", "Done"],
] as const;

function Conditions({ id, filter, onFilter, onClose }: ConditionsProps) {
  const labels = useLabels();
  const members = useMembers();
  return (
    // Esc is for it, wherever in it the focus is.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      id={id}
      className="card-filter-more"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        onClose();
      }}
    >
      {labels.length === 0 ? null : (
        <Words
          legend="Labels"
          none="No label"
          chosen={filter.labels}
          all={labels.map(({ id: label, name, colour }) => ({
            id: label,
            name: (
              <>
                <Dot colour={colour} />
                {name}
              </>
            ),
          }))}
          isFirst
          onChange={(next) => onFilter({ labels: next })}
        />
      )}
      <Words
        legend="People"
        none="Nobody"
        chosen={filter.people}
        all={members.map(({ uid, name }) => ({ id: uid, name: name || "Without a name" }))}
        isFirst={labels.length === 0}
        onChange={(next) => onFilter({ people: next })}
      />
      <Choice legend="Due" value={filter.due} all={dues} onChange={(due) => onFilter({ due })} />
      <Choice
        legend="Done"
        value={filter.done}
        all={dones}
        onChange={(done) => onFilter({ done })}
      />
      <Button variant="default" size="compact-md" onClick={onClose}>
        Close
      </Button>
    </div>
  );
}

type WordsProps = {
  legend: string;
  none: string;
  chosen: string;
  all: readonly { id: string; name: ReactNode }[];
  isFirst: boolean;
  onChange: (chosen: string) => void;
};

function Words({ legend, none, chosen, all, isFirst, onChange }: WordsProps) {
  const ids = chosen.split(" ").filter(Boolean);
  const set = (id: string, isOn: boolean) =>
    onChange((isOn ? [...ids, id] : ids.filter((one) => one !== id)).join(" "));
  return (
    <fieldset className="card-filter-group">
      <legend>{legend}</legend>
      {[{ id: "none", name: none }, ...all].map(({ id, name }, at) => (
        <label key={id} className="card-filter-choice">
          <input
            type="checkbox"
            checked={ids.includes(id)}
            // What was asked for begins with its first choice.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus={isFirst && at === 0}
            onChange={({ currentTarget }) => set(id, currentTarget.checked)}
          />
          <span dir="auto">{name}</span>
        </label>
      ))}
    </fieldset>
  );
}

type ChoiceProps = {
  legend: string;
  value: string;
  all: readonly (readonly [value: string, text: string])[];
  onChange: (value: string) => void;
};

function Choice({ legend, value, all, onChange }: ChoiceProps) {
  const name = useId();
  const known = all.some(([one]) => one === value) ? value : "";
  return (
    <fieldset className="card-filter-group">
      <legend>{legend}</legend>
      {all.map(([one, text]) => (
        <label key={one} className="card-filter-choice">
          <input type="radio" name={name} checked={known === one} onChange={() => onChange(one)} />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}
