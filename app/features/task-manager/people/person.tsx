/** A member, and for owners what they are to be. */
import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { changeRole } from "#app/live/board-api.ts";
import type { BoardMember } from "#app/live/boards.ts";
import { tell } from "#app/parts/tool-frame/toasts.ts";
import { problemText } from "#app/session/problem-text.ts";
import type { Role } from "#lib/boards/roles.ts";
import { roleNames } from "../role-names.ts";

type Props = {
  board: string;
  member: BoardMember;
  isMe: boolean;
  mayChange: boolean;
  onRemove: () => void;
};

export function Person({ board, member, isMe, mayChange, onRemove }: Props) {
  const { name, role } = member;
  const shown = name || "Somebody without a name";
  return (
    <div className="boards-person">
      <span dir="auto">
        {shown}
        {isMe ? <span className="faint"> (you)</span> : null}
      </span>
      {mayChange ? (
        <RoleForm board={board} member={member} isMe={isMe} shown={shown} />
      ) : (
        <span className="faint">{roleNames[role]}</span>
      )}
      {mayChange && !isMe ? (
        <Button
          variant="subtle"
          size="compact-md"
          aria-label={`Remove ${shown}…`}
          onClick={onRemove}
        >
          Remove…
        </Button>
      ) : null}
    </div>
  );
}

type RoleProps = Pick<Props, "board" | "member" | "isMe"> & { shown: string };

/** Arrow keys go from one to the next, and others are told of each: so it asks for a press. */
function RoleForm({ board, member: { uid, role }, isMe, shown }: RoleProps) {
  const [chosen, setChosen] = useState<Role>();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLSelectElement>(null);
  const isOther = chosen !== undefined && chosen !== role;

  async function change(next: Role): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      await changeRole(board, uid, next);
      setChosen(undefined);
      tell(`${isMe ? "You are" : `${shown} is`} ${next === "owner" ? "an" : "a"} ${next} now.`);
    } catch (error) {
      setProblem(problemText(error));
    }
    setBusy(false);
    // The button has gone, or has had no focus while it waited.
    if (document.activeElement?.matches("body,:disabled")) field.current?.focus();
  }

  return (
    <form
      className="boards-role"
      onSubmit={(event) => {
        event.preventDefault();
        if (isOther && !isBusy) void change(chosen);
      }}
    >
      <label>
        <span className="unseen">Role of {shown}</span>
        <select
          ref={field}
          value={chosen ?? role}
          onChange={({ currentTarget }) => setChosen(currentTarget.value as Role)}
        >
          {(Object.keys(roleNames) as Role[]).map((one) => (
            <option key={one} value={one}>
              {roleNames[one]}
            </option>
          ))}
        </select>
      </label>
      {isOther ? (
        <Button type="submit" variant="default" size="compact-md" loading={isBusy}>
          Change
        </Button>
      ) : null}
      {isOther && isMe ? <p className="faint">Only another owner can make you one again.</p> : null}
      <p role="alert" className="confirm-problem">
        {problem}
      </p>
    </form>
  );
}
