/** Buttons under the thumbs, where there is a touch screen. */
import type { PointerEvent } from "react";
import type { Button } from "../game.ts";
import { readSettings } from "./settings.ts";

const buzzMs = 8;

export function TouchButtons({
  buttons,
  isLeftHanded,
  onTouch,
}: {
  buttons: readonly Button[];
  isLeftHanded: boolean;
  onTouch: (button: string, isHeld: boolean) => void;
}) {
  const sideOf = (side: "left" | "right") => (isLeftHanded ? other[side] : side);
  const group = (side: "left" | "right") => (
    <div className={`touch-side touch-${side}`}>
      {buttons.map(({ id, title, touch }) =>
        touch !== undefined && sideOf(touch.side) === side ? (
          <button
            key={id}
            type="button"
            aria-label={title}
            onPointerDown={(event: PointerEvent<HTMLButtonElement>) => {
              event.currentTarget.setPointerCapture(event.pointerId);
              event.preventDefault();
              if (readSettings().vibrates && "vibrate" in navigator) navigator.vibrate(buzzMs);
              onTouch(id, true);
            }}
            onLostPointerCapture={() => onTouch(id, false)}
            onContextMenu={(event) => event.preventDefault()}
            onClick={({ detail }) => {
              // A screen reader's press comes without a pointer.
              if (detail !== 0) return;
              onTouch(id, true);
              onTouch(id, false);
            }}
          >
            {touch.sign}
          </button>
        ) : null,
      )}
    </div>
  );
  return (
    <div className="touch-buttons">
      {group("left")}
      {group("right")}
    </div>
  );
}

const other = { left: "right", right: "left" } as const;
