/** A message: who, when, what, and what can be done with it. */
import { type MouseEvent, memo, useState } from "react";
import type { OpenRoom, RoomState } from "#app/live/chat/room-state.ts";
import type { ShownMessage } from "#app/live/chat/shown.ts";
import { useOnline } from "#app/parts/uploader/use-online.ts";
import { minuteOf, timeOf, whenOf } from "#app/parts/tool-frame/when.ts";
import { aiUid } from "#lib/ai/limits.ts";
import { asksAi } from "#lib/ai/asks-ai.ts";
import type { Quote } from "#lib/chat/message.ts";
import { AskedLine } from "../ai/asked-line.tsx";
import { AnswerBody } from "../ai/late-ai.tsx";
import { AiIcon, MoreIcon, ReplyIcon, SmileIcon, ThreadIcon } from "../icons.tsx";
import { nameIn } from "../store/use-chat.ts";
import { plainOf } from "../text/plain.ts";
import { MessageText } from "../text/message-text.tsx";
import { Avatar } from "./avatar.tsx";
import type { MessageActs } from "./message-acts.ts";
import { MessageFiles } from "./message-files.tsx";
import { Reactions } from "./reactions.tsx";
import type { Row } from "./rows.ts";
import { useMessageAt } from "./use-message-at.ts";

type Props = {
  row: Extract<Row, { kind: "message" }>;
  room: OpenRoom;
  state: RoomState;
  acts: MessageActs;
  isCurrent: boolean;
  isMarked: boolean;
  isBlocked: boolean;
  /** An answer to it comes. */
  isAnswering: boolean;
  onCurrent: (id: string) => void;
};

export const MessageRow = memo(
  function MessageRow(props: Props) {
    const { row, room, state, isCurrent, isMarked, isBlocked, onCurrent } = props;
    const { shown, isHead, id } = row;
    const { message } = shown;
    const [isOpened, setOpened] = useState(false);
    const [isOver, setOver] = useState(false);
    const name = nameIn(state, message.by);
    if (message.note) return <NoteRow {...{ id, shown, state, isCurrent, isMarked }} />;
    const isMine = message.by === room.uid;
    const asker = message.ai && whoAsked(props);
    return (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the focus is told of
      <article
        className="chat-message"
        data-row={id}
        data-head={isHead || undefined}
        data-state={shown.state === "stored" ? undefined : shown.state}
        data-ai={message.by === aiUid || undefined}
        aria-busy={shown.state === "coming" || undefined}
        data-marked={isMarked || undefined}
        data-named={message.mentions?.[room.uid] === true || undefined}
        aria-label={`${isMine ? "You" : name}${asker ? `, for ${asker}` : ""}, ${minuteOf(message.at)}`}
        // The arrow keys go from one to the next.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={isCurrent ? 0 : -1}
        onFocus={() => onCurrent(id)}
        // A finger that scrolls is over nothing.
        onPointerEnter={({ pointerType }) => setOver(pointerType !== "touch")}
        onPointerLeave={() => setOver(false)}
      >
        {isHead ? (
          <div className="chat-who">
            {message.by === aiUid ? (
              <span className="chat-avatar ai-face">
                <AiIcon />
              </span>
            ) : (
              <Avatar name={name} />
            )}
            <span className="chat-name" dir="auto">
              {name}
            </span>
            {asker ? (
              <span className="ai-for faint" dir="auto">
                for {asker}
              </span>
            ) : null}
            <time dateTime={new Date(message.at).toISOString()} title={minuteOf(message.at)}>
              {timeOf(message.at)}
            </time>
          </div>
        ) : (
          <time className="chat-time" dateTime={new Date(message.at).toISOString()}>
            {timeOf(message.at)}
          </time>
        )}
        {isBlocked && !isOpened ? (
          <p className="chat-gone">
            A message of somebody you have blocked.{" "}
            <button type="button" className="act" onClick={() => setOpened(true)}>
              Show it
            </button>
          </p>
        ) : (
          <MessageBody {...props} isOver={isOver} />
        )}
      </article>
    );
  },
  // Of the room's state a row shows names alone, and what it answers.
  (one, other) =>
    one.row.shown.message === other.row.shown.message &&
    one.row.shown.state === other.row.shown.state &&
    one.row.shown.key === other.row.shown.key &&
    one.row.isHead === other.row.isHead &&
    one.isCurrent === other.isCurrent &&
    one.isMarked === other.isMarked &&
    one.isBlocked === other.isBlocked &&
    one.acts === other.acts &&
    one.room === other.room &&
    one.state.members === other.state.members &&
    answeredBy(one) === answeredBy(other) &&
    one.row.shown.said === other.row.shown.said &&
    one.row.shown.isStopping === other.row.shown.isStopping &&
    one.isAnswering === other.isAnswering,
);

