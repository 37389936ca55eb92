import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { invitePerson } from "#app/live/board-api.ts";
import { tell } from "#app/parts/tool-frame/toasts.ts";
import { problemText } from "#app/session/problem-text.ts";
import type { InvitedRole } from "#lib/boards/api.ts";
import { RoleField } from "./role-field.tsx";

/** Who has no account is not told apart from who has one. */
export function AddressForm({ board, onInvited }: { board: string; onInvited: () => void }) {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<InvitedRole>("member");
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);

  async function invite(): Promise<void> {
    const address = email.trim();
    if (address === "") {
      setProblem("Type an e-mail address.");
      return;
    }
    setBusy(true);
    setProblem(undefined);
    try {
      await invitePerson(board, { email: address, role });
      setEmail("");
      tell(`${address} is invited.`);
      onInvited();
    } catch (error) {
      setProblem(problemText(error));
    }
    setBusy(false);
    // A button that waits has no focus any more.
    if (document.activeElement?.matches("body,:disabled")) field.current?.focus();
  }

  return (
    <form
      className="boards-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void invite();
      }}
    >
      <label className="record-field">
        <span>E-mail address</span>
        <input
          ref={field}
          type="email"
          autoComplete="off"
          value={email}
          maxLength={254}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
      </label>
      <RoleField value={role} onChange={setRole} />
      <Button type="submit" loading={isBusy}>
        Invite
      </Button>
      <p className="faint">They see it here once they have confirmed this address.</p>
      <p role="alert" className="confirm-problem">
        {problem}
      </p>
    </form>
  );
}
