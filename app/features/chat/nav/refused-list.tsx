/** What the server did not take in rooms that are not open, with why, and the ways out of it. */
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import type { RefusedSend } from "#app/live/chat/outgoing.ts";
import type { Room } from "#app/live/chat/rooms.ts";
import { tellRefusal } from "#app/parts/tool-frame/toasts.ts";
import { nameless, useChat } from "../store/use-chat.ts";
import { plainOf } from "../text/plain.ts";
import { useAddress } from "../use-address.ts";
import { roomOf as roomIn, searchOf } from "../views.ts";

/** A message stands in its room, or thread, itself; words that one was to be changed to stand nowhere else. */
function useElsewhere(): readonly RefusedSend[] {
  const { outgoing } = useChat();
  const { query } = useAddress();
  const room = roomIn(query);
  return outgoing.refused.filter(
    (one) =>
      one.isEdit || one.room !== room || (one.root !== undefined && one.root !== query.thread),
  );
}

export function RefusedList() {
  const { outgoing, roomOf } = useChat();
  const refused = useElsewhere();
  if (refused.length === 0) return null;
  return (
    <section className="chat-nav-refused" aria-label="Not sent">
      <h2>Not sent</h2>
      <ul>
        {refused.map(({ entry, room, root, text, files, said, isEdit }) => (
          <li key={entry}>
            <Link
              to={{ search: searchOf({ room, ...(root !== undefined && { thread: root }) }) }}
              defaultShouldRevalidate={false}
            >
              <span className="chat-nav-words">
                <span className="chat-nav-title" dir="auto">
                  {titleOf(roomOf(room))}
                </span>
                <span className="chat-nav-last faint" dir="auto">
                  {plainOf(text) || (files === 1 ? "A file" : `${files} files`)}
                </span>
              </span>
            </Link>
            <p className="chat-refused">
              {isEdit ? "Not changed." : "Not sent."} {said.text}
            </p>
            <p>
              <button type="button" className="act" onClick={() => void outgoing.again(entry)}>
                Try again
              </button>{" "}
              <button type="button" className="act" onClick={() => void outgoing.forget(entry)}>
                Throw away
              </button>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Of one that they are in no more nobody tells them the name. */
function titleOf(room: Room | undefined): string {
  return room ? room.title || nameless : "A room that you have left";
}

/** Says it once, wherever they are in the tool; a phone that shows a room has no list beside it. */
export function RefusedNews() {
  const { outgoing, roomOf } = useChat();
  const elsewhere = useElsewhere();
  const said = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const before = said.current;
    said.current = new Set(outgoing.refused.map(({ entry }) => entry));
    for (const { entry, room, said: why, isEdit } of elsewhere) {
      if (before.has(entry)) continue;
      const where = titleOf(roomOf(room));
      tellRefusal(`${isEdit ? "Not changed" : "Not sent"} in ${where}. ${why.text}`);
    }
  }, [outgoing.refused, elsewhere, roomOf]);
  return null;
}
