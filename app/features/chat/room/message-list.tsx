/** The history of a room: it stays at its end while somebody is there, and in its place when older messages come. */
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { Virtualizer } from "virtua";
import type { VirtualizerHandle } from "virtua";
import { isField } from "#app/parts/tool-frame/is-field.ts";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { dayOf } from "#app/parts/tool-frame/when.ts";
import type { Opened } from "../store/use-room.ts";
import type { MessageActs } from "./message-acts.ts";
import { MessageRow } from "./message-row.tsx";
import { type Row, cameBefore, rowsOf } from "./rows.ts";

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
const nearTop = 600;

export function MessageList({ opened, acts, label, at, blocked }: Props) {
  const { room, state } = opened;
  const { messages, newFrom, hasOlder, hasNewer, isLoading } = state;
  const place = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const isStuck = useRef(at === undefined);
  const [isAway, setAway] = useState(false);
  const [current, setCurrent] = useState<string>();
  const rows = useMemo(
    () => rowsOf(messages, { newFrom, uid: room.uid }),
    [messages, newFrom, room.uid],
  );
  const [before, setBefore] = useState<readonly Row[]>(rows);
  const [isShifted, setShifted] = useState(false);
  if (before !== rows) {
    setBefore(rows);
    setShifted(cameBefore(before, rows));
  }
  const count = rows.length;

  // What is read: the last one on the screen, while somebody looks at it.
  const look = useCallback(() => {
    const { current: virtual } = list;
    const { current: element } = place;
    if (!virtual || !element || count === 0) return;
    // Not those of the list, above which there is room while it is short.
    const end = element.scrollTop + element.clientHeight;
    const isNear = end >= element.scrollHeight - nearEnd;
    if (!hasNewer) isStuck.current = isNear;
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
  }, [rows, count, hasOlder, hasNewer, room]);

  // Who writes sees what they wrote, wherever they were.
  const last = rows.at(-1);
  const ownLast = last?.kind === "message" && last.shown.state === "sending" ? last.id : undefined;
  const ownBefore = useRef(ownLast);
  useLayoutEffect(() => {
    if (ownLast !== undefined && ownLast !== ownBefore.current) isStuck.current = true;
    ownBefore.current = ownLast;
  }, [ownLast]);
  const newAt = rows.findIndex(({ kind }) => kind === "new");
  const isBegun = useRef(false);
  useLayoutEffect(() => {
    if (count === 0 || isLoading) return;
    // Who comes in begins where they have read to.
    if (!isBegun.current && newAt !== -1 && isStuck.current) {
      isStuck.current = false;
      list.current?.scrollToIndex(newAt, { align: "start", offset: -48 });
    }
    isBegun.current = true;
  }, [count, isLoading, newAt]);
  useLayoutEffect(() => {
    if (isStuck.current && !hasNewer && count > 0) {
      list.current?.scrollToIndex(count - 1, { align: "end" });
    }
    // Each change of the rows may make it longer.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [rows, count, hasNewer]);
  useEffect(() => {
    // Once it has been measured.
    const frame = requestAnimationFrame(() => {
      if (isStuck.current && !hasNewer && count > 0) {
        list.current?.scrollToIndex(count - 1, { align: "end" });
      }
      look();
    });
    return () => cancelAnimationFrame(frame);
  }, [look, count, hasNewer]);
  useEffect(() => {
    addEventListener("focus", look);
    document.addEventListener("visibilitychange", look);
    return () => {
      removeEventListener("focus", look);
      document.removeEventListener("visibilitychange", look);
    };
  }, [look]);
  useEffect(() => {
    const { current: element } = place;
    if (!element) return;
    // The composer grows, the keyboard of a phone comes.
    const watch = new ResizeObserver(() => {
      const last = element.querySelectorAll("[data-row]").length;
      if (isStuck.current && last > 0) element.scrollTop = element.scrollHeight;
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, []);

  // Who comes by an address, or jumps, is led there once it has come.
  const shownAt = useRef<number>(undefined);
  useEffect(() => {
    if (at === undefined || shownAt.current === at) return;
    const index = rows.findIndex((row) => row.kind === "message" && row.shown.n === at);
    if (index === -1) {
      if (!isLoading) room.window.jump(at);
      return;
    }
    shownAt.current = at;
    isStuck.current = false;
    list.current?.scrollToIndex(index, { align: "center" });
    // oxlint-disable-next-line react/set-state-in-effect -- it is scrolled to at the same time
    setCurrent(rows[index]!.id);
  }, [at, rows, room, isLoading]);

  const newCount = state.head ? Math.max(0, state.head.n - newFrom) : 0;
  const isNewAbove = newCount > 0 && (messages[0]?.n ?? 0) > newFrom + 1;
  const ids = useMemo(
    () => rows.flatMap((row) => (row.kind === "message" ? [row.id] : [])),
    [rows],
  );
  const currentId = current !== undefined && ids.includes(current) ? current : ids.at(-1);

  function focusOn(id: string | undefined): void {
    const index = rows.findIndex((row) => row.id === id);
    if (id === undefined || index === -1) return;
    setCurrent(id);
    isStuck.current = index === count - 1;
    list.current?.scrollToIndex(index, { align: "nearest" });
    requestAnimationFrame(() => {
      const element = place.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`);
      element?.focus({ preventScroll: true });
    });
  }

  function walk(event: KeyboardEvent<HTMLElement>): void {
    if (isField(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const from = ids.indexOf(currentId ?? "");
    const to = by === undefined ? { Home: ids[0], End: ids.at(-1) }[event.key] : ids[from + by];
    if (to === undefined) return;
    event.preventDefault();
    focusOn(to);
  }

  if (state.status === "loading" && count === 0) {
    return (
      <div className="chat-scroll">
        <SkeletonRows rows={6} />
      </div>
    );
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
            isStuck.current = false;
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
            isStuck.current = true;
            room.window.toEnd();
            list.current?.scrollToIndex(count - 1, { align: "end" });
          }}
        >
          Newest messages
        </button>
      ) : null}
    </div>
  );
}
