/** The tasks of a view. Of thousands only those in sight are in the page. */
import { useEffect, useImperativeHandle, useRef } from "react";
import type { Ref } from "react";
import { WindowVirtualizer } from "virtua";
import type { VirtualizerHandle, WindowVirtualizerHandle } from "virtua";
import type { Row } from "../index/rows.ts";
import { useTodoApp } from "../use-todos.ts";
import { dayHeading } from "#lib/dates/date-words.ts";
import { TaskLine } from "./task-row.tsx";
import { useListKeys } from "./use-list-keys.ts";
import type { ListKeys, ListState } from "./use-list-keys.ts";
import type { watchTaskDrag } from "./task-drag.ts";

export type ListHandle = {
  walk(by: 1 | -1): void;
  current(): string | undefined;
  edit(id: string): void;
  focus(id: string): void;
  back?(): void;
  /** Asks where to. */
  move?(id: string): void;
};

type Props = {
  ref: Ref<ListHandle>;
  label: string;
  rows: readonly Row[];
  today: string;
  isMixed: boolean;
  /** Its order is the owner's. */
  isOrdered: boolean;
  opened: string | undefined;
  chosen: ReadonlySet<string>;
  isChoosing: boolean;
  onOpen: (id: string) => void;
  onChoose: ListKeys["choose"];
  onFold: ListKeys["fold"];
  onMove: ListKeys["move"];
};

const usualHeight = 44;

export function TaskList(props: Props) {
  const { ref, label, rows, today, isMixed, isOrdered, opened, chosen, isChoosing } = props;
  const place = useRef<HTMLDivElement>(null);
  const virtual = useRef<WindowVirtualizerHandle & VirtualizerHandle>(null);
  const { keys, edited, current, back, walk, onKeyDown, onFocus, onBlur } = useListKeys({
    ...props,
    place,
    virtual,
  });
  useImperativeHandle(ref, () => handleOf({ keys, walk, current, back }), [
    keys,
    walk,
    current,
    back,
  ]);
  useTaskDrag(place, isOrdered);
  return (
    // The keys are a shorter way to what its buttons do.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={place}
      className="task-list-place"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      onBlur={onBlur}
    >
      <WindowVirtualizer ref={virtual} as="ul" item="li" itemSize={usualHeight} data={rows}>
        {(row) =>
          row.kind === "heading" ? (
            <h3 key={row.id} className="task-heading" data-heading={headingKind(row)}>
              {headingWords(row, today)} <span>{row.count}</span>
            </h3>
          ) : (
            <TaskLine
              key={row.id}
              {...row}
              today={today}
              isMixed={isMixed}
              isOpen={row.id === opened}
              isChosen={chosen.has(row.id)}
              isChoosing={isChoosing}
              isEdited={row.id === edited}
              keys={keys}
            />
          )
        }
      </WindowVirtualizer>
    </section>
  );
}

export function handleOf({
  keys,
  ...steps
}: Pick<ListState, "keys" | "walk" | "current" | "back">): ListHandle {
  return { ...steps, edit: keys.edit, focus: keys.focus, move: (id) => keys.move([id]) };
}

type HeadingRow = Extract<Row, { kind: "heading" }>;

function headingKind({ heading }: HeadingRow): string {
  return typeof heading === "string" ? heading : "day";
}

function headingWords({ heading }: HeadingRow, today: string): string {
  if (heading === "overdue") return "Overdue";
  if (heading === "today") return "Today";
  return heading === "noDay" ? "Without a day" : dayHeading(heading.day, today);
}

/** What is needed to drag comes after the list is there: nobody drags in the first moment. */
function useTaskDrag(place: { current: HTMLElement | null }, isOrdered: boolean): void {
  const { store, acts } = useTodoApp();
  useEffect(() => {
    const life = new AbortController();
    const start = async () => {
      let watch: typeof watchTaskDrag;
      try {
        ({ watchTaskDrag: watch } = await import("./task-drag.ts"));
      } catch {
        // Without it there is still "Move to…" and the keyboard.
        return;
      }
      if (life.signal.aborted || place.current === null) return;
      life.signal.addEventListener(
        "abort",
        watch({ place: place.current, store, acts, isOrdered }),
      );
    };
    void start();
    return () => life.abort();
  }, [place, store, acts, isOrdered]);
}
