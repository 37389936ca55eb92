/**
 * A list whose order people change: by dragging, and without: each handle opens "Move to…", and Alt with an arrow moves
 * by one. What moved is said. The caller moves the items; the focus goes along.
 */
import {
  Fragment,
  memo,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { KeyboardEvent, ReactNode, RefObject } from "react";
import { GripIcon } from "./grip-icon.tsx";
import { MoveTo } from "./move-to.tsx";
// The types of what is loaded late.
import type { DragEdge, watchDrag } from "./drag.ts";

type Props<Item> = {
  items: readonly Item[];
  /** Stays with the item wherever it goes. */
  keyOf: (item: Item) => string;
  /** As it is called in sentences: "Move Atlas". */
  titleOf: (item: Item) => string;
  /** `to` is its place in the list as it is afterwards, both from 0. */
  onMove: (from: number, to: number) => void;
  /** Keep it the same from one rendering to the next: then only what changed is drawn. Put `handle` where it is seen. */
  renderItem: (item: Item, handle: ReactNode) => ReactNode;
  label: string;
  /** No order to change just now: no handles. */
  isFixed?: boolean;
  /** Where the items stand beside each other. */
  axis?: "vertical" | "horizontal";
  className?: string;
};

type Opened = { key: string; at: DOMRect };

export function SortableList<Item>(props: Props<Item>) {
  const { items, keyOf, titleOf, renderItem, label, isFixed = false, axis = "vertical" } = props;
  const list = useRef<HTMLUListElement>(null);
  const [opened, setOpened] = useState<Opened>();
  const now = useRef(props);
  const follow = useRef<string>(undefined);
  const followed = useRef(items);
  const [words, setWords] = useState("");
  useLayoutEffect(() => {
    now.current = props;
  });

  const indexOf = useCallback((key: string) => {
    const { items: all, keyOf: keyOfNow } = now.current;
    return all.findIndex((item) => keyOfNow(item) === key);
  }, []);

  const move = useCallback(
    (key: string, to: number) => {
      const { items: all, titleOf: titleOfNow, onMove } = now.current;
      const from = indexOf(key);
      const place = Math.max(0, Math.min(all.length - 1, to));
      if (from === -1) return;
      const title = titleOfNow(all[from]!);
      if (place === from) {
        setWords(`${title} stays at ${from + 1} of ${all.length}.`);
        return;
      }
      follow.current = key;
      setWords(`${title} is now ${place + 1} of ${all.length}.`);
      onMove(from, place);
    },
    [indexOf],
  );

  // Putting an element elsewhere takes the focus from it.
  useLayoutEffect(() => {
    const key = follow.current;
    if (key === undefined || followed.current === items) return;
    follow.current = undefined;
    const element = rowOf(list.current, key);
    if (element === undefined) return;
    handleOf(element)?.focus({ preventScroll: true });
    element.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
  useLayoutEffect(() => {
    followed.current = items;
  });

  useDrag(list, isFixed, axis, move, indexOf);

  const onKeys = useCallback(
    (event: KeyboardEvent, key: string) => {
      if (!event.altKey || event.ctrlKey || event.metaKey) return;
      const { axis: way = "vertical" } = now.current;
      const back = way === "horizontal" ? "ArrowLeft" : "ArrowUp";
      const on = way === "horizontal" ? "ArrowRight" : "ArrowDown";
      const step = event.key === back ? -1 : event.key === on ? 1 : 0;
      if (step === 0) return;
      event.preventDefault();
      event.stopPropagation();
      move(key, indexOf(key) + step);
    },
    [move, indexOf],
  );
  const onOpen = useCallback((key: string, at: DOMRect) => setOpened({ key, at }), []);

  const openedAt =
    opened === undefined ? -1 : items.findIndex((item) => keyOf(item) === opened.key);
  return (
    <>
      <ul
        ref={list}
        className={`sortable ${props.className ?? ""}`}
        data-axis={axis}
        // Without list marks some screen readers would not say that it is one.
        // oxlint-disable-next-line jsx-a11y/no-redundant-roles
        role="list"
        aria-label={label}
      >
        {items.map((item) => {
          const key = keyOf(item);
          return (
            <Row
              key={key}
              id={key}
              item={item}
              title={titleOf(item)}
              isFixed={isFixed || items.length < 2}
              isOpened={opened?.key === key}
              renderItem={renderItem as (item: unknown, handle: ReactNode) => ReactNode}
              onKeys={onKeys}
              onOpen={onOpen}
            />
          );
        })}
      </ul>
      <output className="unseen">{words}</output>
      {opened === undefined || openedAt === -1 ? null : (
        <MoveTo
          title={titleOf(items[openedAt]!)}
          index={openedAt}
          count={items.length}
          at={opened.at}
          onMove={(to) => {
            setOpened(undefined);
            move(opened.key, to);
          }}
          onClose={() => {
            setOpened(undefined);
            const element = rowOf(list.current, opened.key);
            if (element !== undefined) handleOf(element)?.focus({ preventScroll: true });
          }}
        />
      )}
    </>
  );
}

type RowProps = {
  id: string;
  item: unknown;
  title: string;
  isFixed: boolean;
  isOpened: boolean;
  renderItem: (item: unknown, handle: ReactNode) => ReactNode;
  onKeys: (event: KeyboardEvent, key: string) => void;
  onOpen: (key: string, at: DOMRect) => void;
};

const Row = memo(function Row({
  id,
  item,
  title,
  isFixed,
  isOpened,
  renderItem,
  onKeys,
  onOpen,
}: RowProps) {
  const handle = isFixed ? null : (
    <button
      type="button"
      className="sortable-handle"
      aria-label={`Move ${title}`}
      aria-haspopup="dialog"
      aria-expanded={isOpened}
      title="Drag, or choose a place. Alt and an arrow key moves by one."
      onClick={({ currentTarget }) => onOpen(id, currentTarget.getBoundingClientRect())}
    >
      <GripIcon />
    </button>
  );
  return (
    // The keys are a shorter way to what the handle opens.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className="sortable-item"
      data-key={id}
      onKeyDown={isFixed ? undefined : (event) => onKeys(event, id)}
    >
      <Fragment>{renderItem(item, handle)}</Fragment>
    </li>
  );
});

/** What is needed to drag comes after the list is there: nobody drags in the first moment. */
function useDrag(
  list: RefObject<HTMLUListElement | null>,
  isFixed: boolean,
  axis: "vertical" | "horizontal",
  move: (key: string, to: number) => void,
  indexOf: (key: string) => number,
): void {
  const own = useId();
  useEffect(() => {
    if (isFixed) return;
    const life = new AbortController();
    const start = async () => {
      let watch: typeof watchDrag;
      try {
        ({ watchDrag: watch } = await import("./drag.ts"));
      } catch {
        // Without it there is still the handle's menu and the keyboard.
        return;
      }
      const element = list.current;
      if (life.signal.aborted || element === null) return;
      const stop = watch({
        list: element,
        own,
        axis,
        onDrop: (key: string, target: string, edge: DragEdge) => {
          const from = indexOf(key);
          const at = indexOf(target);
          if (from === -1 || at === -1 || from === at) return;
          const gap = edge === "after" ? at + 1 : at;
          move(key, gap > from ? gap - 1 : gap);
        },
      });
      life.signal.addEventListener("abort", stop);
    };
    void start();
    return () => life.abort();
  }, [list, own, isFixed, axis, move, indexOf]);
}

function rowOf(list: HTMLElement | null, key: string): HTMLElement | undefined {
  return [...(list?.children ?? [])].find(
    (child): child is HTMLElement => child instanceof HTMLElement && child.dataset["key"] === key,
  );
}

function handleOf(row: HTMLElement): HTMLElement | null {
  return row.querySelector<HTMLElement>(".sortable-handle");
}
