/** In which column it stands, and where in it. */
import { useId } from "react";
import type { Card } from "#lib/boards/board-items.ts";
import { fillWords } from "../acts/words.ts";
import { isFull } from "../acts/room.ts";
import { useBoardApp, useColumnIds, useColumns } from "../store/use-board.ts";

/** A list of more places is read by nobody: then it is the first, the last, or beside where it is. */
const mostPlaces = 200;

export function CardPlace({ card }: { card: Card }) {
  const id = useId();
  const { store, acts } = useBoardApp();
  const columns = useColumns();
  const ids = useColumnIds(card.column);
  const at = ids.indexOf(card.id);
  const places = placesOf(ids.length, at);
  return (
    <div className="card-pair">
      <div className="record-field">
        <label htmlFor={`${id}-column`}>Column</label>
        <select
          id={`${id}-column`}
          value={card.column}
          onChange={({ currentTarget }) =>
            acts.cards.move([card.id], { column: currentTarget.value })
          }
        >
          {columns.map((column) => {
            const isOwn = column.id === card.column;
            const full = !isOwn && isFull(store, column.id);
            const fill = fillWords(store.ids(column.id).length, column.limit);
            return (
              <option key={column.id} value={column.id} disabled={full}>
                {column.name || "Untitled"}
                {full ? ` (full: ${fill})` : ""}
              </option>
            );
          })}
        </select>
      </div>
      <div className="record-field">
        <label htmlFor={`${id}-place`}>Place</label>
        <select
          id={`${id}-place`}
          value={at}
          onChange={({ currentTarget }) => {
            const others = ids.filter((other) => other !== card.id);
            const to = Number(currentTarget.value);
            acts.cards.move([card.id], { column: card.column, after: others[to - 1] ?? null });
          }}
        >
          {places.map((place) => (
            <option key={place} value={place}>
              {place + 1} of {ids.length}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}

function placesOf(count: number, at: number): number[] {
  const all = Array.from({ length: count }, (_, place) => place);
  if (count <= mostPlaces) return all;
  const near = mostPlaces / 2;
  return all.filter((place) => place === 0 || place === count - 1 || Math.abs(place - at) <= near);
}
