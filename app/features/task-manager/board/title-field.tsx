import { useRef } from "react";
import type { KeyboardEvent } from "react";
import { pasteThatFits } from "#app/parts/records/paste-that-fits.ts";
import type { Card } from "#lib/boards/board-items.ts";
import { longest } from "../acts/room.ts";
import { useBoardApp } from "../store/use-board.ts";
import { useLineField } from "../use-line-field.ts";

type Props = {
  card: Pick<Card, "id" | "title">;
  /** With the id: the focus goes back to the card. */
  onClose: (id: undefined) => void;
};

/** A title in its place: Enter keeps it, and so does leaving the field; Esc does not. */
export function TitleField({ card: { id, title }, onClose }: Props) {
  const { acts } = useBoardApp();
  const line = useLineField(
    { kind: "cards", id, register: "title", shown: title },
    (text) => acts.cards.write(id, "title", text) !== undefined,
  );
  const isOver = useRef(false);
  function leave(isKept: boolean): void {
    if (isOver.current) return;
    isOver.current = true;
    line.leave(isKept);
    onClose(undefined);
  }
  function take(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing || (event.key !== "Enter" && event.key !== "Escape")) return;
    event.preventDefault();
    event.stopPropagation();
    leave(event.key === "Enter");
  }
  return (
    <textarea
      className="card-title-field"
      aria-label={`Title of ${title || "Untitled"}`}
      dir="auto"
      rows={1}
      // It takes the place of what was just pressed.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      value={line.typed ?? title}
      maxLength={longest.title}
      onPaste={pasteThatFits}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={({ currentTarget }) => line.type(currentTarget.value.replace(/\s/gu, " "))}
      onKeyDown={take}
      onBlur={() => leave(true)}
    />
  );
}
