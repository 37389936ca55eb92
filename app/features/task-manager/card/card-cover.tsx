import { useId } from "react";
import type { Card } from "#lib/boards/board-items.ts";
import { useBoardApp, useThings } from "../store/use-board.ts";
import { ColourOptions } from "./colour-options.tsx";
import { isPicture } from "./file-words.ts";

/** What stands on top of it on the board. */
export function CardCover({ card }: { card: Card }) {
  const id = useId();
  const { acts } = useBoardApp();
  const pictures = useThings(card.id).files.filter(isPicture);
  return (
    <div className="record-field">
      <label htmlFor={id}>Cover</label>
      <select
        id={id}
        value={card.cover}
        onChange={({ currentTarget }) => acts.cards.cover(card.id, currentTarget.value)}
      >
        <ColourOptions none="None" />
        {pictures.map((file) => (
          <option key={file.id} value={file.id}>
            {file.name}
          </option>
        ))}
      </select>
    </div>
  );
}
