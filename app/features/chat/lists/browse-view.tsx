import { Button } from "@mantine/core";
import { useState } from "react";
import { joinRoom } from "#app/live/chat/chat-api.ts";
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { problemText } from "#app/session/problem-text.ts";
import { useNameFilter } from "../nav/name-filter.tsx";
import { useChat } from "../store/use-chat.ts";

export function BrowseView() {
  const { rooms, roomOf, go, isAdmin } = useChat();
  const [busy, setBusy] = useState<string>();
  const listed = (rooms.listed ?? []).toSorted((a, b) => a.name.localeCompare(b.name));
  const { shown, field } = useNameFilter(listed, "Find a public room");

  async function join(id: string): Promise<void> {
    setBusy(id);
    try {
      await joinRoom(id);
      go({ room: id });
    } catch (error) {
      tellProblem(problemText(error));
    }
    setBusy(undefined);
  }

  if (!rooms.listed) return <SkeletonRows rows={5} />;
  if (listed.length === 0) {
    return (
      <EmptyRoom
        title="There is no public room"
        text={
          isAdmin
            ? "Make one, and everybody who is signed in may come in."
            : "Who looks after this site makes them."
        }
        action={
          isAdmin ? (
            <Button onClick={() => go({ view: "browse", make: "room" })}>Make a room</Button>
          ) : undefined
        }
      />
    );
  }
  return (
    <>
      {field}
      <ul className="chat-list">
        {shown.map(({ id, name, topic, members }) => (
          <li key={id}>
            <div>
              <strong dir="auto">{name}</strong>
              <span className="faint"> {members === 1 ? "1 member" : `${members} members`}</span>
              {topic === "" ? null : (
                <p className="faint" dir="auto">
                  {topic}
                </p>
              )}
            </div>
            {roomOf(id) ? (
              <Button
                variant="default"
                aria-label={`Open ${name}`}
                onClick={() => go({ room: id })}
              >
                Open
              </Button>
            ) : (
              <Button
                aria-label={`Come into ${name}`}
                loading={busy === id}
                onClick={() => void join(id)}
              >
                Come in
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
