import { Button } from "@mantine/core";
import { useId, useRef, useState } from "react";
import { inviteToFolder } from "#app/live/drive/people-api.ts";
import { tell } from "#app/parts/tool-frame/toasts.ts";
import { problemText } from "#app/session/problem-text.ts";
import type { InvitedDriveRole } from "#lib/drive/people.ts";
import { RoleSelect } from "./role-select.tsx";
import { roleHelp } from "./words.ts";

/** Who has no account is not told apart from who has one. */
export function InviteForm({ folder, onInvited }: { folder: string; onInvited: () => void }) {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<InvitedDriveRole>("viewer");
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const roleId = useId();

  async function invite(): Promise<void> {
    const address = email.trim();
    if (address === "") {
      setProblem("Type an e-mail address.");
      return;
    }
    setBusy(true);
    setProblem(undefined);
    try {
      await inviteToFolder(folder, { email: address, role });
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
      className="drive-invite-form"
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
      <div className="record-field">
        <label htmlFor={roleId}>As</label>
        <RoleSelect id={roleId} value={role} onChange={setRole} />
      </div>
      <Button type="submit" loading={isBusy}>
        Invite
      </Button>
      <p className="faint">
        {roleHelp[role]} They see the invite here once they have confirmed this address.
      </p>
      <p role="alert" className="confirm-problem">
        {problem}
      </p>
    </form>
  );
}
