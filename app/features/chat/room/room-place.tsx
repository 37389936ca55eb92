/** A room that is open: its history, where one writes, and in the panel what belongs to it. */
import { Button } from "@mantine/core";
import { useMemo, useRef, useState } from "react";
import type { Room } from "#app/live/chat/rooms.ts";
import { ConfirmDialog } from "#app/parts/tool-frame/confirm-dialog.tsx";
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import { ToolFrame } from "#app/parts/tool-frame/tool-frame.tsx";
import type { Panel } from "#app/parts/tool-frame/tool-panel.tsx";
import { numberOfKey } from "#lib/chat/message.ts";
import { type RowMenuState, backTo, useMessageActs } from "./use-message-acts.ts";
import {
  EmojiPicker,
  PeoplePanel,
  PinsPanel,
  ReportDialog,
  RowMenu,
  SearchPanel,
  SettingsPanel,
  ThreadPanel,
} from "./late-parts.tsx";
import type { ComposerHandle } from "../composer/composer.tsx";
import { AskDialog, CatchUpDialog, EmptyAiChat } from "../ai/late-ai.tsx";
import { useAi } from "../ai/use-ai.ts";
import { RoomList } from "../nav/room-list.tsx";
import { titleOf, useChat } from "../store/use-chat.ts";
import { type Opened, useRoom } from "../store/use-room.ts";
import { useTop } from "../use-top.ts";
import type { ChatQuery } from "../views.ts";
import { Announce } from "./announce.tsx";
import { MessageList } from "./message-list.tsx";
import { RoomFoot } from "./room-foot.tsx";

/** Of which nobody needs to be told. */
const fewMissed = 5;

type Listed = [of: Shown, words: string];
type Shown = "people" | "pins" | "search" | "settings";

const panelTitles: Record<Shown, string> = {
  people: "People",
  pins: "Pinned",
  search: "Search",
  settings: "Room",
};

export function RoomPlace({ id, query }: { id: string; query: ChatQuery }) {
  const { roomOf, rooms, go } = useChat();
  const own = roomOf(id);
  const named = numberOfKey(query.at);
  // With a thread it is one of its answers.
  const at = query.thread === "" ? named : undefined;
  const opened = useRoom(id, undefined, at);
  const [shown, setShown] = useState<Shown>();
  const place = useRef<HTMLDivElement>(null);
  useTop(place);
  const isAway =
    opened?.state.status === "denied" || (rooms.status === "ready" && !rooms.isOld && !own);
  const title = own ? titleOf(own) : (opened?.state.facts?.name ?? "Room");
  const closeThread = () => {
    go({ room: id }, { replace: true });
    backTo(opened?.state.messages.find(({ key }) => key === query.thread));
  };
  const shortcuts = useMemo(
    () => [
      { key: "n", title: "Write to somebody", run: () => go({ room: id, make: "new" }) },
      { key: "f", title: "Search in this room", run: () => setShown("search") },
      { key: "m", title: "People", run: () => setShown("people") },
      { key: "r", title: "Write a message", run: focusComposer },
    ],
    [go, id, setShown],
  );
  let panel: Panel | undefined;
  if (opened && !isAway && numberOfKey(query.thread) !== undefined) {
    const children = (
      <ThreadPanel key={query.thread} id={id} root={query.thread} at={named} parent={opened} />
    );
    panel = { title: "Thread", onClose: closeThread, children };
  } else if (opened && !isAway && shown) {
    const close = () => setShown(undefined);
    const lead = (to: Partial<ChatQuery>) => {
      // Over the room it would hide what it leads to.
      if (matchMedia("(width < 64em)").matches) close();
      go({ room: id, ...to });
    };
    const of = {
      people: <PeoplePanel opened={opened} own={own} />,
      pins: <PinsPanel opened={opened} own={own} onLead={lead} />,
      search: <SearchPanel id={id} opened={opened} onLead={lead} />,
      settings: <SettingsPanel opened={opened} own={own} />,
    };
    panel = { title: panelTitles[shown], onClose: close, children: of[shown] };
  }
  return (
    <ToolFrame title={title} shortcuts={shortcuts} panel={panel}>
      <div ref={place} className="chat" data-place="room">
        <div className="chat-body">
          <RoomList room={id} />
          <div className="chat-main chat-room">
            {isAway ? (
              <EmptyRoom
                title="This room is not here"
                text="It was taken away, or you are no member of it any more."
                action={<Button onClick={() => go({})}>To your rooms</Button>}
              />
            ) : (
              <OpenedRoom
                {...{ opened, own, at, title }}
                onShow={(next) => {
                  if (query.thread !== "") closeThread();
                  setShown(shown === next && query.thread === "" ? undefined : next);
                }}
                shown={query.thread === "" ? shown : undefined}
              />
            )}
          </div>
        </div>
      </div>
    </ToolFrame>
  );
}

