/** The keys of the planner: the focus goes from task to task, and with Alt the task goes along. */
import { useCallback, useImperativeHandle, useLayoutEffect, useRef } from "react";
import type { KeyboardEvent, Ref, RefObject } from "react";
import type { ListHandle } from "../list/task-list.tsx";
import { useTodoApp } from "../use-todos.ts";
import type { Entry, Slot } from "./entries.ts";
import { slotByKey } from "./slots.ts";

type Options = {
  ref: Ref<ListHandle>;
  place: RefObject<HTMLElement | null>;
  /** Minutes of the day. */
  workFrom: number;
  entryOf: (key: string) => Entry | undefined;
  onStep: (entry: Entry, slot: Slot) => void;
  onMove: (entry: Entry) => void;
  onOpen: (id: string) => void;
};

type PlannerKeys = {
  onKeyDown: (event: KeyboardEvent) => void;
  onFocus: (event: { target: EventTarget }) => void;
  onBlur: () => void;
  /** When it is drawn. */
  focus: (key: string) => void;
};

/** What was moved may stand behind a number now, and is not waited for. */
const drawnWithinMs = 2000;

export function usePlannerKeys(options: Options): PlannerKeys {
  const { ref, place, onOpen } = options;
  const { acts, stack } = useTodoApp();
  const current = useRef<{ key: string; at: number }>(undefined);
  const hasFocus = useRef(false);
  const wanted = useRef<{ key: string; until: number }>(undefined);
  const now = useRef(options);
  useLayoutEffect(() => {
    now.current = options;
  });

  const openers = useCallback(
    () => [...(place.current?.querySelectorAll<HTMLElement>("[data-entry] .planner-open") ?? [])],
    [place],
  );
  const find = useCallback(
    (key: string | undefined) => openers().find((opener) => keyOf(opener) === key),
    [openers],
  );
  const goTo = useCallback((opener: HTMLElement | undefined) => {
    opener?.focus({ preventScroll: true });
    opener?.closest("[data-entry]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, []);
  const walk = useCallback(
    (by: 1 | -1) => {
      const all = openers();
      const at = all.findIndex((opener) => keyOf(opener) === current.current?.key);
      const next = at === -1 ? (by === 1 ? 0 : all.length - 1) : at + by;
      goTo(all[Math.min(Math.max(next, 0), all.length - 1)]);
    },
    [openers, goTo],
  );
  const focus = useCallback((key: string) => {
    wanted.current = { key, until: performance.now() + drawnWithinMs };
  }, []);

  useImperativeHandle(
    ref,
    () => ({
      walk,
      current: () => current.current?.key.split(" ")[1],
      edit: onOpen,
      back: () => goTo(find(current.current?.key) ?? openers()[0]),
      move() {
        const entry = now.current.entryOf(current.current?.key ?? "");
        if (entry) now.current.onMove(entry);
      },
      focus: (id) => goTo(openers().find((opener) => keyOf(opener)?.split(" ")[1] === id)),
    }),
    [walk, onOpen, goTo, openers, find],
  );

  // What had the focus is drawn elsewhere, or is gone: the focus goes along, or to what stands there now.
  useLayoutEffect(() => {
    if (wanted.current !== undefined) {
      const { key, until } = wanted.current;
      const found = find(key);
      goTo(found);
      if (found || performance.now() > until) wanted.current = undefined;
      return;
    }
    const last = current.current;
    const { activeElement } = document;
    if (!last || !hasFocus.current) return;
    if (activeElement !== document.body && activeElement?.isConnected) return;
    const all = openers();
    goTo(find(last.key) ?? all[Math.min(last.at, all.length - 1)]);
  });

  function onKeyDown(event: KeyboardEvent): void {
    const { target, key } = event;
    if (!(target instanceof HTMLElement) || event.defaultPrevented) return;
    const entry = options.entryOf(keyOf(target) ?? "");
    if (!entry || target.matches("input:not([type=checkbox])")) return;
    const slot = slotByKey(entry, event, options.workFrom);
    if (slot) options.onStep(entry, slot);
    else if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    else if (key === "ArrowDown" || key === "ArrowUp") walk(key === "ArrowDown" ? 1 : -1);
    else if (key === "Delete" || key === "Backspace") acts.remove([entry.id]);
    else return;
    event.preventDefault();
  }

  const onFocus = useCallback(
    ({ target }: { target: EventTarget }) => {
      const key = target instanceof HTMLElement ? keyOf(target) : undefined;
      if (key === undefined) return;
      wanted.current = undefined;
      if (current.current && current.current.key !== key) stack.settle();
      const at = openers().findIndex((opener) => keyOf(opener) === key);
      current.current = { key, at };
      hasFocus.current = true;
    },
    [openers, stack],
  );
  // Not told of what is taken out of the page with the focus in it.
  const onBlur = useCallback(() => {
    hasFocus.current = false;
  }, []);
  return { onKeyDown, onFocus, onBlur, focus };
}

function keyOf(element: Element): string | undefined {
  return element.closest<HTMLElement>("[data-entry]")?.dataset["entry"];
}
