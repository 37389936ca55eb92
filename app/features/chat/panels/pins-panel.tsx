import { actInRoom } from "#app/live/chat/chat-api.ts";
import type { Room } from "#app/live/chat/rooms.ts";
import { tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { minuteOf } from "#app/parts/tool-frame/when.ts";
import { problemText } from "#app/session/problem-text.ts";
import { nameIn, useChat } from "../store/use-chat.ts";
import type { Opened } from "../store/use-room.ts";
import { plainOf } from "../text/plain.ts";
import { useMessageAt } from "../room/use-message-at.ts";

type Props = {
  opened: Opened;
  own: Room | undefined;
  onLead: (to: { at: string }) => void;
};

export function PinsPanel({ opened, own, onLead }: Props) {
  const { isEditor } = useChat();
  const pins = Object.entries(opened.state.pins).toSorted(([, a], [, b]) => b.at - a.at);
  const kind = opened.state.facts?.kind ?? own?.kind;
  const mayPin =
    kind === "direct" ||
    (kind === "public" && isEditor) ||
    (kind === "private" && own?.role === "owner");
  if (pins.length === 0) return <p className="faint">Nothing is pinned here.</p>;
  return (
    <ul className="chat-found">
      {pins.map(([key]) => (
        <li key={key}>
          <PinLine messageKey={key} opened={opened} mayPin={mayPin} onLead={onLead} />
        </li>
      ))}
    </ul>
  );
}

type LineProps = Pick<Props, "opened" | "onLead"> & { messageKey: string; mayPin: boolean };

function PinLine({ messageKey: key, opened, mayPin, onLead }: LineProps) {
  const { room, state } = opened;
  const message = useMessageAt({ room: room.id, key }, state);
  async function takeOff(): Promise<void> {
    try {
      await actInRoom(room.id, { act: "pin", key, on: false });
    } catch (error) {
      tellProblem(problemText(error));
    }
  }
  if (!message) return null;
  return (
    <>
      <button type="button" onClick={() => onLead({ at: key })}>
        <strong dir="auto">{nameIn(state, message.by)}</strong>{" "}
        <span className="faint">{minuteOf(message.at)}</span>
        <span className="chat-found-text" dir="auto">
          {message.gone ? "This message was deleted." : plainOf(message.text) || "A file"}
        </span>
      </button>
      {mayPin ? (
        <button type="button" className="act" onClick={() => void takeOff()}>
          Take the pin off
        </button>
      ) : null}
    </>
  );
}
