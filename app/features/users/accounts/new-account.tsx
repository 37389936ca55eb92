import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useId, useState } from "react";
import type { SubmitEvent } from "react";
import { Modal } from "#app/ui/modal.tsx";
import { userRoles } from "#lib/user-admin.ts";
import { usernameMaxLength } from "#lib/user-record.ts";
import { problemText } from "#app/session/problem-text.ts";
import { callAdmin } from "../call-admin.ts";
import { roleNames } from "./act-words.ts";
import { LinkDialog } from "./link-dialog.tsx";

/** An account for somebody else: they set the password by a link that is shown here once. */
export function NewAccount({ onClose, onMade }: { onClose: () => void; onMade: () => void }) {
  const id = useId();
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [role, setRole] = useState("user");
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [made, setMade] = useState<{ link: string | null }>();

  async function send(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (!/^\S+@\S+$/.test(email.trim())) {
      setFault("Enter the person's e-mail address.");
      return;
    }
    setBusy(true);
    setFault(undefined);
    try {
      const asked = { email: email.trim(), name: name.trim(), role };
      setMade(await callAdmin<{ link: string | null }>("POST", "/api/users/create", asked));
      onMade();
    } catch (error) {
      setFault(problemText(error));
      setBusy(false);
    }
  }

  if (made?.link !== undefined && made.link !== null) {
    return (
      <LinkDialog
        title="The account is made"
        text={
          <>
            Hand this link to <bdi>{email.trim()}</bdi>: it sets the password, once, within an hour.
            It is shown this once.
          </>
        }
        link={made.link}
        onClose={onClose}
      />
    );
  }
  return (
    <Modal label={id} onClose={onClose}>
      <h2 id={id}>New account</h2>
      {made === undefined ? null : (
        <p role="alert" className="confirm-problem">
          The account is made, but not all that was to follow: open it in the list and set its role
          and link there.
        </p>
      )}
      <form onSubmit={(event) => void send(event)} noValidate className="dialog-form">
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="off"
          value={email}
          error={fault}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <TextInput
          label="Name"
          description="Without one the first sign-in asks for it."
          autoComplete="off"
          maxLength={usernameMaxLength}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <NativeSelect
          label="Role"
          value={role}
          onChange={({ currentTarget }) => setRole(currentTarget.value)}
          data={userRoles.map((one) => ({ value: one, label: roleNames[one] })).toReversed()}
        />
        <div className="confirm-buttons">
          <Button variant="default" onClick={onClose}>
            {made === undefined ? "Cancel" : "Close"}
          </Button>
          <Button type="submit" loading={isBusy} disabled={made !== undefined}>
            Make the account
          </Button>
        </div>
      </form>
    </Modal>
  );
}
