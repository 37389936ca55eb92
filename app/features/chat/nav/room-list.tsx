/** Rooms and people at the side, with what is unread, and the ways to others. */
import { useState } from "react";
import { Link } from "react-router";
import type { Room } from "#app/live/chat/rooms.ts";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { AiIcon, PrivateIcon, PublicIcon } from "../icons.tsx";
import { Avatar } from "../room/avatar.tsx";
import { Presence } from "../room/presence.tsx";
import { titleOf, useChat } from "../store/use-chat.ts";
import { plainOf } from "../text/plain.ts";
import { type ChatView, searchOf, viewTitles } from "../views.ts";
import { useNameFilter } from "./name-filter.tsx";
import { RefusedList } from "./refused-list.tsx";

type Listed = [view: ChatView, count: number];

/** @param room the one that is open */
export function RoomList({ view, room }: { view?: ChatView; room?: string }) {
  const { rooms, isEditor } = useChat();
  const { status } = rooms;
  const named = rooms.rooms.map((one) => ({ ...one, name: titleOf(one) }));
  const { shown: all, field } = useNameFilter(named, "Find a room or somebody");
  const requests = rooms.rooms.filter(({ request }) => request);
  const others = all.filter(({ request, kind }) => !request && kind !== "direct" && kind !== "ai");
  const chats = all.filter(({ kind }) => kind === "ai");
  const people = all.filter(({ request, kind }) => !request && kind === "direct");
  const threads = rooms.rooms.reduce(
    (count, { unread, read }) =>
      count + (read?.quiet === "none" ? 0 : Object.keys(unread.threads).length),
    0,
  );
  const views: readonly Listed[] = [
    ["browse", 0],
    ["threads", threads],
    ...(requests.length > 0 ? [["requests", requests.length] satisfies Listed] : []),
    ...(isEditor ? [["reports", 0] satisfies Listed] : []),
  ];
  return (
    <nav className="chat-nav" aria-label="Rooms and people">
      <ul>
        {views.map(([of, count]) => (
          <li key={of}>
            <Link
              to={{ search: searchOf({ view: of }) }}
              aria-current={view === of ? "page" : undefined}
              defaultShouldRevalidate={false}
            >
              <span className="chat-nav-title">{viewTitles[of]}</span>
              <Count count={count} isNamed={false} />
            </Link>
          </li>
        ))}
      </ul>
      <RefusedList />
      {field}
      {status === "loading" ? <SkeletonRows rows={4} /> : null}
      {others.length > 0 ? (
        <>
          <h2>Rooms</h2>
          <ul>
            {others.map((one) => (
              <RoomLine key={one.id} of={one} isOpen={one.id === room} />
            ))}
          </ul>
        </>
      ) : null}
      {people.length > 0 ? (
        <>
          <h2>People</h2>
          <ul>
            {people.map((one) => (
              <RoomLine key={one.id} of={one} isOpen={one.id === room} />
            ))}
          </ul>
        </>
      ) : null}
      <p>
        <Link
          className="chat-nav-make"
          to={{ search: searchOf({ ...(room ? { room } : {}), make: "room" }) }}
          defaultShouldRevalidate={false}
        >
          New room
        </Link>
      </p>
      <AiChats chats={chats} room={room} />
    </nav>
  );
}

const fewChats = 8;

/** The newest ones, and the one that is open. */
function AiChats({ chats, room }: { chats: readonly Room[]; room: string | undefined }) {
  const [isAll, setAll] = useState(false);
  const shown = isAll ? chats : chats.filter(({ id }, at) => at < fewChats || id === room);
  return (
    <>
      <h2>AI chats</h2>
      <ul>
        {shown.map((one) => (
          <RoomLine key={one.id} of={one} isOpen={one.id === room} />
        ))}
      </ul>
      {shown.length < chats.length ? (
        <button type="button" className="chat-nav-more act" onClick={() => setAll(true)}>
          All {chats.length} AI chats
        </button>
      ) : null}
      <p>
        <Link
          className="chat-nav-make"
          to={{ search: searchOf({ ...(room ? { room } : {}), make: "ai" }) }}
          defaultShouldRevalidate={false}
        >
          New AI chat
        </Link>
      </p>
    </>
  );
}

function RoomLine({ of, isOpen }: { of: Room; isOpen: boolean }) {
  const { id, kind, head, unread, read, other, isArchived } = of;
  const name = titleOf(of);
  const isQuiet = read?.quiet !== undefined;
  return (
    <li>
      <Link
        to={{ search: searchOf({ room: id }) }}
        aria-current={isOpen ? "page" : undefined}
        data-unread={(unread.count > 0 && !isQuiet) || unread.isNamed || undefined}
        data-quiet={isQuiet || isArchived || undefined}
        defaultShouldRevalidate={false}
      >
        {kind === "direct" ? (
          <span className="chat-nav-face">
            <Avatar name={name} />
            {other === undefined ? null : <Presence uid={other} />}
          </span>
        ) : (
          <span className="chat-nav-face">
            {kind === "public" ? <PublicIcon /> : kind === "ai" ? <AiIcon /> : <PrivateIcon />}
          </span>
        )}
        <span className="chat-nav-words">
          <span className="chat-nav-title" dir="auto">
            {name}
          </span>
          <span className="chat-nav-last faint" dir="auto">
            {head ? plainOf(head.text) : ""}
          </span>
        </span>
        <Count count={unread.count} isNamed={unread.isNamed} />
      </Link>
    </li>
  );
}

function Count({ count, isNamed }: { count: number; isNamed: boolean }) {
  if (count === 0 && !isNamed) return null;
  const shown = isNamed ? `@${count > 0 ? ` ${Math.min(count, 999)}` : ""}` : Math.min(count, 999);
  return (
    <span className="chat-count" data-named={isNamed || undefined}>
      <span aria-hidden="true">{shown}</span>
      <span className="unseen">{` ${count} unread${isNamed ? ", you are mentioned" : ""}`}</span>
    </span>
  );
}
