/** Threads that somebody is in, those with answers that they have not read first. */
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { chatParts } from "#app/live/chat/chat-parts.ts";
import type { Room } from "#app/live/chat/rooms.ts";
import { whenOf } from "#app/parts/tool-frame/when.ts";
import type { Message } from "#lib/chat/message.ts";
import { nameless, useChat } from "../store/use-chat.ts";
import { plainOf } from "../text/plain.ts";
import { searchOf } from "../views.ts";

const mostShown = 50;

export function ThreadsView() {
  const { rooms } = useChat();
  const all = rooms.rooms
    .flatMap((room) =>
      Object.keys(room.threads ?? {}).map((root) => ({
        room,
        root,
        unread: room.unread.threads[root] ?? 0,
      })),
    )
    .toSorted((a, b) => Number(b.unread > 0) - Number(a.unread > 0) || (a.root < b.root ? 1 : -1))
    .slice(0, mostShown);
  if (all.length === 0) {
    return (
      <p className="faint">
        Threads that you begin, answer in or are named in are here. There is none yet.
      </p>
    );
  }
  return (
    <ul className="chat-list">
      {all.map(({ room, root, unread }) => (
        <li key={`${room.id} ${root}`}>
          <ThreadLine room={room} root={root} unread={unread} />
        </li>
      ))}
    </ul>
  );
}

function ThreadLine({ room, root, unread }: { room: Room; root: string; unread: number }) {
  const [message, setMessage] = useState<Message>();
  useEffect(
    () =>
      chatParts.follow(
        `chat/${room.id}/messages/${root}`,
        (value) => setMessage((value as Message | null) ?? undefined),
        () => {},
      ),
    [room.id, root],
  );
  return (
    <Link
      to={{ search: searchOf({ room: room.id, thread: root }) }}
      data-unread={unread > 0 || undefined}
      defaultShouldRevalidate={false}
    >
      <strong dir="auto">{room.title || nameless}</strong>
      <span className="faint"> {message?.thread ? whenOf(message.thread.at) : ""}</span>
      {unread > 0 ? <span className="chat-count">{unread} new</span> : null}
      <p className="faint" dir="auto">
        {message?.gone ? "A deleted message" : plainOf(message?.text ?? "") || "…"}
      </p>
    </Link>
  );
}
