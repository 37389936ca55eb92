/** Answers to a message, beside the room. */
import { useChat, nameIn } from "../store/use-chat.ts";
import { type Opened, useRoom } from "../store/use-room.ts";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { minuteOf } from "#app/parts/tool-frame/when.ts";
import { RoomBody } from "../room/room-place.tsx";
import { MessageText } from "../text/message-text.tsx";
import { useRootMessage } from "./use-root-message.ts";

type Props = { id: string; root: string; parent: Opened };

export function ThreadPanel({ id, root, parent }: Props) {
  const { roomOf, uid } = useChat();
  const opened = useRoom(id, root, undefined);
  const { state } = parent;
  const message = useRootMessage(id, root, state);
  return (
    <div className="chat-thread">
      {message ? (
        <article className="chat-root" aria-label="What is answered">
          <p>
            <strong dir="auto">{nameIn(state, message.by)}</strong>{" "}
            <span className="faint">{minuteOf(message.at)}</span>
          </p>
          {message.gone ? (
            <p className="chat-gone">This message was deleted.</p>
          ) : (
            <MessageText text={message.text} uid={uid} />
          )}
        </article>
      ) : null}
      {opened ? (
        <RoomBody opened={opened} own={roomOf(id)} at={undefined} title="the thread" />
      ) : (
        <SkeletonRows rows={3} />
      )}
    </div>
  );
}
