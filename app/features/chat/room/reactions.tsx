import type { RoomState } from "#app/live/chat/room-state.ts";
import type { ShownMessage } from "#app/live/chat/shown.ts";
import { nameIn } from "../store/use-chat.ts";
import type { MessageActs } from "./message-acts.ts";

type Props = {
  shown: ShownMessage;
  state: RoomState;
  uid: string;
  acts: MessageActs;
  isCurrent: boolean;
};

const mostNamed = 8;

export function Reactions({ shown, state, uid, acts, isCurrent }: Props) {
  const all = Object.entries(shown.message.reactions ?? {});
  if (all.length === 0) return null;
  return (
    <ul className="chat-reactions" aria-label="Reactions">
      {all.map(([emoji, who]) => {
        const uids = Object.keys(who);
        const isMine = who[uid] === true;
        const named = uids
          .slice(0, mostNamed)
          .map((one) => (one === uid ? "you" : nameIn(state, one)));
        const others = uids.length - named.length;
        const title = others > 0 ? `${named.join(", ")} and ${others} more` : named.join(", ");
        return (
          <li key={emoji}>
            <button
              type="button"
              tabIndex={isCurrent ? 0 : -1}
              disabled={!acts.mayWrite || shown.key === undefined}
              aria-pressed={isMine}
              aria-label={`${emoji} ${uids.length}: ${title}`}
              title={title}
              onClick={() => acts.react(shown, emoji, !isMine)}
            >
              <span>{emoji}</span> {uids.length}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
