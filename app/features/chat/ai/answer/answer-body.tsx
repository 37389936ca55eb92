/** An answer of the AI: what it says, how it ended, what it cost, and what can be done with it. */
import type { OpenRoom, RoomState } from "#app/live/chat/room-state.ts";
import type { ShownMessage } from "#app/live/chat/shown.ts";
import type { MessageActs } from "../../room/message-acts.ts";
import { ownComing } from "../../composer/use-asking.ts";
import { useAi } from "../use-ai.ts";
import { renderProposal } from "../proposal-card.tsx";
import { endWords, spentWords } from "../words.ts";
import { CurrentRow } from "./current-row.ts";
import { Markdown } from "./markdown.tsx";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../../styles/chat-ai.css";

type Props = {
  shown: ShownMessage;
  room: OpenRoom;
  state: RoomState;
  acts: MessageActs;
  isCurrent: boolean;
};

export function AnswerBody({ shown, room, state, acts, isCurrent }: Props) {
  const { message } = shown;
  const isComing = shown.state === "coming";
  return (
    <CurrentRow value={isCurrent}>
      {message.text === "" ? null : (
        <div className="chat-text ai-text" dir="auto">
          <Markdown text={message.text} isComing={isComing} renderProposal={renderProposal} />
        </div>
      )}
      {isComing ? (
        <Coming {...{ shown, room, state, acts, isCurrent }} />
      ) : (
        <Ended {...{ shown, room, state, acts, isCurrent }} />
      )}
    </CurrentRow>
  );
}

function Coming({ shown, room, state, acts, isCurrent }: Props) {
  const { message, isStopping } = shown;
  const isOwn = message.ai?.for === room.uid;
  // Where one writes there is a button for it already.
  const isStoppedBelow = acts.mayWrite && ownComing(state, room.uid)?.id === shown.id;
  const mayStop = (acts.isModerator || isOwn) && !isStoppedBelow;
  const words = message.text === "" ? "Thinking…" : "Writing…";
  return (
    <p className="ai-foot">
      <span className="ai-busy">{isStopping ? "Stopping…" : words}</span>
      {mayStop && !isStopping ? (
        <button
          type="button"
          className="act"
          tabIndex={isCurrent ? 0 : -1}
          onClick={() => acts.stop(message.id)}
        >
          Stop
        </button>
      ) : null}
    </p>
  );
}

function Ended({ shown, room, state, acts, isCurrent }: Props) {
  const { ai, text } = shown.message;
  const { state: known } = useAi(room.uid);
  if (!ai) return null;
  const name = known?.models.find(({ id }) => id === ai.model)?.name ?? ai.model;
  const said = endWords(ai, text);
  const question = state.messages.find(({ key }) => key === ai.to)?.message;
  const isOver = question?.gone !== undefined;
  const mayAsk = ai.for === room.uid && acts.mayWrite && !isOver;
  const isWhole = ai.state === "done";
  return (
    <>
      {said === "" ? null : (
        <p className="ai-end" data-state={ai.state}>
          {said}
        </p>
      )}
      <p className="ai-foot">
        <span className="faint">
          {name} <span aria-hidden="true">·</span> {spentWords(ai.spent)}
        </span>
        {mayAsk ? (
          <button
            type="button"
            className="act"
            tabIndex={isCurrent ? 0 : -1}
            onClick={() => acts.ask({ question: ai.to })}
          >
            {isWhole ? "Answer anew" : "Try again"}
          </button>
        ) : null}
      </p>
    </>
  );
}
