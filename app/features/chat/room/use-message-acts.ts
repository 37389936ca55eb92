/** What is done with messages of an opened room, and the menus of it. */
import { type RefObject, useMemo, useRef, useState, useEffect } from "react";
import { stopAnswer } from "#app/live/chat/ask-api.ts";
import { actInRoom } from "#app/live/chat/chat-api.ts";
import type { QueuedAct } from "#app/live/chat/send-chat.ts";
import type { ShownMessage } from "#app/live/chat/shown.ts";
import type { Room } from "#app/live/chat/rooms.ts";
import type { MenuAct } from "#app/parts/menus/row-menu.tsx";
import { tell, tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { problemText } from "#app/session/problem-text.ts";
import { aiUid } from "#lib/ai/limits.ts";
import type { AskedAgain } from "../ai/ask-dialog.tsx";
import type { ComposerHandle } from "../composer/composer.tsx";
import { isMuted, useChat } from "../store/use-chat.ts";
import type { Opened } from "../store/use-room.ts";
import { copiedOf } from "../text/plain.ts";
import { type ChatQuery, searchOf } from "../views.ts";
import type { MessageActs } from "./message-acts.ts";

type Point = { x: number; y: number };
export type RowMenuState = { at: Point; acts: readonly MenuAct[]; shown: ShownMessage };
type Picker = { at: Point; shown: ShownMessage | undefined };

export function useMessageActs(
  opened: Opened,
  own: Room | undefined,
  composer: RefObject<ComposerHandle | null>,
) {
  const { uid, go, isEditor } = useChat();
  const { room } = opened;
  const { id, root } = room;
  const [menu, setMenu] = useState<RowMenuState>();
  const [picker, setPicker] = useState<Picker>();
  const [asking, setAsking] = useState<AskedAgain>();
  const [report, setReport] = useState<ShownMessage>();
  const [deleting, setDeleting] = useState<{ shown: ShownMessage; run: () => void }>();
  const facts = opened.state.facts;
  const mayWrite =
    own?.request !== true && (facts?.archived ?? 0) === 0 && !isMuted(opened.state.members[uid]);
  const kind = facts?.kind ?? own?.kind;
  const isModerator =
    kind === "public" ? isEditor : (kind === "private" && own?.role === "owner") || kind === "ai";
  const mayPin = isModerator || kind === "direct";
  const now = useRef({ pins: opened.state.pins });
  useEffect(() => {
    now.current = { pins: opened.state.pins };
  });

  const acts = useMemo((): MessageActs => {
    const place = (key: string) => ({ key, ...(root !== undefined && { root }) });
    const act = (one: QueuedAct) => void room.act(one);
    return {
      mayWrite,
      isModerator,
      ask: setAsking,
      stop: (answer) => void run(stopAnswer(id, answer)),
      reply: (shown) => composer.current?.reply(shown),
      thread:
        root === undefined
          ? ({ key }) => key !== undefined && go({ room: id, thread: key })
          : undefined,
      edit: (shown) => composer.current?.edit(shown),
      react(shown, emoji, on) {
        if (shown.key !== undefined) act({ act: "react", emoji, on, ...place(shown.key) });
      },
      choose: (shown, at) => setPicker({ at, shown }),
      jump: (key) => go({ room: id, at: key, ...(root !== undefined && { thread: root }) }),
      menu(shown, at) {
        const { key, n, message } = shown;
        if (key === undefined) return;
        const isMine = message.by === uid;
        const isAnswer = message.by === aiUid;
        const isPinned = now.current.pins[key] !== undefined;
        const list: (MenuAct | false)[] = [
          message.text !== "" && {
            id: "copy",
            title: "Copy the text",
            run: () =>
              void copy(isAnswer ? message.text : copiedOf(message.text), "The text is copied."),
          },
          {
            id: "link",
            title: "Copy a link to it",
            run: () =>
              void copy(
                linkTo({ room: id, at: key, ...(root !== undefined && { thread: root }) }),
                "The link is copied.",
              ),
          },
          root === undefined &&
            n !== undefined && {
              id: "unread",
              title: "Mark unread from here",
              run: () => room.markUnread(n),
            },
          root === undefined &&
            mayPin && {
              id: "pin",
              title: isPinned ? "Take the pin off" : "Pin",
              run: () => void run(actInRoom(id, { act: "pin", key, on: !isPinned })),
            },
          isMine &&
            mayWrite && {
              id: "edit",
              title: "Edit",
              takesFocus: true,
              run: () => composer.current?.edit(shown),
            },
          isMine &&
            mayWrite && {
              id: "ask",
              title: message.answer === undefined ? "Ask the AI…" : "Have it answered anew…",
              takesFocus: true,
              run: () => setAsking({ question: key }),
            },
          !isMine &&
            kind !== "ai" && {
              id: "report",
              title: "Report…",
              takesFocus: true,
              run: () => setReport(shown),
            },
          (isMine || isModerator) && {
            id: "delete",
            title: "Delete…",
            takesFocus: true,
            run: () => setDeleting({ shown, run: () => act({ act: "delete", ...place(key) }) }),
          },
        ];
        setMenu({ at, acts: list.filter((one) => one !== false), shown });
      },
    };
  }, [room, id, root, uid, kind, mayWrite, mayPin, isModerator, go, composer]);

  return {
    acts,
    menu,
    closeMenu: () => {
      setMenu(undefined);
      backTo(menu?.shown);
    },
    picker,
    closePicker: () => {
      setPicker(undefined);
      backTo(picker?.shown);
    },
    /** Into what is being written. */
    openPicker: (at: Point) => setPicker({ at, shown: undefined }),
    pick: (emoji: string) => {
      const shown = picker?.shown;
      setPicker(undefined);
      backTo(shown);
      if (shown) acts.react(shown, emoji, shown.message.reactions?.[emoji]?.[uid] !== true);
      else composer.current?.insert(emoji);
    },
    asking,
    closeAsking: () => setAsking(undefined),
    deleting: deleting?.run,
    closeDeleting: () => {
      setDeleting(undefined);
      backTo(deleting?.shown);
    },
    report,
    closeReport: () => {
      setReport(undefined);
      backTo(report);
    },
  };
}

/** The buttons of a message are there only while it has the focus or the pointer: without them the focus is nowhere. */
export function backTo(shown: ShownMessage | undefined, frames = 30): void {
  if (shown === undefined || frames === 0) return;
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) {
      backTo(shown, frames - 1);
      return;
    }
    const row = `[data-row="${CSS.escape(`message ${shown.id}`)}"]`;
    document.querySelector<HTMLElement>(row)?.focus({ preventScroll: true });
  });
}

function linkTo(to: Partial<ChatQuery>): string {
  return new URL(`/Chat?${searchOf(to)}`, location.href).href;
}

async function copy(text: string, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    tell(said);
  } catch {
    tellProblem("The browser did not let it be copied.");
  }
}

async function run(acting: Promise<void>): Promise<void> {
  try {
    await acting;
  } catch (error) {
    tellProblem(problemText(error));
  }
}
