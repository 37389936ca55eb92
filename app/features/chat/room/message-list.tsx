/** The history of a room: it stays at its end while somebody is there, and in its place when older messages come. */
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { useLocation } from "react-router";
import { Virtualizer } from "virtua";
import type { VirtualizerHandle } from "virtua";
import { isField } from "#app/parts/tool-frame/is-field.ts";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { dayOf } from "#app/parts/tool-frame/when.ts";
import type { Opened } from "../store/use-room.ts";
import type { MessageActs } from "./message-acts.ts";
import { MessageRow } from "./message-row.tsx";
import { type Row, cameBefore, rowsOf } from "./rows.ts";
import { useHeldPlace } from "./use-held-place.ts";

type Props = {
  opened: Opened;
  acts: MessageActs;
  label: string;
  /** The number of the message that the address names; it is shown and marked. */
  at: number | undefined;
  blocked: ReadonlySet<string>;
};

/** Pixels from the end that count as being there, and from the beginning at which older ones are asked for. */
const nearEnd = 60;
const nearTop = 1000;
/** For which somebody is led to a row. */
const mostFrames = 60;

export function MessageList(props: Props) {
  const { state } = props.opened;
  const isEmpty = (state.status === "loading" || state.isLoading) && state.messages.length === 0;
  const [wasLoaded, setLoaded] = useState(!isEmpty);
  if (!wasLoaded && !isEmpty) setLoaded(true);
  // Who jumps far away has nothing there for a moment, and stays in the list.
  if (!wasLoaded) {
    return (
      <div className="chat-scroll">
        <SkeletonRows rows={6} />
      </div>
    );
  }
  return <LoadedList {...props} />;
}

