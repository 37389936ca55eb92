/** What the rows of a list and its keys do: one row is the current one, where the focus is or was. */
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { KeyboardEvent, RefObject } from "react";
import type { VirtualizerHandle } from "virtua";
import type { Row, TaskRow } from "../index/rows.ts";
import { isField } from "#app/parts/tool-frame/is-field.ts";
import { useTodoApp } from "../use-todos.ts";

export type ListKeys = {
  open(id: string): void;
  choose(id: string, isChosen: boolean, withShift: boolean): void;
  fold(id: string, isFolded: boolean): void;
  /** Undefined: no longer. */
  edit: (id: string | undefined) => void;
  /** Asks where to. */
  move(ids: readonly string[]): void;
  focus: (id: string) => void;
};

type Options = {
  rows: readonly Row[];
  place: RefObject<HTMLElement | null>;
  virtual: RefObject<Pick<VirtualizerHandle, "scrollToIndex"> | null>;
  onOpen: (id: string) => void;
  onChoose: ListKeys["choose"];
  onFold: ListKeys["fold"];
  onMove: ListKeys["move"];
};

export type ListState = {
  keys: ListKeys;
  edited: string | undefined;
  /** Of the current task. */
  current: () => string | undefined;
  /** The focus to the current task, or to what stands there now. */
  back: () => void;
  /** To the one so many tasks further on. */
  walk: (by: 1 | -1) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onFocus: (event: { target: EventTarget }) => void;
  onBlur: () => void;
};

const isTask = (row: Row): row is TaskRow => row.kind === "task";

