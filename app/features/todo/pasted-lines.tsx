/** Several lines were pasted into the quick add: a task of each, or one of all. */
import { Button } from "@mantine/core";

type Props = {
  lines: readonly string[];
  onEach: () => void;
  onOne: () => void;
  onClose: () => void;
};

const shown = 5;

export function PastedLines({ lines, onEach, onOne, onClose }: Props) {
  const more = lines.length - shown;
  return (
    <section className="todo-pasted" aria-label="Pasted lines" role="alert">
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
          Add {lines.length} tasks
        </Button>
        <Button variant="default" onClick={onOne}>
          One task
        </Button>
        <Button variant="subtle" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </section>
  );
}
