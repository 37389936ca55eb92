/** Tells the moderators of a message. */
import { Button } from "@mantine/core";
import { type SubmitEvent, useId, useState } from "react";
import { actInRoom } from "#app/live/chat/chat-api.ts";
import type { ShownMessage } from "#app/live/chat/shown.ts";
import { tell } from "#app/parts/tool-frame/toasts.ts";
import { problemText } from "#app/session/problem-text.ts";
import { Modal } from "#app/ui/modal.tsx";

type Props = {
  room: string;
  root: string | undefined;
  shown: ShownMessage;
  onClose: () => void;
};

export function ReportDialog({ room, root, shown: { key }, onClose }: Props) {
  const id = useId();
  const [reason, setReason] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  async function send(): Promise<void> {
    if (key === undefined) return;
    setBusy(true);
    try {
      const place = { key, ...(root !== undefined && { root }) };
      await actInRoom(room, { act: "report", reason: reason.trim(), ...place });
      tell("The report is sent.");
      onClose();
    } catch (error) {
      setProblem(problemText(error));
      setBusy(false);
    }
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isBusy) void send();
  };
  return (
    <Modal label={id} onClose={onClose}>
      <h2 id={id}>Report this message?</h2>
      <p className="confirm-text">
        Who moderates this site sees the message as it is now, and your reason. Who wrote it is not
        told who reported it.
      </p>
      <form onSubmit={submit}>
        <div className="chat-field-line">
          <label htmlFor={`${id}-reason`}>What is wrong with it</label>
          <textarea
            id={`${id}-reason`}
            className="chat-input"
            rows={3}
            required
            maxLength={500}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        </div>
        <p role="alert" className="confirm-problem">
          {problem}
        </p>
        <div className="confirm-buttons">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy}>
            Report
          </Button>
        </div>
      </form>
    </Modal>
  );
}