function MessageBody({ row, room, state, acts, isCurrent, isOver }: Props & { isOver: boolean }) {
  const { shown } = row;
  const { message, key } = shown;
  if (message.gone) {
    return (
      <>
        <p className="chat-gone">{goneWords(message)}</p>
        <ThreadLine shown={shown} acts={acts} />
      </>
    );
  }
  const isStored = shown.state === "stored" && key !== undefined;
  const quote = message.quote ?? askedQuote(message, state);
  const isAsked =
    isStored &&
    message.by === room.uid &&
    message.answer === undefined &&
    (state.facts?.kind === "ai" || asksAi(message.text));
  return (
    <>
      {quote ? <QuoteLine {...{ room, state, acts, quote }} /> : null}
      {message.by === aiUid ? (
        <AnswerBody {...{ shown, room, state, acts, isCurrent }} />
      ) : message.text === "" ? null : (
        <MessageText text={message.text} uid={room.uid} isEdited={message.edited !== undefined} />
      )}
      {message.files ? <MessageFiles room={room.id} files={message.files} /> : null}
      <Reactions shown={shown} state={state} uid={room.uid} acts={acts} isCurrent={isCurrent} />
      <ThreadLine shown={shown} acts={acts} />
      {shown.state === "refused" ? (
        <RefusedLine room={room} shown={shown} />
      ) : shown.state === "sending" ? (
        <SendingLine />
      ) : null}
      {isAsked ? <AskedLine {...{ shown, room, state, acts }} /> : null}
      {/* Most of a row's elements: not there where nobody would see them. */}
      {isStored && (isCurrent || isOver) ? (
        <Acts shown={shown} acts={acts} isCurrent={isCurrent} />
      ) : null}
    </>
  );
}

type ActsProps = { shown: ShownMessage; acts: MessageActs; isCurrent: boolean };

function Acts({ shown, acts, isCurrent }: ActsProps) {
  const tabIndex = isCurrent ? 0 : -1;
  const below = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const { left, bottom } = currentTarget.getBoundingClientRect();
    return { x: left, y: bottom };
  };
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no form
    <div className="chat-acts" role="group" aria-label="What to do with this message">
      {acts.mayWrite ? (
        <>
          <button
            type="button"
            tabIndex={tabIndex}
            aria-label="React"
            title="React"
            onClick={(event) => acts.choose(shown, below(event))}
          >
            <SmileIcon />
          </button>
          <button
            type="button"
            tabIndex={tabIndex}
            aria-label="Reply"
            title="Reply"
            onClick={() => acts.reply(shown)}
          >
            <ReplyIcon />
          </button>
        </>
      ) : null}
      {acts.thread ? (
        <button
          type="button"
          tabIndex={tabIndex}
          aria-label="Thread"
          title="Thread"
          onClick={() => acts.thread?.(shown)}
        >
          <ThreadIcon />
        </button>
      ) : null}
      <button
        type="button"
        tabIndex={tabIndex}
        aria-label="More"
        title="More"
        aria-haspopup="menu"
        onClick={(event) => acts.menu(shown, below(event))}
      >
        <MoreIcon />
      </button>
    </div>
  );
}

