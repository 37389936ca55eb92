/** Where a message is written: Enter sends it, `@` offers the members, files come by choice, drop and paste. */
import { useEffect, useId, useImperativeHandle, useLayoutEffect, useRef, useState } from "react";
import type { ClipboardEvent, KeyboardEvent, Ref } from "react";
import { draftPlace, readKept, writeKept } from "#app/live/chat/kept-chat.ts";
import type { OpenRoom, RoomState } from "#app/live/chat/room-state.ts";
import type { ShownMessage } from "#app/live/chat/shown.ts";
import type { TypingMark } from "#app/live/chat/typing.ts";
import { type Asked, askedAt, offeredFor, withMention } from "#app/parts/mentions/mentions.ts";
import { foldText } from "#lib/fold-text.ts";
import { mostText } from "#lib/chat/limits.ts";
import type { AskedAgain } from "../ai/ask-dialog.tsx";
import { ClipIcon, SendIcon, SmileIcon } from "../icons.tsx";
import { nameIn } from "../store/use-chat.ts";
import { plainOf } from "../text/plain.ts";
import { AskBar } from "../ai/late-ai.tsx";
import { AttachmentList } from "./attachment-list.tsx";
import { MentionList } from "./mention-list.tsx";
import { useAttachments } from "./use-attachments.ts";
import { aiPerson, useAsking } from "./use-asking.ts";
import { toSent, toTyped } from "./written.ts";

export type ComposerHandle = {
  focus: () => void;
  reply: (shown: ShownMessage) => void;
  edit: (shown: ShownMessage) => void;
  give: (files: readonly File[]) => void;
  insert: (text: string) => void;
  /** In place of what is there. */
  begin: (text: string) => void;
};

type Props = {
  ref?: Ref<ComposerHandle>;
  room: OpenRoom;
  state: RoomState;
  typing: TypingMark | undefined;
  label: string;
  /** Why nobody can write here. */
  closed: string | undefined;
  onEmoji: (at: { x: number; y: number }) => void;
  /** Of an AI chat: other words for a question, which is answered anew. */
  onAskAgain: (asked: AskedAgain) => void;
  onStop: (answer: string) => void;
};

type Draft = { text: string; chosen: string[] };

const fewLeft = 300;

