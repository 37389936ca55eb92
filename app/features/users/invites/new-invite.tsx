import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useId, useState } from "react";
import type { SubmitEvent } from "react";
import { Modal } from "#app/ui/modal.tsx";
import { problemText } from "#app/session/problem-text.ts";
import { LinkDialog } from "../accounts/link-dialog.tsx";
import { callAdmin } from "../call-admin.ts";

const dayMs = 24 * 60 * 60 * 1000;
const days = [
  { value: "1", label: "1 day" },
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "365", label: "A year" },
];

export function NewInvite({ onClose, onMade }: { onClose: () => void; onMade: () => void }) {
  const id = useId();
  const [label, setLabel] = useState("");
  const [role, setRole] = useState("user");
  const [lasts, setLasts] = useState("7");
  const [uses, setUses] = useState("1");
  const [faults, setFaults] = useState<{ uses?: string; all?: string | undefined }>({});
  const [isBusy, setBusy] = useState(false);
  const [link, setLink] = useState<string>();

  async function send(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const maxUses = /^\d{1,4}$/.test(uses.trim()) ? Number(uses) : 0;
    if (maxUses < 1 || maxUses > 1000) {
      setFaults({ uses: "Enter a number from 1 to 1000." });
      return;
    }
    setBusy(true);
    setFaults({});
    try {
      // A minute less than a year: the server's clock may be behind.
      const expiresAt = new Date(Date.now() + Number(lasts) * dayMs - 60_000).toISOString();
      const asked = { label: label.trim(), role, expiresAt, maxUses };
      const made = await callAdmin<{ link: string }>("POST", "/api/invites/create", asked);
      setLink(made.link);
      onMade();
    } catch (error) {
      setFaults({ all: problemText(error) });
      setBusy(false);
    }
  }

  if (link !== undefined) {
    return (
      <LinkDialog
        title="The invite is made"
        text="Hand this link on. It is shown this once: only a fingerprint of it is kept."
        link={link}
        onClose={onClose}
      />
    );
  }
  return (
    <Modal label={id} onClose={onClose}>
      <h2 id={id}>New invite</h2>
      <form onSubmit={(event) => void send(event)} noValidate className="dialog-form">
        <TextInput
          label="For whom"
          description="Only admins see it."
          autoComplete="off"
          maxLength={80}
          value={label}
          onChange={({ currentTarget }) => setLabel(currentTarget.value)}
        />
        <NativeSelect
          label="They become"
          value={role}
          onChange={({ currentTarget }) => setRole(currentTarget.value)}
          data={[
            { value: "user", label: "Users" },
            { value: "editor", label: "Editors" },
          ]}
        />
        <div className="side-by-side">
          <NativeSelect
            label="It works for"
            value={lasts}
            onChange={({ currentTarget }) => setLasts(currentTarget.value)}
            data={days}
          />
          <TextInput
            label="How many people"
            inputMode="numeric"
            autoComplete="off"
            value={uses}
            error={faults.uses}
            onChange={({ currentTarget }) => setUses(currentTarget.value)}
          />
        </div>
        <p role="alert" className="confirm-problem">
          {faults.all}
        </p>
        <div className="confirm-buttons">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy}>
            Make the invite
          </Button>
        </div>
      </form>
    </Modal>
  );
}