type Props = {
  opened: Opened | undefined;
  own: Room | undefined;
  at: number | undefined;
  title: string;
  shown: Shown | undefined;
  onShow: (shown: Shown) => void;
};

function OpenedRoom({ opened, own, at, title, shown, onShow }: Props) {
  const { go, uid } = useChat();
  const [from, setFrom] = useState<number>();
  const isChat = own?.kind === "ai";
  const missed = opened && !isChat ? (opened.state.head?.n ?? 0) - opened.state.newFrom : 0;
  const isMuch = own?.request !== true && missed >= fewMissed;
  const ai = useAi(uid, isMuch);
  const pins = Object.keys(opened?.state.pins ?? {}).length;
  const members = Object.keys(opened?.state.members ?? {}).length;
  const buttons: readonly Listed[] = [
    ...(isChat
      ? []
      : [["people", own?.kind === "direct" ? "People" : `People (${members})`] satisfies Listed]),
    ...(pins > 0 ? [["pins", `Pinned (${pins})`] satisfies Listed] : []),
    ["search", "Search"],
    ["settings", isChat ? "Chat" : "Room"],
  ];
  return (
    <>
      <div className="chat-head">
        <button type="button" className="chat-back act" onClick={() => go({})}>
          All rooms
        </button>
        <p className="chat-topic faint" dir="auto">
          {own?.topic}
        </p>
        {isMuch && opened && ai.state?.on ? (
          <button type="button" className="act" onClick={() => setFrom(opened.state.newFrom)}>
            Catch me up
          </button>
        ) : null}
        {buttons.map(([of, words]) => (
          <button
            key={of}
            type="button"
            className="act"
            aria-pressed={shown === of}
            onClick={() => onShow(of)}
          >
            {words}
          </button>
        ))}
      </div>
      {opened ? (
        <RoomBody opened={opened} own={own} at={at} title={title} />
      ) : (
        <div className="chat-history" />
      )}
      {opened && from !== undefined ? (
        <CatchUpDialog opened={opened} from={from} onClose={() => setFrom(undefined)} />
      ) : null}
    </>
  );
}

type BodyProps = {
  opened: Opened;
  own: Room | undefined;
  at: number | undefined;
  title: string;
};

/** Of a room, and of a thread of it. */
export function RoomBody({ opened, own, at, title }: BodyProps) {
  const { rooms } = useChat();
  const composer = useRef<ComposerHandle>(null);
  const done = useMessageActs(opened, own, composer);
  const { acts, menu, picker, report, deleting } = done;
  const { room, state } = opened;
  const isThread = room.root !== undefined;
  const isEmpty = state.status === "ready" && !state.isLoading && state.messages.length === 0;
  return (
    <div
      className="chat-drop"
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes("Files")) event.preventDefault();
      }}
      onDrop={(event) => {
        const files = [...event.dataTransfer.files];
        if (files.length === 0) return;
        event.preventDefault();
        composer.current?.give(files);
      }}
    >
      {isEmpty && !isThread && own?.kind === "ai" ? (
        <EmptyAiChat onStart={(text) => composer.current?.begin(text)} />
      ) : isEmpty && !isThread ? (
        <div className="chat-history">
          <EmptyRoom
            title="Nothing has been said here yet"
            text="What you write is seen by everybody in this room."
          />
        </div>
      ) : (
        <MessageList
          opened={opened}
          acts={acts}
          label={isThread ? "Answers" : `Messages of ${title}`}
          at={at}
          blocked={rooms.blocked}
        />
      )}
      <RoomFoot
        ref={composer}
        opened={opened}
        own={own}
        title={title}
        onEmoji={done.openPicker}
        onAskAgain={acts.ask}
        onStop={acts.stop}
      />
      {isThread ? null : <Announce state={state} uid={room.uid} title={title} />}
      <Menu menu={menu} onClose={done.closeMenu} />
      {picker ? <EmojiPicker at={picker.at} onPick={done.pick} onClose={done.closePicker} /> : null}
      {deleting ? (
        <ConfirmDialog
          title="Delete this message?"
          text="Its words and files go for good. Answers in its thread stay."
          confirm="Delete"
          onConfirm={deleting}
          onClose={done.closeDeleting}
        />
      ) : null}
      {done.asking ? (
        <AskDialog
          {...done.asking}
          opened={opened}
          onClose={done.closeAsking}
          onAsked={done.closeAsking}
        />
      ) : null}
      {report ? (
        <ReportDialog room={room.id} shown={report} root={room.root} onClose={done.closeReport} />
      ) : null}
    </div>
  );
}

function Menu({ menu, onClose }: { menu: RowMenuState | undefined; onClose: () => void }) {
  if (!menu) return null;
  return (
    <RowMenu at={menu.at} label="What to do with this message" acts={menu.acts} onClose={onClose} />
  );
}

function focusComposer(): void {
  document.querySelector<HTMLElement>(".chat-room .chat-field textarea")?.focus();
}
