/** A room as one browser has it open: its history, what is on its way there, who is in it, how far it is read. */
import { asksAi } from "#lib/ai/asks-ai.ts";
import type { SentMessage } from "#lib/chat/api.ts";
import { pageLength } from "#lib/chat/limits.ts";
import { messageKey } from "#lib/chat/message.ts";
import type { ChatRead, Pin, RoomFacts, RoomHead, RoomMember } from "#lib/chat/room.ts";
import type { Outbox, OutboxEntry } from "../outbox/outbox.ts";
import type { ChatHttp } from "./chat-http.ts";
import { type WindowSource, createMessageWindow } from "./message-window.ts";
import type { KeptRoom } from "./page-cache.ts";
import type { OpenRoom, RoomState } from "./room-state.ts";
import { type ChatSend, addSend, entriesOf, sendAgain, sendChat } from "./send-chat.ts";
import { idOf, shownOf } from "./shown.ts";
import { keepStreams } from "./streams.ts";

export type RoomParts = {
  outbox: Outbox;
  follow: (
    path: string,
    told: (value: unknown) => void,
    failed: (error: unknown) => void,
  ) => () => void;
  historyAt: (path: string) => WindowSource;
  write: (values: Record<string, unknown>) => Promise<void>;
  newId: () => string;
  now: () => number;
  kept: KeptRoom | undefined;
  keep: (page: KeptRoom | undefined) => void;
  /** Messages of it were marked unread in this tab, which was loaded anew since. */
  isMarked: boolean;
  mark: (isMarked: boolean) => void;
  /** Of tests. */
  http?: ChatHttp;
};

type Asked = {
  uid: string;
  id: string;
  root?: string | undefined;
  /** As the list of rooms knows it. */
  read: ChatRead;
  at?: number | undefined;
};

/** For which something stays in sight that the server has ended and not yet told of. */
const settleMs = 4000;

