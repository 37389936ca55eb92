/** Another place for one item of a list, without dragging it. Esc and a tap outside close it. */
import { useId, useLayoutEffect, useRef, useState } from "react";
import { showAt } from "./show-at.ts";

type Props = {
  title: string;
  /** From 0. */
  index: number;
  count: number;
  /** Where the handle is. */
  at: DOMRect;
  /** From 0. */
  onMove: (to: number) => void;
  onClose: () => void;
};

export function MoveTo({ title, index, count, at, onMove, onClose }: Props) {
  const id = useId();
  const place = useRef<HTMLDialogElement>(null);
  const [wanted, setWanted] = useState(String(index + 1));
  const asked = Number(wanted);
  const isPlace = Number.isInteger(asked) && asked >= 1 && asked <= count;

  useLayoutEffect(() => {
    if (place.current) showAt(place.current, at);
  }, [at]);

  const isFirst = index === 0;
  const isLast = index === count - 1;
  return (
    <dialog
      ref={place}
      popover="auto"
      aria-labelledby={id}
      className="move-to"
      onToggle={({ newState }) => newState === "closed" && onClose()}
    >
      <p id={id}>
        Move <b dir="auto">{title}</b>
      </p>
      <button type="button" disabled={isFirst} onClick={() => onMove(index - 1)}>
        Up
      </button>
      <button type="button" disabled={isLast} onClick={() => onMove(index + 1)}>
        Down
      </button>
      <button type="button" disabled={isFirst} onClick={() => onMove(0)}>
        To the start
      </button>
      <button type="button" disabled={isLast} onClick={() => onMove(count - 1)}>
        To the end
      </button>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isPlace) onMove(asked - 1);
        }}
      >
        <label>
          To place
          <input
            type="number"
            inputMode="numeric"
            min={1}
            max={count}
            required
            value={wanted}
            onChange={({ currentTarget }) => setWanted(currentTarget.value)}
          />
        </label>
        <span>of {count}</span>
        <button type="submit">Move</button>
      </form>
    </dialog>
  );
}
