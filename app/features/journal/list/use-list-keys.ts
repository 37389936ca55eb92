/** The arrows, `j` and `k`: one row is the current one, where the focus is or was. */
import { useCallback, useLayoutEffect, useMemo, useRef } from "react";
import type { KeyboardEvent, RefObject } from "react";
import type { VirtualizerHandle } from "virtua";
import { isField } from "#app/parts/tool-frame/is-field.ts";
import type { ListHandle } from "../keys.ts";
import { useJournal } from "../store/journal-context.ts";
import type { Row } from "./rows.ts";

type Options = {
  rows: readonly Row[];
  place: RefObject<HTMLElement | null>;
  virtual: RefObject<Pick<VirtualizerHandle, "scrollToIndex"> | null>;
};

export function useListKeys(options: Options): {
  handle: ListHandle;
  onKeyDown: (event: KeyboardEvent) => void;
  onFocus: (event: { target: EventTarget }) => void;
} {
  const { acts } = useJournal();
  const now = useRef(options);
  const current = useRef<{ key: string; at: number }>(undefined);
  useLayoutEffect(() => {
    now.current = options;
  });

  const focus = useCallback((key: string) => {
    const at = now.current.rows.findIndex((row) => row.key === key);
    if (at === -1) return;
    current.current = { key, at };
    const find = () => {
      // It has gone on meanwhile.
      if (current.current?.key !== key) return true;
      const opener = openerOf(now.current.place.current, key);
      opener?.focus({ preventScroll: true });
      opener?.closest("[data-key]")?.scrollIntoView({ block: "nearest" });
      return opener !== undefined && opener !== null && opener === document.activeElement;
    };
    if (find()) return;
    now.current.virtual.current?.scrollToIndex(at, { align: "center" });
    onceDrawn(find);
  }, []);

  const show = useCallback((key: string) => {
    const at = now.current.rows.findIndex((row) => row.key === key);
    // On a narrow screen the entry is in its place.
    if (at === -1 || !now.current.place.current?.checkVisibility()) return;
    const find = () => {
      const row = openerOf(now.current.place.current, key)?.closest("[data-key]");
      row?.scrollIntoView({ block: "nearest" });
      return row !== null && row !== undefined;
    };
    if (find()) return;
    now.current.virtual.current?.scrollToIndex(at, { align: "center" });
    onceDrawn(find);
  }, []);

  const walk = useCallback(
    (by: 1 | -1) => {
      const { rows } = now.current;
      const last = current.current;
      const there = last === undefined ? -1 : rows.findIndex(({ key }) => key === last.key);
      const from =
        last === undefined ? (by === 1 ? -1 : rows.length) : there === -1 ? last.at : there;
      for (let at = from + by; at >= 0 && at < rows.length; at += by) {
        const row = rows[at]!;
        if (row.kind !== "entry") continue;
        focus(row.key);
        return;
      }
      if (last !== undefined) focus(last.key);
    },
    [focus],
  );

  const onKeyDown = useCallback(
    (event: KeyboardEvent) => {
      const { target, key } = event;
      if (!(target instanceof HTMLElement) || isField(target)) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const of = target.closest<HTMLElement>("[data-key]")?.dataset["key"];
      if (of === undefined) return;
      if (key === "ArrowDown" || key === "ArrowUp") walk(key === "ArrowDown" ? 1 : -1);
      else if (key === "Backspace") acts.entries.remove([of]);
      else return;
      event.preventDefault();
    },
    [acts, walk],
  );

  const onFocus = useCallback(({ target }: { target: EventTarget }) => {
    const key =
      target instanceof HTMLElement
        ? target.closest<HTMLElement>("[data-key]")?.dataset["key"]
        : undefined;
    if (key === undefined) return;
    current.current = { key, at: now.current.rows.findIndex((row) => row.key === key) };
  }, []);

  const { rows, place } = options;
  // What had the focus is deleted: it goes to what stands there now.
  useLayoutEffect(() => {
    const last = current.current;
    if (last === undefined || rows.some(({ key }) => key === last.key)) return;
    const isNowhere = document.activeElement === document.body;
    const next =
      rows.slice(last.at).find(({ kind }) => kind === "entry") ??
      rows.slice(0, last.at).findLast(({ kind }) => kind === "entry");
    current.current = undefined;
    if (!isNowhere) return;
    if (next) focus(next.key);
    else place.current?.focus({ preventScroll: true });
  }, [rows, place, focus]);

  const handle = useMemo<ListHandle>(
    () => ({
      walk,
      show,
      focus: (key) =>
        requestAnimationFrame(() => {
          focus(key);
          // What is drawn for another place of the page goes once more, with the focus.
          onceDrawn(() => {
            const isLost = document.activeElement === document.body;
            if (isLost && current.current?.key === key) focus(key);
            return false;
          });
        }),
      current: () => current.current?.key,
    }),
    [walk, show, focus],
  );
  return { handle, onKeyDown, onFocus };
}

function openerOf(place: HTMLElement | null, key: string): HTMLElement | null | undefined {
  return place?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"] .entry-opener`);
}

/** What comes into sight takes a few frames until it can have the focus. */
function onceDrawn(find: () => boolean): void {
  let tries = 0;
  const again = () => {
    tries += 1;
    if (!find() && tries < 10) requestAnimationFrame(again);
  };
  requestAnimationFrame(again);
}
