/** Somebody in the folder, and for its owner what they are to be. */
import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { changeFolderRole } from "#app/live/drive/people-api.ts";
import { tell } from "#app/parts/tool-frame/toasts.ts";
import { problemText } from "#app/session/problem-text.ts";
import type { FolderPerson, InvitedDriveRole } from "#lib/drive/people.ts";
import { RoleSelect } from "./role-select.tsx";
import { nameless, roleNames } from "./words.ts";

type Props = {
  folder: string;
  person: FolderPerson;
  isMe: boolean;
  mayChange: boolean;
  onChanged: () => void;
  onRemove: () => void;
};

export function PersonLine({ folder, person, isMe, mayChange, onChanged, onRemove }: Props) {
  const shown = person.name || nameless;
  return (
    <div className="drive-person">
      <span dir="auto">
        {shown}
        {isMe ? <span className="faint"> (you)</span> : null}
      </span>
      {mayChange ? (
        <>
          <RoleForm folder={folder} person={person} shown={shown} onChanged={onChanged} />
          <Button
            variant="subtle"
            size="compact-md"
            aria-label={`Remove ${shown}…`}
            onClick={onRemove}
          >
            Remove…
          </Button>
        </>
      ) : (
        <span className="faint">{roleNames[person.role]}</span>
      )}
    </div>
  );
}

type RoleProps = Pick<Props, "folder" | "person" | "onChanged"> & { shown: string };

/** Arrow keys go from one to the next, and the other one is told of each: so it asks for a press. */
function RoleForm({ folder, person: { uid, role }, shown, onChanged }: RoleProps) {
  const [chosen, setChosen] = useState<InvitedDriveRole>();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLSelectElement>(null);
  const isOther = chosen !== undefined && chosen !== role;

  async function change(next: InvitedDriveRole): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      await changeFolderRole(folder, { uid, role: next });
      setChosen(undefined);
      tell(`${shown} is a ${next} now.`);
      onChanged();
    } catch (error) {
      setProblem(problemText(error));
    }
    setBusy(false);
    // The button has gone, or has had no focus while it waited.
    if (document.activeElement?.matches("body,:disabled")) field.current?.focus();
  }

  return (
    <form
      className="drive-person-role"
      onSubmit={(event) => {
        event.preventDefault();
        if (isOther && !isBusy) void change(chosen);
      }}
    >
      <label>
        <span className="unseen">Role of {shown}</span>
        <RoleSelect value={chosen ?? role} field={field} onChange={setChosen} />
      </label>
      {isOther ? (
        <Button type="submit" variant="default" size="compact-md" loading={isBusy}>
          Change
        </Button>
      ) : null}
      <p role="alert" className="confirm-problem">
        {problem}
      </p>
    </form>
  );
}
