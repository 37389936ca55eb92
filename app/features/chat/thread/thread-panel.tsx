/** Answers to a message, beside the room. */
import { useRef } from "react";
import { useChat, nameIn } from "../store/use-chat.ts";
import { type Opened, useRoom } from "../store/use-room.ts";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { minuteOf } from "#app/parts/tool-frame/when.ts";
import { MessageFiles } from "../room/message-files.tsx";
import { RoomBody } from "../room/room-place.tsx";
import { MessageText } from "../text/message-text.tsx";
import { useTop } from "../use-top.ts";
import { useMessageAt } from "../room/use-message-at.ts";

type Props = {
  id: string;
  root: string;
  /** The number of an answer that is looked at. */
  at: number | undefined;
  parent: Opened;
};

export function ThreadPanel({ id, root, at, parent }: Props) {
  const { roomOf, uid } = useChat();
  const opened = useRoom(id, root, at);
  const place = useRef<HTMLDivElement>(null);
  useTop(place);
  const { state } = parent;
  const message = useMessageAt({ room: id, key: root }, state);
  return (
    <div ref={place} className="chat-thread">
      {message ? (
        <article className="chat-root" aria-label="What is answered">
          <p>
            <strong dir="auto">{nameIn(state, message.by)}</strong>{" "}
            <span className="faint">{minuteOf(message.at)}</span>
          </p>
          {message.gone ? (
            <p className="chat-gone">This message was deleted.</p>
          ) : (
            <>
              {message.text === "" ? null : <MessageText text={message.text} uid={uid} />}
              {message.files ? <MessageFiles room={id} files={message.files} /> : null}
            </>
          )}
        </article>
      ) : null}
      {opened ? (
        <RoomBody opened={opened} own={roomOf(id)} at={at} title="the thread" />
      ) : (
        <SkeletonRows rows={3} />
      )}
    </div>
  );
}
