import { Button, TextInput } from "@mantine/core";
import { useId, useState } from "react";
import type { SubmitEvent } from "react";
import { Modal } from "#app/ui/modal.tsx";
import type { UserDetails } from "#lib/user-admin.ts";
import { problemText } from "#app/session/problem-text.ts";
import { callAdmin } from "../call-admin.ts";

const megabyte = 1024 * 1024;
const maxMegabytes = 2 ** 30;

/** How much an account may keep in files. */
export function QuotaButton({ user, onChanged }: { user: UserDetails; onChanged: () => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Change the limit…
      </Button>
      {isOpen ? (
        <QuotaDialog user={user} onChanged={onChanged} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}

function QuotaDialog({
  user: { row, storage },
  onChanged,
  onClose,
}: {
  user: UserDetails;
  onChanged: () => void;
  onClose: () => void;
}) {
  const id = useId();
  const own = storage.isOwnLimit && storage.limitBytes !== null;
  const [text, setText] = useState(
    own ? String(Math.round((storage.limitBytes ?? 0) / megabyte)) : "",
  );
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  async function send(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const asked = text.trim();
    const number = Number(asked);
    if (asked !== "" && (!/^\d{1,10}$/.test(asked) || number > maxMegabytes)) {
      setFault("Enter a whole number of megabytes, or nothing for the usual limit.");
      return;
    }
    setBusy(true);
    try {
      const bytes = asked === "" ? null : number * megabyte;
      await callAdmin("POST", "/api/users/quota", { uid: row.uid, bytes });
      onChanged();
      onClose();
    } catch (error) {
      setFault(problemText(error));
      setBusy(false);
    }
  }
  return (
    <Modal label={id} onClose={onClose}>
      <h2 id={id}>Limit for files</h2>
      <form onSubmit={(event) => void send(event)} noValidate className="dialog-form">
        <TextInput
          label="Megabytes"
          description="Leave it empty for the limit that everybody has. What is there already stays."
          inputMode="numeric"
          autoComplete="off"
          value={text}
          error={fault}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <div className="confirm-buttons">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy}>
            Set the limit
          </Button>
        </div>
      </form>
    </Modal>
  );
}
