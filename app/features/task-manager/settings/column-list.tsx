import { useCallback, useState } from "react";
import type { ReactNode } from "react";
import { SortableList } from "#app/parts/sortable/sortable-list.tsx";
import type { Column } from "#lib/boards/board-items.ts";
import { highestLimit, longest } from "../acts/room.ts";
import { useBoardApp, useColumnIds, useColumns } from "../store/use-board.ts";
import { NameField } from "./name-field.tsx";
import { NewName } from "./new-name.tsx";
import { TakeAway } from "./take-away.tsx";

const keyOf = ({ id }: Column) => id;
const titleOf = ({ name }: Column) => name;

export function ColumnList() {
  const { acts } = useBoardApp();
  const columns = useColumns();
  const renderItem = useCallback(
    (column: Column, handle: ReactNode) => <ColumnRow column={column} handle={handle} />,
    [],
  );
  return (
    <section className="boards-part">
      <h3>Columns</h3>
      <SortableList
        label="Columns"
        items={columns}
        keyOf={keyOf}
        titleOf={titleOf}
        onMove={(from, to) => acts.columns.move(columns[from]!.id, to)}
        renderItem={renderItem}
        isFixed={columns.length < 2}
      />
      <NewName
        label="New column"
        most={longest.column}
        onAdd={(name) => acts.columns.add(name) !== undefined}
      />
    </section>
  );
}

function ColumnRow({ column, handle }: { column: Column; handle: ReactNode }) {
  const { id, name } = column;
  const { acts } = useBoardApp();
  const { length: cards } = useColumnIds(id);
  return (
    <div className="boards-line">
      <NameField
        label={`Name of the column ${name}`}
        isUnseen
        value={name}
        most={longest.column}
        onWrite={(text) => acts.columns.rename(id, text)}
      />
      <LimitField column={column} />
      <TakeAway
        label={`Delete the column ${name}`}
        isDisabled={cards > 0}
        title={cards > 0 ? "Only a column without cards can go" : undefined}
        onClick={() => acts.columns.remove(id)}
      />
      {handle}
    </div>
  );
}

/** Kept when the field is left; empty: any number. */
function LimitField({ column: { id, name, limit } }: { column: Column }) {
  const { acts } = useBoardApp();
  const [typed, setTyped] = useState<string>();
  const write = () => {
    if (typed !== undefined) acts.columns.limit(id, Number(typed) || 0);
    setTyped(undefined);
  };
  return (
    <label className="record-field boards-limit">
      <span className="unseen">Most cards in {name}, empty for any number</span>
      <input
        type="number"
        min={0}
        max={highestLimit}
        placeholder="No limit"
        value={typed ?? (limit === 0 ? "" : limit)}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={write}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          write();
        }}
      />
    </label>
  );
}