export function useListKeys(options: Options): ListState {
  const { acts } = useTodoApp();
  const now = useRef(options);
  const current = useRef<{ id: string; at: number }>(undefined);
  const hasFocus = useRef(false);
  const [edited, setEdited] = useState<string>();
  useLayoutEffect(() => {
    now.current = options;
  });

  const focus = useCallback((id: string) => {
    const at = now.current.rows.findIndex((row) => isTask(row) && row.id === id);
    if (at === -1) return;
    current.current = { id, at };
    const find = () => {
      // It has gone on meanwhile.
      if (current.current?.id !== id) return true;
      const opener = openerOf(now.current.place.current, id);
      opener?.focus({ preventScroll: true });
      opener?.scrollIntoView({ block: "nearest" });
      return hasIt(opener);
    };
    if (find()) return;
    now.current.virtual.current?.scrollToIndex(at, { align: "nearest" });
    onceDrawn(find);
  }, []);

  const { rows, place } = options;
  // What had the focus is gone, or was drawn anew elsewhere: it goes along, or to what stands there now. Nothing scrolls.
  useLayoutEffect(() => {
    const last = current.current;
    if (last === undefined) return;
    const at = rows.findIndex((row) => isTask(row) && row.id === last.id);
    if (at !== -1) last.at = at;
    if (!hasFocus.current || !isNowhere()) return;
    const next =
      at === -1
        ? (rows.slice(last.at).find(isTask) ?? rows.slice(0, last.at).findLast(isTask))
        : last;
    if (next) current.current = { id: next.id, at: rows.findIndex(({ id }) => id === next.id) };
    const find = () => {
      const element = next ? openerOf(place.current, next.id) : place.current;
      if (isNowhere()) element?.focus({ preventScroll: true });
      return !isNowhere();
    };
    if (!find()) onceDrawn(find);
  }, [rows, place]);

  const keys = useMemo<ListKeys>(
    () => ({
      open: (id) => now.current.onOpen(id),
      choose: (id, isChosen, withShift) => now.current.onChoose(id, isChosen, withShift),
      fold: (id, isFolded) => now.current.onFold(id, isFolded),
      edit: setEdited,
      move: (ids) => now.current.onMove(ids),
      focus: (id) => requestAnimationFrame(() => focus(id)),
    }),
    [focus],
  );

  const walk = useCallback(
    (by: 1 | -1) => {
      const { rows: all } = now.current;
      const last = current.current;
      const from = last === undefined ? (by === 1 ? -1 : all.length) : last.at;
      for (let at = from + by; at >= 0 && at < all.length; at += by) {
        const row = all[at]!;
        if (!isTask(row)) continue;
        focus(row.id);
        return;
      }
      if (last !== undefined) focus(last.id);
    },
    [focus],
  );

  const onKeyDown = useCallback(
    (event: KeyboardEvent) => {
      const { target, key } = event;
      if (!(target instanceof HTMLElement) || isField(target)) return;
      const id = target.closest<HTMLElement>("[data-id]")?.dataset["id"];
      if (id === undefined || event.ctrlKey || event.metaKey) return;
      const row = now.current.rows.find((one) => one.id === id);
      const act = event.altKey ? movedBy(acts, id, key) : undefined;
      if (act) {
        if (!event.shiftKey) act();
        keys.focus(id);
      } else if (event.altKey) return;
      else if (key === "ArrowDown" || key === "ArrowUp") {
        if (event.shiftKey) now.current.onChoose(id, true, false);
        walk(key === "ArrowDown" ? 1 : -1);
        if (event.shiftKey && current.current)
          now.current.onChoose(current.current.id, true, false);
      } else if (key === "ArrowRight" || key === "ArrowLeft") {
        if (row?.kind === "task" && row.children > 0) now.current.onFold(id, key === "ArrowLeft");
      } else if (key === "Delete" || key === "Backspace") acts.remove([id]);
      else return;
      event.preventDefault();
    },
    [acts, keys, walk],
  );

  const onFocus = useCallback(({ target }: { target: EventTarget }) => {
    const id =
      target instanceof HTMLElement
        ? target.closest<HTMLElement>("[data-id]")?.dataset["id"]
        : undefined;
    if (id === undefined) return;
    const at = now.current.rows.findIndex((row) => row.id === id);
    current.current = { id, at };
    hasFocus.current = true;
  }, []);
  // Not told of what is taken out of the page with the focus in it.
  const onBlur = useCallback(() => {
    hasFocus.current = false;
  }, []);

  const back = useCallback(() => {
    requestAnimationFrame(() => {
      const { rows: all, place: list } = now.current;
      const last = current.current ?? { id: "", at: 0 };
      const at = all.findIndex(({ id }) => id === last.id);
      const from = at === -1 ? last.at : at;
      const next = all.slice(from).find(isTask) ?? all.slice(0, from).findLast(isTask);
      if (next) focus(next.id);
      else list.current?.focus({ preventScroll: true });
    });
  }, [focus]);

  const currentId = useCallback(() => current.current?.id, []);
  return { keys, edited, current: currentId, back, walk, onKeyDown, onFocus, onBlur };
}

function openerOf(place: HTMLElement | null, id: string): HTMLElement | null | undefined {
  return place?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"] .task-opener`);
}

function hasIt(element: HTMLElement | null | undefined): boolean {
  return element !== null && element === document.activeElement;
}

function isNowhere(): boolean {
  const { activeElement } = document;
  return activeElement === document.body || activeElement === null;
}

/** What is new in the page, or comes into sight, takes a few frames until it can have the focus. */
function onceDrawn(find: () => boolean): void {
  let tries = 0;
  const again = () => {
    tries += 1;
    if (!find() && tries < 10) requestAnimationFrame(again);
  };
  requestAnimationFrame(again);
}

type Mover = { step(id: string, by: 1 | -1): boolean; indent(id: string, by: 1 | -1): boolean };

function movedBy(acts: Mover, id: string, key: string): (() => boolean) | undefined {
  if (key === "ArrowUp") return () => acts.step(id, -1);
  if (key === "ArrowDown") return () => acts.step(id, 1);
  if (key === "ArrowRight") return () => acts.indent(id, 1);
  if (key === "ArrowLeft") return () => acts.indent(id, -1);
  return undefined;
}
