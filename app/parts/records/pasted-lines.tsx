/** Several lines were pasted into a field for one: an item of each, or one of all. */
import { Button } from "@mantine/core";

type Props = {
  lines: readonly string[];
  /** On the buttons: "Add 5 cards", "One card". */
  each: string;
  one: string;
  onEach: () => void;
  onOne: () => void;
  onClose: () => void;
};

const shown = 5;

export function PastedLines({ lines, each, one, onEach, onOne, onClose }: Props) {
  const more = lines.length - shown;
  return (
    // Its buttons have the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className="pasted-lines"
      aria-label="Pasted lines"
      role="alert"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      <p>{lines.length} lines were pasted.</p>
      <ul>
        {lines.slice(0, shown).map((line, at) => (
          // The same line may come twice, and none moves.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at} dir="auto">
            {line}
          </li>
        ))}
        {more > 0 ? <li className="faint">and {more} more</li> : null}
      </ul>
      <div className="record-acts">
        <Button
          onClick={onEach}
          // What was just pasted waits for it.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
        >
          {each}
        </Button>
        <Button variant="default" onClick={onOne}>
          {one}
        </Button>
        <Button variant="subtle" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </section>
  );
}
