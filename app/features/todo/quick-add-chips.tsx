/** What is understood of a new task. Nothing is before its reader is there, so it comes late, too. */
import { remindWords } from "#lib/dates/date-words.ts";
import type { QuickAddChip } from "#lib/todo/quick-add-parts.ts";

const kinds: Record<QuickAddChip["kind"], string> = {
  list: "List",
  label: "Label",
  prio: "Priority",
  due: "Due",
  start: "Start",
  plan: "Planned",
  minutes: "Takes",
  repeat: "Repeats",
  remind: "Reminder",
  notes: "Notes",
};

type Props = {
  chips: readonly QuickAddChip[];
  /** Minutes before, as the settings want it of each task; null: not of this one. */
  remind: number | null;
  onLeave: (chip: QuickAddChip) => void;
  onLeaveReminder: () => void;
};

export function QuickAddChips({ chips, remind, onLeave, onLeaveReminder }: Props) {
  return (
    <ul className="quick-add-chips" aria-label="Understood">
      {chips.map((chip) => (
        <li key={`${chip.kind} ${chip.start}`}>
          <Chip kind={chip.kind} words={chip.words} onLeave={() => onLeave(chip)} />
        </li>
      ))}
      {remind === null ? null : (
        <li>
          <Chip kind="remind" words={remindWords(remind).toLowerCase()} onLeave={onLeaveReminder} />
        </li>
      )}
    </ul>
  );
}

type ChipProps = { kind: QuickAddChip["kind"]; words: string; onLeave: () => void };

function Chip({ kind, words, onLeave }: ChipProps) {
  return (
    <button
      type="button"
      title="Leave it out"
      onClick={onLeave}
      onKeyDown={(event) => {
        if (event.key !== "Delete" && event.key !== "Backspace") return;
        event.preventDefault();
        onLeave();
      }}
    >
      {words.startsWith(kinds[kind]) ? null : `${kinds[kind]}: `}
      <b dir="auto">{words}</b>
      <span aria-hidden="true"> ×</span>
      <span className="unseen"> (leave it out)</span>
    </button>
  );
}
