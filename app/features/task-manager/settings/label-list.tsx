import { useCallback } from "react";
import type { ReactNode } from "react";
import { SortableList } from "#app/parts/sortable/sortable-list.tsx";
import { longest } from "../acts/room.ts";
import { ColourField } from "../colour-field.tsx";
import type { BoardLabel } from "../store/board-store.ts";
import { useBoardApp, useLabels } from "../store/use-board.ts";
import { NameField } from "./name-field.tsx";
import { NewName } from "./new-name.tsx";
import { TakeAway } from "./take-away.tsx";

const keyOf = ({ id }: BoardLabel) => id;
const titleOf = ({ name }: BoardLabel) => name;

export function LabelList() {
  const { acts } = useBoardApp();
  const labels = useLabels();
  const renderItem = useCallback(
    (label: BoardLabel, handle: ReactNode) => <LabelRow label={label} handle={handle} />,
    [],
  );
  return (
    <section className="boards-part">
      <h3>Labels</h3>
      {labels.length === 0 ? (
        <p className="faint">None yet. A label marks cards that belong together.</p>
      ) : (
        <SortableList
          label="Labels"
          items={labels}
          keyOf={keyOf}
          titleOf={titleOf}
          onMove={(from, to) => acts.labels.move(labels[from]!.id, to)}
          renderItem={renderItem}
          isFixed={labels.length < 2}
        />
      )}
      <NewName
        label="New label"
        most={longest.label}
        onAdd={(name) => acts.labels.add(name, "") !== undefined}
      />
    </section>
  );
}

function LabelRow({
  label: { id, name, colour },
  handle,
}: {
  label: BoardLabel;
  handle: ReactNode;
}) {
  const { acts } = useBoardApp();
  return (
    <div className="boards-line">
      <NameField
        label={`Name of the label ${name}`}
        isUnseen
        value={name}
        most={longest.label}
        onWrite={(text) => acts.labels.rename(id, text)}
      />
      <ColourField
        label={`Colour of the label ${name}`}
        isUnseen
        value={colour}
        onChange={(value) => acts.labels.colour(id, value)}
      />
      <TakeAway label={`Delete the label ${name}`} onClick={() => acts.labels.remove(id)} />
      {handle}
    </div>
  );
}
