/** Below a history: who types, and where one writes, or why one cannot. */
import { Button } from "@mantine/core";
import { type Ref, useEffect, useState } from "react";
import { actInRoom, block } from "#app/live/chat/chat-api.ts";
import type { RoomState } from "#app/live/chat/room-state.ts";
import type { Room } from "#app/live/chat/rooms.ts";
import { type TypingMark, followTyping, openTypingMark } from "#app/live/chat/typing.ts";
import { tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { minuteOf } from "#app/parts/tool-frame/when.ts";
import { useOnline } from "#app/parts/uploader/use-online.ts";
import { problemText } from "#app/session/problem-text.ts";
import type { RoomFacts } from "#lib/chat/room.ts";
import type { AskedAgain } from "../ai/ask-dialog.tsx";
import { Composer, type ComposerHandle } from "../composer/composer.tsx";
import { nameIn, useChat } from "../store/use-chat.ts";
import { useSeen } from "../store/use-seen.ts";
import type { Opened } from "../store/use-room.ts";
import { slowWords as secondsWords } from "../panels/words.ts";

type Props = {
  ref: Ref<ComposerHandle>;
  opened: Opened;
  own: Room | undefined;
  title: string;
  onEmoji: (at: { x: number; y: number }) => void;
  onAskAgain: (asked: AskedAgain) => void;
  onStop: (answer: string) => void;
};

export function RoomFoot({ ref, opened, own, title, ...on }: Props) {
  const { uid, isEditor, rooms } = useChat();
  const { room, state } = opened;
  const { id, root } = room;
  const isThread = root !== undefined;
  const [typing, setTyping] = useState<TypingMark>();
  const [typers, setTypers] = useState<readonly string[]>([]);
  useEffect(() => {
    if (isThread) return;
    const mark = openTypingMark(uid, id);
    // oxlint-disable-next-line react/set-state-in-effect -- it is the room's from here on
    setTyping(mark);
    const stop = followTyping(id, setTypers);
    return () => {
      mark.close();
      stop();
    };
  }, [uid, id, isThread]);
  const others = typers.filter((one) => one !== uid);
  const isBlocked = own?.other !== undefined && rooms.blocked.has(own.other);
  const seen = useSeen(isThread ? undefined : own, isBlocked);
  const { head } = state;
  // Of what is older they have said so by their own words.
  const isSeen = head !== undefined && head.by === uid && seen > 0 && seen >= head.n;
  const isBound = own?.kind === "public" ? !isEditor : own?.role !== "owner";
  const isOnline = useOnline();
  const slow = isBound && state.facts ? slowWords(state.facts) : "";
  if (own?.request) return <RequestFoot own={own} />;
  return (
    <div className="chat-foot">
      {isThread ? null : (
        <p className="chat-typing faint">
          {!isOnline
            ? "No connection: new messages come later."
            : others.length > 0
              ? typingWords(others, state)
              : isSeen
                ? "Seen"
                : slow}
        </p>
      )}
      <Composer
        key={`${id} ${root}`}
        ref={ref}
        room={room}
        state={state}
        typing={typing}
        label={
          isThread
            ? "Answer in the thread"
            : own?.kind === "ai"
              ? "Message the AI"
              : `Message ${title}`
        }
        closed={closedWords(state, uid)}
        {...on}
      />
    </div>
  );
}

function slowWords({ slow }: RoomFacts): string {
  if (slow === 0) return "";
  return `Slow mode: ${secondsWords(slow)} between your messages. What you write sooner waits until then.`;
}

function typingWords(uids: readonly string[], state: RoomState): string {
  const names = uids.slice(0, 2).map((uid) => nameIn(state, uid));
  if (uids.length > 2) return "Several people are typing…";
  return `${names.join(" and ")} ${names.length === 1 ? "is" : "are"} typing…`;
}

function closedWords({ facts, members }: RoomState, uid: string): string | undefined {
  if ((facts?.archived ?? 0) > 0)
    return "This room is archived: it can be read, and nobody writes here any more.";
  const muted = members[uid]?.muted ?? 0;
  if (muted > Date.now())
    return `A moderator lets you write nothing here until ${minuteOf(muted)}.`;
  return undefined;
}

function RequestFoot({ own }: { own: Room }) {
  const { go } = useChat();
  const [busy, setBusy] = useState<string>();
  async function run(what: string, act: () => Promise<void>, isOver: boolean): Promise<void> {
    setBusy(what);
    try {
      await act();
      if (isOver) go({ view: "requests" }, { replace: true });
    } catch (error) {
      tellProblem(problemText(error));
    }
    setBusy(undefined);
  }
  return (
    <div className="chat-request">
      <p>
        <span dir="auto">{own.title}</span> wrote to you for the first time. They do not see that
        you have read it, and you are told nothing more until you take it.
      </p>
      <div className="record-acts">
        <Button
          loading={busy === "take"}
          onClick={() => void run("take", () => actInRoom(own.id, { act: "accept" }), false)}
        >
          Take it
        </Button>
        <Button
          variant="default"
          loading={busy === "leave"}
          onClick={() => void run("leave", () => actInRoom(own.id, { act: "leave" }), true)}
        >
          Leave it
        </Button>
        {own.other === undefined ? null : (
          <Button
            variant="default"
            loading={busy === "block"}
            onClick={() =>
              void run(
                "block",
                async () => {
                  await block({ uid: own.other!, on: true });
                  await actInRoom(own.id, { act: "leave" });
                },
                true,
              )
            }
          >
            Block
          </Button>
        )}
      </div>
    </div>
  );
}
