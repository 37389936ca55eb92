import { Button } from "@mantine/core";
import { useState } from "react";
import { makeLink } from "#app/live/board-api.ts";
import { problemText } from "#app/session/problem-text.ts";
import type { InvitedRole } from "#lib/boards/api.ts";
import { CopyField } from "../copy-field.tsx";
import { RoleField } from "./role-field.tsx";

const days = [1, 7, 30];
const uses = [1, 5, 20, 100];

/** A link is shown once: afterwards nobody can read it. */
export function LinkForm({ board, onMade }: { board: string; onMade: () => void }) {
  const [link, setLink] = useState({ role: "member" as InvitedRole, days: 7, uses: 1 });
  const [address, setAddress] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function make(): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      const { secret } = await makeLink(board, { link });
      setAddress(`${location.origin}/TaskManager#join=${secret}`);
      onMade();
    } catch (error) {
      setProblem(problemText(error));
    }
    setBusy(false);
  }

  return (
    <>
      {address === undefined ? null : (
        <CopyField
          key={address}
          takesFocus
          label="Link, shown only now"
          value={address}
          help="Whoever has it can join until it is used up or has ended. Send it only to those you mean."
        />
      )}
      <form
        className="boards-form"
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <RoleField value={link.role} onChange={(role) => setLink({ ...link, role })} />
        <NumberChoice
          label="Ends after"
          value={link.days}
          values={days}
          word="day"
          onChange={(value) => setLink({ ...link, days: value })}
        />
        <NumberChoice
          label="For"
          value={link.uses}
          values={uses}
          word="person"
          many="people"
          onChange={(value) => setLink({ ...link, uses: value })}
        />
        <Button
          type="submit"
          variant={address === undefined ? "filled" : "default"}
          loading={isBusy}
        >
          {address === undefined ? "Make a link" : "Make another link"}
        </Button>
        <p role="alert" className="confirm-problem">
          {problem}
        </p>
      </form>
    </>
  );
}

type ChoiceProps = {
  label: string;
  value: number;
  values: readonly number[];
  word: string;
  many?: string;
  onChange: (value: number) => void;
};

function NumberChoice({ label, value, values, word, many, onChange }: ChoiceProps) {
  return (
    <label className="record-field">
      <span>{label}</span>
      <select value={value} onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}>
        {values.map((one) => (
          <option key={one} value={one}>
            {one} {one === 1 ? word : (many ?? `${word}s`)}
          </option>
        ))}
      </select>
    </label>
  );
}