export function openRoomOf(asked: Asked, parts: RoomParts): OpenRoom {
  const { uid, id, root } = asked;
  const { outbox, follow, kept } = parts;
  const path = root === undefined ? `chat/${id}/messages` : `chat/${id}/replies/${root}`;
  const isRoom = root === undefined;
  const window = createMessageWindow(parts.historyAt(path), isRoom ? kept?.messages : []);
  const listeners = new Set<() => void>();
  let head = isRoom ? kept?.head : undefined;
  let facts = kept?.facts;
  let members: Record<string, RoomMember> = kept?.members ?? {};
  let pins: Record<string, Pin> = {};
  let newFrom = isRoom ? asked.read.n : (asked.read.threads?.[root] ?? 0);
  let readTo = newFrom;
  let isHeld = isRoom && parts.isMarked;
  /** As the server has it. */
  let toldRead: number | undefined;
  /** Of a thread whether it is one of theirs: of others the server keeps no number. */
  let isTheirs = isRoom;
  let isDenied = false;
  let state: RoomState | undefined;
  /** Gone from the outbox, and not yet told of by the server. */
  let settling: OutboxEntry<ChatSend>[] = [];
  let waiting = entriesOf(outbox, id);
  const streams = keepStreams(root, { settleMs, changed });

  if (asked.at !== undefined) window.jump(asked.at);

  function changed(): void {
    state = undefined;
    for (const listener of listeners) listener();
  }

  const failed = (error: unknown) => {
    const { code } = error as { code?: unknown };
    if (code !== "PERMISSION_DENIED") return;
    isDenied = true;
    parts.keep(undefined);
    changed();
  };
  const heard =
    <Value>(take: (value: Value) => void) =>
    (value: unknown) => {
      isDenied = false;
      take(value as Value);
      changed();
    };

  sendChat(outbox, id, parts.http);
  const stops = [
    follow(
      `chat/${id}/room`,
      heard<RoomFacts | null>((value) => (facts = value ?? undefined)),
      failed,
    ),
    follow(
      `chat/${id}/members`,
      heard<typeof members | null>((value) => (members = value ?? {})),
      failed,
    ),
    follow(
      `chat/${id}/streams`,
      heard((value) => streams.hear(value)),
      () => {},
    ),
    ...(isRoom
      ? [
          follow(
            `chat/${id}/head`,
            heard<RoomHead | null>((value) => {
              head = value ?? undefined;
              window.setHead(value?.n ?? 0);
            }),
            failed,
          ),
          follow(
            `chat/${id}/pins`,
            heard<typeof pins | null>((value) => (pins = value ?? {})),
            failed,
          ),
        ]
      : [
          follow(
            `chat/${id}/messages/${root}/thread/count`,
            heard<number | null>((value) => window.setHead(value ?? 0)),
            failed,
          ),
          follow(`chatOf/${uid}/${id}/threads/${root}`, hearTheirs, () => {}),
        ]),
    follow(
      `chatReads/${uid}/${id}/${isRoom ? "n" : `threads/${root}`}`,
      (value) => typeof value === "number" && hearRead(value),
      () => {},
    ),
    outbox.subscribe(lookAtOutbox),
    window.subscribe(() => {
      const shown = window.snapshot();
      const known = new Set(shown.messages.map(([, message]) => idOf(message)));
      settling = settling.filter(
        ({ data }) =>
          data.kind !== "send" ||
          data.isChange ||
          !known.has(idOf({ by: uid, id: data.message.id })),
      );
      if (isRoom && shown.status === "ready" && shown.isAtEnd) keepSoon();
      changed();
    }),
  ];

  function lookAtOutbox(): void {
    const now = entriesOf(outbox, id);
    if (sameEntries(now, waiting)) return;
    const ids = new Set(now.map((entry) => nameOf(entry.data)));
    const gone = waiting.filter((entry) => !ids.has(nameOf(entry.data)) && !entry.data.said);
    settling = [...settling, ...gone];
    // The server tells of an act about when it answers; of one that never shows nothing is held for ever.
    if (gone.length > 0) setTimeout(() => letGo(gone), settleMs);
    waiting = now;
    changed();
  }

  function letGo(gone: readonly OutboxEntry<ChatSend>[]): void {
    settling = settling.filter((entry) => !gone.includes(entry));
    changed();
  }

  function hearTheirs(value: unknown): void {
    const was = isTheirs;
    isTheirs = value !== null;
    // It became one by an answer, or as they are named in it.
    if (!was && isTheirs && readTo > newFrom) writeReadSoon();
  }

  /** Other devices read, and mark messages unread, too: what was done last holds. */
  function hearRead(n: number): void {
    const before = toldRead;
    toldRead = n;
    if (before === undefined) {
      readTo = isHeld ? n : Math.max(readTo, n);
    } else if (n > readTo) {
      readTo = n;
      setHeld(false);
    } else if (n < before && n < readTo) {
      readTo = n;
      newFrom = n;
      setHeld(true);
      changed();
    }
  }

  function setHeld(on: boolean): void {
    if (!isRoom || isHeld === on) return;
    isHeld = on;
    parts.mark(on);
  }

  let keeping: ReturnType<typeof setTimeout> | undefined;
  function keepSoon(): void {
    keeping ??= setTimeout(() => {
      keeping = undefined;
      const { messages } = window.snapshot();
      if (!isDenied && !outbox.closed.aborted)
        parts.keep({ messages: messages.slice(-pageLength), facts, members, head });
    }, 1000);
  }

  let pause: ReturnType<typeof setTimeout> | undefined;
  let isMore = false;
  /** At once, as the page may be left in the next moment; what is read right after it goes together. */
  function writeReadSoon(): void {
    isMore = pause !== undefined;
    if (isMore) return;
    writeRead();
    pause = setTimeout(() => {
      pause = undefined;
      if (isMore) writeReadSoon();
    }, 500);
  }

  function writeRead(): void {
    isMore = false;
    // Who was removed writes nothing of it any more.
    if (isDenied || !isTheirs) return;
    const place = `chatReads/${uid}/${id}`;
    const write = (values: Record<string, unknown>) => parts.write(values);
    if (isRoom) {
      write({ [`${place}/n`]: readTo }).catch(() => undefined);
      return;
    }
    const thread = { [`${place}/threads/${root}`]: readTo };
    // Without the number of a room there is none of its threads; one that is there is not written again, as it may be newer.
    write(thread)
      .catch(() => write({ ...thread, [`${place}/n`]: asked.read.n }))
      .catch(() => undefined);
  }

  const inRoot = root !== undefined && { root };

  /** Of one of theirs that the server has told of. */
  function keyOf(mine: string): string | undefined {
    const found = window.snapshot().messages.find(([, one]) => one.by === uid && one.id === mine);
    return found && messageKey(found[0]);
  }

  return {
    uid,
    id,
    root,
    window,
    snapshot() {
      if (state) return state;
      const shown = window.snapshot();
      const entries = [...settling, ...waiting];
      state = {
        status: isDenied ? "denied" : shown.status === "loading" && kept ? "ready" : shown.status,
        messages: shownOf(shown.messages, entries, {
          uid,
          root,
          isAtEnd: shown.isAtEnd,
          streams: streams.shown(),
        }),
        hasOlder: shown.from > 1 && shown.from !== Infinity,
        hasNewer: !shown.isAtEnd,
        isLoading: shown.isLoading,
        head,
        facts,
        members,
        pins,
        newFrom,
      };
      // Nothing has been written there yet, so nothing is to come.
      if (state.status === "loading" && shown.to === 0 && !shown.isLoading) state.status = "ready";
      return state;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async send(message) {
      const sent = { ...message, id: parts.newId(), ...inRoot };
      window.toEnd();
      await addSend(outbox, id, { kind: "send", message: sent, at: parts.now() });
    },
    act: (act) => addSend(outbox, id, { kind: "act", act }),
    async edit({ key: before, message: { id: mine, at, files, quote } }, text) {
      const key = before ?? keyOf(mine);
      if (key !== undefined) {
        await addSend(outbox, id, { kind: "act", act: { act: "edit", key, text, ...inRoot } });
        return;
      }
      const refused = waiting.find(
        ({ data }) => data.kind === "send" && data.said && data.message.id === mine,
      );
      if (refused) {
        await sendAgain(outbox, refused, text);
        return;
      }
      const sent = waiting.find(
        ({ data }) => data.kind === "send" && data.message.id === mine,
      )?.data;
      const ask = sent?.kind === "send" ? sent.message.ask : undefined;
      const message: SentMessage = {
        id: mine,
        text,
        ...inRoot,
        ...(ask && (facts?.kind === "ai" || asksAi(text)) && { ask }),
        ...(files && { files }),
        ...(quote && { quote: quote.key }),
      };
      await addSend(outbox, id, { kind: "send", message, at, isChange: true });
    },
    async again(entry) {
      const found = waiting.find((one) => one.id === entry);
      if (found) await sendAgain(outbox, found);
    },
    async forget(entry) {
      waiting = waiting.filter((one) => one.id !== entry);
      changed();
      await outbox.forget(entry);
    },
    seen(n) {
      if (isHeld || n <= readTo) return;
      readTo = n;
      writeReadSoon();
    },
    markUnread(n) {
      setHeld(true);
      readTo = Math.max(0, n - 1);
      newFrom = readTo;
      writeRead();
      changed();
    },
    close() {
      if (isMore) writeRead();
      setHeld(false);
      clearTimeout(pause);
      clearTimeout(keeping);
      for (const stop of stops) stop();
      window.close();
      listeners.clear();
    },
  };
}

const nameOf = (data: ChatSend): string =>
  data.kind === "send" ? data.message.id : JSON.stringify(data.act);

function sameEntries(
  one: readonly OutboxEntry<ChatSend>[],
  other: readonly OutboxEntry<ChatSend>[],
): boolean {
  return one.length === other.length && one.every((entry, at) => entry === other[at]);
}
