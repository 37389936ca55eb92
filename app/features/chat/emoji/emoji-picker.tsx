/** A few emoji with words that find them. Arrows go through them. */
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { showAt } from "#app/parts/sortable/show-at.ts";
import { emojisFor } from "./emoji.ts";

type Props = {
  at: { x: number; y: number };
  onPick: (emoji: string) => void;
  onClose: () => void;
};

export function EmojiPicker({ at, onPick, onClose }: Props) {
  const place = useRef<HTMLDialogElement>(null);
  const [words, setWords] = useState("");
  const found = emojisFor(words);
  useLayoutEffect(() => {
    if (!place.current) return;
    showAt(place.current, new DOMRect(at.x, at.y, 0, 0));
    place.current.querySelector("input")?.focus({ preventScroll: true });
  }, [at]);
  return (
    <dialog
      ref={place}
      popover="auto"
      aria-label="Emoji"
      className="move-to chat-emoji"
      onToggle={({ newState }) => newState === "closed" && onClose()}
    >
      <input
        type="search"
        aria-label="Find an emoji"
        placeholder="Find an emoji"
        value={words}
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
        onKeyDown={(event) => {
          const [first] = found;
          if (event.key === "Enter" && first) {
            event.preventDefault();
            onPick(first[0]);
          } else if (event.key === "ArrowDown") {
            event.preventDefault();
            place.current?.querySelector("button")?.focus();
          }
        }}
      />
      {found.length === 0 ? <p className="faint">No emoji is called so here.</p> : null}
      {/* The arrow keys go through it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul onKeyDown={walk}>
        {found.map(([emoji, names]) => (
          <li key={emoji}>
            <button
              type="button"
              aria-label={`${emoji} ${names.split(" ")[0]}`}
              title={names.split(" ")[0]}
              onClick={() => onPick(emoji)}
            >
              {emoji}
            </button>
          </li>
        ))}
      </ul>
    </dialog>
  );
}

function walk(event: KeyboardEvent<HTMLElement>): void {
  const all = [...event.currentTarget.querySelectorAll("button")];
  // There are fewer in a row where fingers press them.
  const top = all[0]?.offsetTop;
  const perRow = all.findLastIndex(({ offsetTop }) => offsetTop === top) + 1;
  const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: perRow, ArrowUp: -perRow }[event.key];
  if (by === undefined) return;
  const next = all[all.indexOf(document.activeElement as HTMLButtonElement) + by];
  event.preventDefault();
  next?.focus();
}
