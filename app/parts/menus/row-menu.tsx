/** What can be done with what is chosen. Arrows go through it; Esc and a tap outside close it. */
import { useLayoutEffect, useRef } from "react";
import type { KeyboardEvent } from "react";
import { showAt } from "#app/parts/sortable/show-at.ts";

/** @property takesFocus a dialog or panel opens */
export type MenuAct = { id: string; title: string; run: () => void; takesFocus?: boolean };

type Props = {
  at: { x: number; y: number };
  label: string;
  acts: readonly MenuAct[];
  /** @param act what was chosen; undefined: nothing */
  onClose: (act?: MenuAct) => void;
};

export function RowMenu({ at, label, acts, onClose }: Props) {
  const place = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    if (!place.current) return;
    showAt(place.current, new DOMRect(at.x, at.y, 0, 0));
    place.current.querySelector("button")?.focus({ preventScroll: true });
  }, [at]);
  return (
    <dialog
      ref={place}
      popover="auto"
      aria-label={label}
      className="move-to row-menu"
      onToggle={({ newState }) => newState === "closed" && onClose()}
    >
      <div role="menu" tabIndex={-1} aria-label={label} onKeyDown={walk}>
        {acts.map((act) => (
          <button
            key={act.id}
            type="button"
            role="menuitem"
            onClick={() => {
              onClose(act);
              act.run();
            }}
          >
            {act.title}
          </button>
        ))}
      </div>
    </dialog>
  );
}

function walk(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const items = [...event.currentTarget.querySelectorAll("button")];
  const at = items.indexOf(document.activeElement as HTMLButtonElement);
  const next =
    by === undefined
      ? { Home: items[0], End: items.at(-1) }[event.key]
      : items.at((at + by) % items.length);
  if (!next) return;
  event.preventDefault();
  next.focus();
}
