/** Makes a room: a private one for some people, or, by admins, a public one. */
import { Button } from "@mantine/core";
import { type SubmitEvent, useId, useState } from "react";
import { makeRoom } from "#app/live/chat/chat-api.ts";
import { problemText } from "#app/session/problem-text.ts";
import { Modal } from "#app/ui/modal.tsx";
import { mostName, mostTopic } from "#lib/chat/limits.ts";
import { useChat } from "../store/use-chat.ts";

export function RoomDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const { go, isAdmin } = useChat();
  const [name, setName] = useState("");
  const [topic, setTopic] = useState("");
  const [kind, setKind] = useState<"private" | "public">("private");
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function make(): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      const room = await makeRoom({ kind, name: name.trim(), topic: topic.trim() });
      go({ room }, { replace: true });
    } catch (error) {
      setProblem(problemText(error));
      setBusy(false);
    }
  }

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (name.trim() !== "" && !isBusy) void make();
  };
  return (
    <Modal label={id} onClose={onClose}>
      <h2 id={id}>New room</h2>
      <form className="chat-facts" onSubmit={submit}>
        <div className="chat-field-line">
          <label htmlFor={`${id}-name`}>Name</label>
          <input
            id={`${id}-name`}
            className="chat-input"
            value={name}
            required
            maxLength={mostName}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
        </div>
        <div className="chat-field-line">
          <label htmlFor={`${id}-topic`}>What it is for (optional)</label>
          <input
            id={`${id}-topic`}
            className="chat-input"
            value={topic}
            maxLength={mostTopic}
            onChange={({ currentTarget }) => setTopic(currentTarget.value)}
          />
        </div>
        {isAdmin ? (
          <div className="chat-field-line">
            <label htmlFor={`${id}-kind`}>Who comes in</label>
            <select
              id={`${id}-kind`}
              value={kind}
              onChange={({ currentTarget }) =>
                setKind(currentTarget.value === "public" ? "public" : "private")
              }
            >
              <option value="private">Those whom you add</option>
              <option value="public">Everybody who is signed in</option>
            </select>
          </div>
        ) : (
          <p className="faint">Only those whom you add come in.</p>
        )}
        <p role="alert" className="confirm-problem">
          {problem}
        </p>
        <div className="confirm-buttons">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy}>
            Make the room
          </Button>
        </div>
      </form>
    </Modal>
  );
}