function LoadedList({ opened, acts, label, at, blocked }: Props) {
  const { room, state } = opened;
  const { messages, newFrom, hasOlder, hasNewer, isLoading } = state;
  const isChat = state.facts?.kind === "ai";
  const place = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const [isAway, setAway] = useState(false);
  const [current, setCurrent] = useState<string>();
  const rows = useMemo(
    () => rowsOf(messages, { newFrom, uid: room.uid, isChat }),
    [messages, newFrom, room.uid, isChat],
  );
  const [before, setBefore] = useState<readonly Row[]>(rows);
  const [isShifted, setShifted] = useState(false);
  if (before !== rows) {
    setBefore(rows);
    setShifted(cameBefore(before, rows));
  }
  const count = rows.length;
  const begins = at === undefined ? "end" : undefined;
  const held = useHeldPlace(place, list, { rows, hasNewer, begins });

  /** The row that has the focus once it is there: those far away are drawn, measured and shown one after the other. */
  const wanted = useRef<string>(undefined);
  const focusOn = useCallback((id: string) => {
    wanted.current = id;
    const look = (frames: number) => {
      const name = `[data-row="${CSS.escape(id)}"]`;
      const element = place.current?.querySelector<HTMLElement>(name);
      element?.focus({ preventScroll: true });
      if (wanted.current !== id || frames === 0 || element?.matches(":focus")) return;
      requestAnimationFrame(() => look(frames - 1));
    };
    look(mostFrames);
  }, []);

  // What is read: the last one on the screen, while somebody looks at it.
  const look = useCallback(() => {
    const { current: virtual } = list;
    const { current: element } = place;
    if (!virtual || !element || count === 0) return;
    const isNear = held.looked();
    // Not those of the list, above which there is room while it is short.
    const end = element.scrollTop + element.clientHeight;
    setAway(hasNewer || !isNear);
    if (element.scrollTop < nearTop && hasOlder) room.window.older();
    if (end > element.scrollHeight - nearTop && hasNewer) room.window.newer();
    if (document.visibilityState !== "visible" || !document.hasFocus()) return;
    for (let index = virtual.findItemIndex(end - 1); index >= 0; index -= 1) {
      const row = rows[index];
      if (row?.kind !== "message" || row.shown.n === undefined) continue;
      const isWhole = virtual.getItemOffset(index) + virtual.getItemSize(index) <= end + nearEnd;
      if (isWhole || index === 0) {
        room.seen(row.shown.n);
        return;
      }
    }
  }, [rows, count, hasOlder, hasNewer, room, held]);

  const newId = rows.find(({ kind }) => kind === "new")?.id;
  const lastId = useRef<string>(undefined);
  useLayoutEffect(() => {
    const row = rows.at(-1);
    const hasCome = lastId.current !== undefined && row?.id !== lastId.current;
    lastId.current = row?.id;
    // Who writes wishes to see it there.
    if (hasCome && row?.kind === "message" && row.shown.state === "sending") held.toEnd();
    else held.hold(hasCome && !hasNewer);
  }, [rows, hasNewer, held]);
  // Who comes in begins where they have read to.
  const isToNew = useRef(at === undefined);
  useLayoutEffect(() => {
    if (count === 0 || isLoading) return;
    if (isToNew.current && newId !== undefined) held.toRow(newId, { isFirst: true });
    isToNew.current = false;
  }, [count, isLoading, newId, held]);
  useEffect(() => {
    // Once it has been measured.
    const frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [look]);
  useEffect(() => {
    const { current: element } = place;
    if (!isAway || hasNewer || !element) return;
    // Where all of it has room by now nothing is scrolled any more that would say so.
    const watch = new ResizeObserver(() => setAway(!held.looked()));
    for (const one of [element, ...element.children]) watch.observe(one);
    return () => watch.disconnect();
  }, [isAway, hasNewer, held]);
  useEffect(() => {
    addEventListener("focus", look);
    document.addEventListener("visibilitychange", look);
    return () => {
      removeEventListener("focus", look);
      document.removeEventListener("visibilitychange", look);
    };
  }, [look]);

  // Who comes by an address, or jumps, is led there once it has come.
  const { key: step } = useLocation();
  const asked = useRef({ step: "", isLoaded: false, isThere: false });
  useEffect(() => {
    if (asked.current.step !== step) {
      asked.current = { step, isLoaded: false, isThere: at === undefined };
    }
    const of = asked.current;
    if (at === undefined || of.isThere) return;
    const row = rows.find((one) => one.kind === "message" && one.shown.n === at);
    if (row === undefined) {
      if (isLoading) return;
      // There is no such message.
      of.isThere = of.isLoaded;
      if (of.isThere) held.toEnd();
      else room.window.jump(at);
      of.isLoaded = true;
      return;
    }
    of.isThere = true;
    held.toRow(row.id, { isFirst: false });
    // oxlint-disable-next-line react/set-state-in-effect -- it is scrolled to at the same time
    setCurrent(row.id);
    focusOn(row.id);
  }, [at, step, rows, room, isLoading, held, focusOn]);

  const newCount = state.head ? Math.max(0, state.head.n - newFrom) : 0;
  const isNewAbove = newCount > 0 && (messages[0]?.n ?? 0) > newFrom + 1;
  const ids = useMemo(
    () => rows.flatMap((row) => (row.kind === "message" ? [row.id] : [])),
    [rows],
  );
  const answering = useMemo(
    () => new Set(messages.flatMap((one) => (one.state === "coming" ? [one.message.ai?.to] : []))),
    [messages],
  );
  const currentId = current !== undefined && ids.includes(current) ? current : ids.at(-1);

  function goTo(id: string | undefined): void {
    const index = rows.findIndex((row) => row.id === id);
    if (id === undefined || index === -1) return;
    setCurrent(id);
    if (index === count - 1) held.toEnd();
    else {
      held.letGo();
      list.current?.scrollToIndex(index, { align: "nearest" });
    }
    focusOn(id);
  }

  function walk(event: KeyboardEvent<HTMLElement>): void {
    if (isField(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const from = ids.indexOf(currentId ?? "");
    const to = by === undefined ? { Home: ids[0], End: ids.at(-1) }[event.key] : ids[from + by];
    if (to === undefined) return;
    event.preventDefault();
    goTo(to);
  }

  return (
    <div className="chat-history">
      {/* The keys go from one message to the next. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/prefer-tag-over-role */}
      <div
        ref={place}
        className="chat-scroll"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no form
        role="group"
        aria-label={label}
        onKeyDown={walk}
        data-loading={isLoading || undefined}
      >
        <div className="chat-fill" />
        <Virtualizer
          ref={list}
          scrollRef={place}
          data={rows}
          shift={isShifted}
          bufferSize={400}
          onScroll={look}
          onScrollEnd={look}
        >
          {(row) =>
            row.kind === "message" ? (
              <MessageRow
                key={row.id}
                row={row}
                room={room}
                state={state}
                acts={acts}
                isCurrent={row.id === currentId}
                isMarked={at !== undefined && row.shown.n === at}
                isAnswering={answering.has(row.shown.key)}
                isBlocked={blocked.has(row.shown.message.by)}
                onCurrent={setCurrent}
              />
            ) : row.kind === "day" ? (
              <h3 key={row.id} className="chat-day">
                <span>{dayOf(row.at)}</span>
              </h3>
            ) : (
              <p key={row.id} className="chat-new">
                <span>New</span>
              </p>
            )
          }
        </Virtualizer>
      </div>
      {isNewAbove ? (
        <button
          type="button"
          className="chat-jump"
          data-place="top"
          onClick={() => {
            held.letGo();
            isToNew.current = true;
            room.window.jump(newFrom + 1);
          }}
        >
          {newCount} new: go to the first
        </button>
      ) : null}
      {isAway ? (
        <button
          type="button"
          className="chat-jump"
          data-place="end"
          onClick={() => {
            room.window.toEnd();
            held.toEnd();
          }}
        >
          Newest messages
        </button>
      ) : null}
    </div>
  );
}
