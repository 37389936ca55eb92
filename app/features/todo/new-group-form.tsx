import { CloseButton } from "@mantine/core";
import { pasteThatFits } from "#app/parts/records/paste-that-fits.ts";
import type { GroupKind } from "./acts/group-acts.ts";
import { longestName } from "./acts/room.ts";
import { useTodoApp } from "./use-todos.ts";

type Props = {
  kind: GroupKind;
  name: string;
  onName: (name: string) => void;
  onClose: () => void;
};

/** One after the other is added, until it is closed. */
export function NewGroupForm({ kind, name, onName, onClose }: Props) {
  const { acts } = useTodoApp();
  const word = kind === "lists" ? "list" : "label";
  return (
    <form
      className="todo-group-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() === "") onClose();
        else if (acts.groups.add(kind, name) !== undefined) onName("");
      }}
    >
      <input
        aria-label={`Name of the new ${word}`}
        dir="auto"
        // It takes the place of what was just pressed.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        value={name}
        maxLength={longestName}
        onPaste={pasteThatFits}
        onChange={({ currentTarget }) => onName(currentTarget.value)}
        onKeyDown={(event) => event.key === "Escape" && onClose()}
      />
      <CloseButton aria-label={`No new ${word}`} onClick={onClose} />
    </form>
  );
}