/** Of an answer of the AI among people, who may have written on since: what it answers. */
function askedQuote({ ai }: ShownMessage["message"], { facts }: RoomState): Quote | undefined {
  return ai && facts?.kind !== "ai" ? { key: ai.to, by: ai.for, text: "" } : undefined;
}

/** Where others read it, too. */
function whoAsked({ row, room, state }: Props): string | undefined {
  const { ai } = row.shown.message;
  if (!ai || state.facts?.kind === "ai") return undefined;
  return ai.for === room.uid ? "you" : nameIn(state, ai.for);
}

function goneWords({ gone, by, ai }: ShownMessage["message"]): string {
  if (by === aiUid || ai) return "This answer of the AI was taken away.";
  return gone?.by === by ? "This message was deleted." : "A moderator took this message away.";
}

/** The message that it answers, where it is at hand. */
function answeredBy({ row, state }: { row: { shown: ShownMessage }; state: RoomState }) {
  const quote = row.shown.message.quote ?? askedQuote(row.shown.message, state);
  return quote && state.messages.find(({ key }) => key === quote.key)?.message;
}

type QuoteProps = Pick<Props, "room" | "state" | "acts"> & { quote: Quote };

function QuoteLine({ room, state, acts, quote }: QuoteProps) {
  const { id, root } = room;
  const there = useMessageAt({ room: id, key: quote.key, root }, state);
  const by = there?.by ?? quote.by;
  const text = there?.gone ? "This message was deleted." : plainOf(there?.text ?? quote.text);
  return (
    <button type="button" className="chat-quote" onClick={() => acts.jump(quote.key)}>
      <span className="unseen">Answers </span>
      <strong dir="auto">{by === "" ? "" : nameIn(state, by)}</strong>{" "}
      <span dir="auto">{text || "A file"}</span>
    </button>
  );
}

function ThreadLine({ shown, acts }: { shown: ShownMessage; acts: MessageActs }) {
  const { thread } = shown.message;
  if (!thread || !acts.thread) return null;
  return (
    <button type="button" className="chat-thread-line" onClick={() => acts.thread?.(shown)}>
      {thread.count === 1 ? "1 answer" : `${thread.count} answers`}
      <span className="faint"> last {whenOf(thread.at)}</span>
    </button>
  );
}

function SendingLine() {
  const isOnline = useOnline();
  return (
    <span className="faint chat-sending">
      {isOnline ? "Sending…" : "Sent once there is a connection"}
    </span>
  );
}

function RefusedLine({ room, shown }: { room: OpenRoom; shown: ShownMessage }) {
  const entry = shown.entry ?? "";
  return (
    <p className="chat-refused">
      <span>Not sent. {shown.said?.text}</span>{" "}
      <button type="button" className="act" onClick={() => void room.again(entry)}>
        Try again
      </button>{" "}
      <button type="button" className="act" onClick={() => void room.forget(entry)}>
        Throw away
      </button>
    </p>
  );
}

type NoteProps = Pick<Props, "state" | "isCurrent" | "isMarked"> & {
  id: string;
  shown: ShownMessage;
};

function NoteRow({ id, shown, state, isCurrent, isMarked }: NoteProps) {
  const { message } = shown;
  return (
    <p
      className="chat-note"
      data-row={id}
      data-marked={isMarked || undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys come by it
      tabIndex={isCurrent ? 0 : -1}
    >
      {noteWords(message, state)}
    </p>
  );
}

function noteWords({ by, note }: ShownMessage["message"], state: RoomState): string {
  const name = nameIn(state, by);
  switch (note?.kind) {
    case "made":
      return `${name} made this room.`;
    case "joined":
      return `${name} joined.`;
    case "left":
      return `${name} left.`;
    case "removed":
      return `${nameIn(state, note.uid)} was removed.`;
    case "renamed":
      return `${name} named this room “${note.name}”.`;
    default:
      return "";
  }
}