export function Composer({ ref, room, state, typing, label, closed, ...on }: Props) {
  const { uid, id: roomId, root } = room;
  const id = useId();
  const kept = draftPlace(roomId, root);
  const field = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const cursor = useRef<number>(undefined);
  const [draft, setDraft] = useState<Draft>(() => draftIn(readKept(uid, kept)));
  const [reply, setReply] = useState<ShownMessage>();
  const [editing, setEditing] = useState<ShownMessage>();
  /** What was begun before an edit. */
  const [before, setBefore] = useState<Draft>();
  const [asked, setAsked] = useState<Asked>();
  const [at, setAt] = useState(0);
  const [problem, setProblem] = useState<string>();
  const isSending = useRef(false);
  const attachments = useAttachments(uid, roomId);
  const { text } = draft;
  const people = Object.entries(state.members).map(([one, { name }]) => ({ uid: one, name }));
  const asking = useAsking(room, state, {
    text,
    files: attachments.all.map(({ file }) => file),
    isEditing: editing !== undefined,
    isNaming: asked !== undefined,
  });
  const named = asking.isOffered ? [aiPerson, ...people] : people;
  const offered = asked === undefined ? [] : offeredFor(named, asked.words);
  const current = offered[Math.min(at, offered.length - 1)];
  const left = mostText - text.length;
  const isMute = asking.isChat && (asking.offer.offer === undefined || "why" in asking.offer.offer);
  const maySend =
    editing === undefined
      ? !isMute && (text.trim() !== "" || attachments.all.length > 0) && attachments.isReady
      : text.trim() !== "";

  function write(next: Draft): void {
    setDraft(next);
    if (editing === undefined) writeKept(uid, kept, next.text === "" ? null : next);
  }

  useImperativeHandle(ref, () => ({
    focus: () => field.current?.focus(),
    reply(shown) {
      stopEditing();
      setReply(shown);
      field.current?.focus();
    },
    edit: startEditing,
    give: (files) => void attachments.give(files),
    insert(words) {
      const element = field.current;
      const place = element?.selectionStart ?? text.length;
      cursor.current = place + words.length;
      write({ ...draft, text: text.slice(0, place) + words + text.slice(place) });
      element?.focus();
    },
    begin(words) {
      cursor.current = words.length;
      write({ text: words, chosen: [] });
      field.current?.focus();
    },
  }));

  // As high as what is in it.
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    element.style.height = "auto";
    element.style.height = `${Math.min(element.scrollHeight + 2, 240)}px`;
    if (cursor.current === undefined) return;
    element.setSelectionRange(cursor.current, cursor.current);
    cursor.current = undefined;
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- it is what makes it higher
  }, [text]);
  useEffect(() => () => typing?.stopped(), [typing]);

  function startEditing(shown: ShownMessage): void {
    const typed = toTyped(shown.message.text);
    if (editing === undefined) setBefore(draft);
    setReply(undefined);
    setEditing(shown);
    setDraft({ text: typed.text, chosen: [...typed.chosen] });
    cursor.current = typed.text.length;
    field.current?.focus();
  }

  function stopEditing(): void {
    if (editing === undefined) return;
    setEditing(undefined);
    setDraft(before ?? nothing);
    setBefore(undefined);
  }

  async function send(): Promise<void> {
    if (!maySend || isSending.current) return;
    const words = toSent(text, people, new Set(draft.chosen));
    if (words.length > mostText) {
      setProblem(`A message has ${mostText} letters at most.`);
      return;
    }
    setProblem(undefined);
    setAsked(undefined);
    typing?.stopped();
    if (editing) {
      stopEditing();
      const isOther = words !== editing.message.text;
      if (asking.isChat && editing.key !== undefined) {
        on.onAskAgain({ question: editing.key, ...(isOther && { text: words }) });
      } else if (isOther) await room.edit(editing, words);
      return;
    }
    isSending.current = true;
    const ask = await asking.askFor(words).finally(() => (isSending.current = false));
    const files = attachments.take();
    setReply(undefined);
    write(nothing);
    await room.send({
      text: words,
      ...(reply?.key !== undefined && { quote: reply.key }),
      ...(files.length > 0 && { files }),
      ...(ask && { ask }),
    });
  }

  function look(element: HTMLTextAreaElement): void {
    const next =
      element.selectionStart === element.selectionEnd
        ? askedAt(element.value, element.selectionStart)
        : undefined;
    if (next?.from !== asked?.from || next?.words !== asked?.words) setAt(0);
    // Behind a whole name and a space the sentence goes on.
    const isOver = element.value[element.selectionStart - 1] === " ";
    const isWhole = named.some(({ name }) => foldText(name) === next?.words);
    setAsked(isOver && isWhole ? undefined : next);
  }

  function choose(one: string, name: string): void {
    const element = field.current;
    if (!element || asked === undefined) return;
    const next = withMention(text, element.selectionStart, asked.from, name);
    cursor.current = next.cursor;
    setAsked(undefined);
    const chosen = one === aiPerson.uid ? draft.chosen : [...new Set([...draft.chosen, one])];
    write({ text: next.text, chosen });
    element.focus();
  }

  function take(event: KeyboardEvent<HTMLTextAreaElement>): void {
    const { key, shiftKey, nativeEvent } = event;
    // Enter ends a word there, in many languages.
    if (nativeEvent.isComposing) return;
    if (current !== undefined) {
      const step = { ArrowDown: 1, ArrowUp: -1 }[key] ?? 0;
      const count = offered.length;
      if (step !== 0) setAt((Math.min(at, count - 1) + step + count) % count);
      else if (key === "Enter" || key === "Tab") choose(current.uid, current.name);
      else if (key === "Escape") setAsked(undefined);
      else return;
    } else if (key === "Enter" && !shiftKey && !hasSoftKeys()) void send();
    else if (key === "Escape" && (editing || reply)) {
      stopEditing();
      setReply(undefined);
    } else if (key === "ArrowUp" && text === "" && !editing) {
      const last = state.messages.findLast(
        ({ message }) => message.by === uid && !message.gone && !message.note,
      );
      if (!last) return;
      startEditing(last);
    } else return;
    event.preventDefault();
  }

  function paste(event: ClipboardEvent): void {
    const files = [...event.clipboardData.files];
    if (files.length === 0 || editing) return;
    event.preventDefault();
    void attachments.give(files);
  }

  if (closed !== undefined) return <p className="chat-closed">{closed}</p>;
  return (
    <form
      className="chat-composer"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {editing || reply ? (
        <p className="chat-about">
          <span dir="auto">
            {editing
              ? asking.isChat
                ? "You are changing a question: it is asked anew, and what comes after it goes."
                : "You are changing a message."
              : `Answering ${nameIn(state, reply!.message.by)}: ${plainOf(reply!.message.text).slice(0, 120) || "a file"}`}
          </span>
          <button
            type="button"
            className="act"
            onClick={() => {
              stopEditing();
              setReply(undefined);
            }}
          >
            Cancel
          </button>
        </p>
      ) : null}
      <AttachmentList attachments={attachments} />
      {asking.isAsked || asking.coming ? (
        <AskBar
          id={`${id}-price`}
          uid={uid}
          asking={asking.offer}
          isAsked={asking.isAsked}
          isChat={asking.isChat}
          coming={asking.coming}
          onStop={(answer) => {
            on.onStop(answer);
            // The button goes, and the focus would with it.
            if (!hasSoftKeys()) field.current?.focus();
          }}
        />
      ) : null}
      <div role="alert">
        {(problem ?? attachments.problem) ? (
          <p className="upload-problem">{problem ?? attachments.problem}</p>
        ) : null}
      </div>
      <div className="chat-write">
        <button
          type="button"
          className="chat-tool-button"
          aria-label="Attach files"
          title="Attach files"
          disabled={editing !== undefined}
          onClick={() => picker.current?.click()}
        >
          <ClipIcon />
        </button>
        <input
          type="file"
          multiple
          hidden
          ref={picker}
          aria-label="Files for this message"
          onChange={({ currentTarget }) => {
            const files = [...(currentTarget.files ?? [])];
            // The same file can be chosen twice in a row.
            currentTarget.value = "";
            void attachments.give(files);
          }}
        />
        <div className="chat-field">
          <textarea
            ref={field}
            rows={1}
            dir="auto"
            aria-label={label}
            placeholder={label}
            value={text}
            maxLength={mostText}
            enterKeyHint={hasSoftKeys() ? "enter" : "send"}
            aria-describedby={asking.isAsked ? `${id}-price` : undefined}
            aria-autocomplete="list"
            aria-controls={current ? `${id}-list` : undefined}
            aria-activedescendant={current ? `${id}-${current.uid}` : undefined}
            onChange={({ currentTarget }) => {
              write({ ...draft, text: currentTarget.value });
              look(currentTarget);
              if (currentTarget.value !== "") typing?.typed();
            }}
            onSelect={({ currentTarget }) => look(currentTarget)}
            onKeyDown={take}
            onPaste={paste}
            onBlur={() => setAsked(undefined)}
          />
          {current === undefined ? null : (
            <MentionList id={id} offered={offered} current={current.uid} onChoose={choose} />
          )}
        </div>
        <button
          type="button"
          className="chat-tool-button"
          aria-label="Emoji"
          title="Emoji"
          onClick={({ currentTarget }) => {
            const { left, top } = currentTarget.getBoundingClientRect();
            on.onEmoji({ x: left, y: top });
          }}
        >
          <SmileIcon />
        </button>
        <button
          type="submit"
          className="chat-tool-button"
          aria-label={editing ? "Save" : asking.isAsked ? "Send and ask the AI" : "Send"}
          title={editing ? "Save" : asking.isAsked ? "Send and ask the AI" : "Send"}
          disabled={!maySend}
        >
          <SendIcon />
        </button>
      </div>
      {left <= fewLeft ? <p className="faint chat-left">{left} letters left</p> : null}
    </form>
  );
}

const nothing: Draft = { text: "", chosen: [] };

function draftIn(kept: unknown): Draft {
  const { text, chosen } = (kept ?? {}) as Partial<Draft>;
  if (typeof text !== "string") return nothing;
  return { text, chosen: Array.isArray(chosen) ? chosen : [] };
}

/** There Enter is a new line, and the button sends. */
function hasSoftKeys(): boolean {
  return matchMedia("(hover: none) and (pointer: coarse)").matches;
}
