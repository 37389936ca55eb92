import { Button, Textarea } from "@mantine/core";
import { useId, useState } from "react";
import type { SubmitEvent } from "react";
import { Modal } from "#app/ui/modal.tsx";
import { maxReasonLength } from "#lib/user-admin.ts";

/** Asks for the reason, which the audit log and other admins see. */
export function DisableDialog({
  count,
  onDisable,
  onClose,
}: {
  count: number;
  onDisable: (reason: string) => void;
  onClose: () => void;
}) {
  const id = useId();
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  function send(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const text = reason.trim();
    setMissing(text === "");
    if (text === "") return;
    onDisable(text);
    onClose();
  }
  return (
    <Modal label={id} onClose={onClose}>
      <h2 id={id}>{count === 1 ? "Disable the account" : `Disable ${count} accounts`}</h2>
      <p className="confirm-text">
        They are signed out everywhere within seconds and cannot sign in. All that they have stays,
        and you can enable them again.
      </p>
      <form onSubmit={send} noValidate className="dialog-form">
        <Textarea
          label="Reason"
          description="Other admins see it, and the person in Settings once the account is enabled again."
          autosize={false}
          rows={3}
          maxLength={maxReasonLength}
          value={reason}
          error={isMissing ? "Say why: the next admin will ask." : undefined}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <div className="confirm-buttons">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color="red">
            Disable
          </Button>
        </div>
      </form>
    </Modal>
  );
}
