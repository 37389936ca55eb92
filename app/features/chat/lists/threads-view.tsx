/** Threads that somebody is in, those with answers that they have not read first. */
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { chatParts } from "#app/live/chat/chat-parts.ts";
import { threadsRead } from "#app/live/chat/read-threads.ts";
import type { Room } from "#app/live/chat/rooms.ts";
import { tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { whenOf } from "#app/parts/tool-frame/when.ts";
import { problemText } from "#app/session/problem-text.ts";
import type { Message } from "#lib/chat/message.ts";
import { nameless, useChat } from "../store/use-chat.ts";
import { plainOf } from "../text/plain.ts";
import { searchOf } from "../views.ts";

const mostShown = 50;

type Thread = { room: Room; root: string; unread: number };

export function ThreadsView() {
  const { uid, rooms } = useChat();
  const all = rooms.rooms
    .flatMap((room) =>
      Object.keys(room.threads ?? {}).map((root): Thread => ({
        room,
        root,
        unread: room.unread.threads[root] ?? 0,
      })),
    )
    .toSorted((a, b) => Number(b.unread > 0) - Number(a.unread > 0) || (a.root < b.root ? 1 : -1));
  const unread = all.filter((one) => one.unread > 0);
  if (all.length === 0) {
    return (
      <p className="faint">
        Threads that you begin, answer in or are named in are here. There is none yet.
      </p>
    );
  }
  return (
    <>
      {unread.length > 0 ? (
        <p>
          <button type="button" className="act" onClick={() => markRead(uid, unread)}>
            Mark all as read
          </button>
        </p>
      ) : null}
      <ul className="chat-list">
        {all.slice(0, mostShown).map((one) => (
          <li key={`${one.room.id} ${one.root}`}>
            <ThreadLine room={one.room} root={one.root} unread={one.unread} />
            {one.unread > 0 ? (
              <button type="button" className="act" onClick={() => markRead(uid, [one])}>
                Mark as read
              </button>
            ) : null}
          </li>
        ))}
      </ul>
    </>
  );
}

function markRead(uid: string, threads: readonly Thread[]): void {
  for (const values of threadsRead(uid, threads)) {
    chatParts.write(values).catch((error: unknown) => tellProblem(problemText(error)));
  }
}

function ThreadLine({ room, root, unread }: Thread) {
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
      <span className="faint"> {message?.thread ? whenOf(message.thread.at) : ""}</span>{" "}
      {unread > 0 ? <span className="chat-count">{unread} new</span> : null}
      <p className="faint" dir="auto">
        {message?.gone ? "A deleted message" : plainOf(message?.text ?? "") || "…"}
      </p>
    </Link>
  );
}
