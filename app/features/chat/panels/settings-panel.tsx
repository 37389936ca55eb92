/** What a room is, what one is told of it, and the way out of it. */
import { Button } from "@mantine/core";
import { type SubmitEvent, useState } from "react";
import { actInRoom, block } from "#app/live/chat/chat-api.ts";
import { writeValues } from "#app/live/chat/chat-parts.ts";
import { readTo } from "#app/live/chat/unread.ts";
import type { Room } from "#app/live/chat/rooms.ts";
import { ConfirmDialog } from "#app/parts/tool-frame/confirm-dialog.tsx";
import { tell, tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { problemText } from "#app/session/problem-text.ts";
import { mostName, mostTopic, slowSteps } from "#lib/chat/limits.ts";
import type { RoomFacts } from "#lib/chat/room.ts";
import { titleOf, useChat } from "../store/use-chat.ts";
import type { Opened } from "../store/use-room.ts";
import { slowWords } from "./words.ts";

type Props = { opened: Opened; own: Room | undefined };

export function SettingsPanel({ opened, own }: Props) {
  const { uid, go, isAdmin, isEditor, rooms } = useChat();
  const { room, state } = opened;
  const { facts } = state;
  const [isLeaving, setLeaving] = useState(false);
  if (!facts || !own) return null;
  const { kind } = facts;
  const isChat = kind === "ai";
  const isOwner = isChat || (kind === "private" && own.role === "owner");
  const mayChange = isOwner || (kind === "public" && isAdmin);
  const maySlow = (!isChat && mayChange) || (kind === "public" && isEditor);
  const isBlocked = own.other !== undefined && rooms.blocked.has(own.other);

  async function tellMe(quiet: string): Promise<void> {
    try {
      await writeValues({
        [`chatReads/${uid}/${room.id}/n`]: own ? readTo(own, own.read) : 0,
        [`chatReads/${uid}/${room.id}/quiet`]: quiet === "" ? null : quiet,
      });
    } catch (error) {
      tellProblem(problemText(error));
    }
  }

  return (
    <div className="chat-settings">
      {isChat ? null : (
        <div className="record-field chat-field-line">
          <label htmlFor="chat-quiet">Tell me of</label>
          <select
            id="chat-quiet"
            value={own.read?.quiet ?? ""}
            onChange={({ currentTarget }) => void tellMe(currentTarget.value)}
          >
            <option value="">All that is said here</option>
            <option value="mentions">What names me</option>
            <option value="none">Nothing</option>
          </select>
        </div>
      )}
      {mayChange ? <FactsForm key={room.id} id={room.id} facts={facts} /> : null}
      {maySlow ? <SlowField id={room.id} slow={facts.slow} /> : null}
      {mayChange && !isChat ? (
        <Button
          variant="default"
          onClick={() =>
            void run(
              actInRoom(room.id, { act: "change", archived: facts.archived === 0 }),
              facts.archived === 0 ? "The room is archived." : "The room is open again.",
            )
          }
        >
          {facts.archived === 0 ? "Archive the room" : "Open it again"}
        </Button>
      ) : null}
      {kind === "direct" && own.other !== undefined ? (
        <Button
          variant="default"
          onClick={() =>
            void run(
              block({ uid: own.other!, on: !isBlocked }),
              isBlocked ? "They may write to you again." : "They are blocked.",
            )
          }
        >
          {isBlocked ? "Unblock them" : "Block them"}
        </Button>
      ) : null}
      <Button variant="default" onClick={() => setLeaving(true)}>
        {kind === "direct" ? "Put it away…" : isChat ? "Delete this chat…" : "Leave the room…"}
      </Button>
      {isLeaving ? (
        <ConfirmDialog
          title={
            kind === "direct"
              ? "Put this conversation away?"
              : isChat
                ? `Delete “${titleOf(own)}”?`
                : `Leave “${own.title}”?`
          }
          text={
            isChat
              ? "All that was said in it goes for good, with its files."
              : kind === "direct"
                ? "It goes from your list. The next message brings it back, with all that was said."
                : kind === "private"
                  ? "You read nothing of it any more, until somebody adds you again. What you wrote stays."
                  : "You can come back at any time. What you wrote stays."
          }
          confirm={kind === "direct" ? "Put it away" : isChat ? "Delete" : "Leave"}
          onConfirm={async () => {
            await actInRoom(room.id, { act: "leave" });
            go({}, { replace: true });
          }}
          onClose={() => setLeaving(false)}
        />
      ) : null}
    </div>
  );
}

async function run(acting: Promise<void>, said: string): Promise<void> {
  try {
    await acting;
    tell(said);
  } catch (error) {
    tellProblem(problemText(error));
  }
}

function FactsForm({ id, facts }: { id: string; facts: RoomFacts }) {
  const [name, setName] = useState(facts.name);
  const [topic, setTopic] = useState(facts.topic);
  const isOther = name.trim() !== facts.name || topic.trim() !== facts.topic;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const change = { name: name.trim(), topic: topic.trim() };
    if (isOther && change.name !== "")
      void run(
        actInRoom(id, { act: "change", ...change }),
        facts.kind === "ai" ? "The chat has another name." : "The room is changed.",
      );
  };
  return (
    <form className="chat-facts" onSubmit={submit}>
      <div className="chat-field-line">
        <label htmlFor="chat-name">Name</label>
        <input
          id="chat-name"
          className="chat-input"
          value={name}
          required
          maxLength={mostName}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
      </div>
      {facts.kind === "ai" ? null : (
        <div className="chat-field-line">
          <label htmlFor="chat-topic">What it is for</label>
          <input
            id="chat-topic"
            className="chat-input"
            value={topic}
            maxLength={mostTopic}
            onChange={({ currentTarget }) => setTopic(currentTarget.value)}
          />
        </div>
      )}
      <Button type="submit" variant="default" disabled={!isOther}>
        Save
      </Button>
    </form>
  );
}

function SlowField({ id, slow }: { id: string; slow: number }) {
  return (
    <div className="chat-field-line">
      <label htmlFor="chat-slow">Slow mode: between two messages of somebody</label>
      <select
        id="chat-slow"
        value={slow}
        onChange={({ currentTarget }) =>
          void run(
            actInRoom(id, { act: "change", slow: Number(currentTarget.value) }),
            "Slow mode is changed.",
          )
        }
      >
        {slowSteps.map((step) => (
          <option key={step} value={step}>
            {slowWords(step)}
          </option>
        ))}
      </select>
    </div>
  );
}
