/** What pointers and keys do in a list of files. One listener for all rows: of thousands each would have its own. */
import { useCallback, useLayoutEffect, useMemo, useRef } from "react";
import type { KeyboardEvent, MouseEvent, PointerEvent, RefObject } from "react";
import type { WindowVirtualizerHandle } from "virtua";
import { isField } from "#app/parts/tool-frame/is-field.ts";
import type { DriveNode } from "#lib/drive/node.ts";
import {
  type Selection,
  chooseAll,
  chooseOne,
  chooseTo,
  goTo,
  nothingChosen,
  stepOf,
  toggle,
} from "../selection.ts";

export type ListHandle = {
  /** Scrolls to it and gives it the focus. */
  focus(id: string): void;
};

export type ListControl = {
  /** In the order shown. */
  nodes: readonly DriveNode[];
  selection: Selection;
  onSelection: (selection: Selection) => void;
  /** The id of what has its name changed. */
  renaming: string | undefined;
  onRenaming: (id: string | undefined) => void;
  onOpen: (node: DriveNode) => void;
  /** @param at where its menu opens; by touch it is chosen for its menu alone */
  onMenu: (node: DriveNode, at: { x: number; y: number; isByTouch?: boolean }) => void;
  /** Undefined: nothing can be changed here. */
  onTrash: ((nodes: readonly DriveNode[]) => void) | undefined;
};

type Place = {
  place: RefObject<HTMLDivElement | null>;
  virtual: RefObject<WindowVirtualizerHandle | null>;
  columns: number;
};

const longPressMs = 500;
/** A finger that moves more scrolls. */
const tolerancePx = 10;

export function useListControl(props: ListControl, { place, virtual, columns }: Place) {
  const now = useRef({ ...props, columns });
  useLayoutEffect(() => {
    now.current = { ...props, columns };
  });
  const press = useRef<{ timer: number; x: number; y: number; isLong: boolean }>(undefined);

  /** What the first click of a double one has chosen. */
  const clicked = useRef<string>(undefined);

  /** Scrolls to it. The list itself has the focus: rows come and go. */
  const show = useCallback(
    (id: string) => {
      const index = now.current.nodes.findIndex((node) => node.id === id);
      if (index === -1) return;
      let tries = 0;
      const find = () => {
        const row = place.current?.querySelector(`[data-id="${id}"]`);
        if (row) {
          row.scrollIntoView({ block: "nearest" });
          return;
        }
        if (tries === 0) {
          const line = Math.floor(index / now.current.columns);
          virtual.current?.scrollToIndex(line, { align: "nearest" });
        }
        tries += 1;
        // What comes into sight takes a few frames.
        if (tries < 15) requestAnimationFrame(find);
      };
      find();
    },
    [place, virtual],
  );
  const focus = useCallback(
    (id: string) => {
      place.current?.focus({ preventScroll: true });
      show(id);
    },
    [place, show],
  );

  const nodeAt = (target: EventTarget | null): DriveNode | undefined => {
    const id =
      target instanceof Element ? target.closest<HTMLElement>("[data-id]")?.dataset["id"] : "";
    return now.current.nodes.find((node) => node.id === id);
  };

  const listeners = useMemo(() => {
    const order = () => now.current.nodes.map(({ id }) => id);
    const choose = (selection: Selection) => now.current.onSelection(selection);

    function onClick(event: MouseEvent): void {
      const target = event.target as Element;
      if (event.detail < 2) clicked.current = undefined;
      if (target.closest(".drive-rename")) return;
      const { selection, onOpen, onMenu } = now.current;
      if (target.matches("[data-all]")) {
        const isAll = selection.ids.size >= now.current.nodes.length;
        choose(isAll ? nothingChosen : chooseAll(selection, order()));
        return;
      }
      const node = nodeAt(target);
      if (!node) return;
      if (press.current?.isLong) {
        press.current = undefined;
        event.preventDefault();
        return;
      }
      const isTouch = (event.nativeEvent as { pointerType?: string }).pointerType === "touch";
      if (!target.closest(".drive-more-button")) place.current?.focus({ preventScroll: true });
      if (target.closest(".drive-more-button")) {
        const box = target.closest(".drive-more-button")!.getBoundingClientRect();
        const isNew = !selection.ids.has(node.id);
        if (isNew) choose(chooseOne(node.id));
        onMenu(node, { x: box.right, y: box.bottom, isByTouch: isNew && isTouch });
        return;
      }
      if (event.shiftKey) {
        event.preventDefault();
        choose(chooseTo(selection, node.id, order(), event.ctrlKey || event.metaKey));
        return;
      }
      const isBox = target.matches("input[type=checkbox]");
      if (event.ctrlKey || event.metaKey || isBox) {
        if (!isBox) event.preventDefault();
        choose(toggle(selection, node.id));
        return;
      }
      if (isTouch && selection.ids.size > 0) {
        event.preventDefault();
        choose(toggle(selection, node.id));
        return;
      }
      if (isTouch || target.closest(".drive-open")) {
        event.preventDefault();
        // The first click has opened it: the second one would open what stands in its place by then.
        if (event.detail > 1) return;
        now.current.onSelection(goTo(nothingChosen, node.id));
        onOpen(node);
        return;
      }
      choose(chooseOne(node.id));
      if (event.detail < 2) clicked.current = node.id;
    }

    function onDoubleClick(event: MouseEvent): void {
      const target = event.target as Element;
      if (target.closest("input, button, .drive-rename") || event.ctrlKey || event.shiftKey) return;
      const node = nodeAt(target);
      if (node && node.id === clicked.current) now.current.onOpen(node);
    }

    function onContextMenu(event: MouseEvent): void {
      const node = nodeAt(event.target);
      if (!node || (event.target as Element).closest(".drive-rename")) return;
      // A long press is told so, too: it chooses.
      event.preventDefault();
      if (press.current) return;
      if (!now.current.selection.ids.has(node.id)) choose(chooseOne(node.id));
      const at = { x: event.clientX, y: event.clientY };
      const open = () => now.current.onMenu(node, at);
      // Some systems tell it as the button goes down: letting go of it would close what is open by then.
      if (event.buttons === 0) open();
      else addEventListener("pointerup", open, { once: true });
    }

    function onPointerDown(event: PointerEvent): void {
      clearTimeout(press.current?.timer);
      press.current = undefined;
      if (event.pointerType !== "touch") return;
      const node = nodeAt(event.target);
      if (!node || (event.target as Element).closest("input, button")) return;
      const timer = window.setTimeout(() => {
        if (press.current) press.current.isLong = true;
        choose(toggle(now.current.selection, node.id));
      }, longPressMs);
      press.current = { timer, x: event.clientX, y: event.clientY, isLong: false };
    }

    function onPointerMove({ clientX, clientY }: PointerEvent): void {
      const { current } = press;
      if (!current || current.isLong) return;
      if (Math.hypot(clientX - current.x, clientY - current.y) > tolerancePx) onPointerCancel();
    }

    function onPointerUp(): void {
      clearTimeout(press.current?.timer);
      if (!press.current?.isLong) press.current = undefined;
    }

    function onPointerCancel(): void {
      clearTimeout(press.current?.timer);
      press.current = undefined;
    }

    function onKeyDown(event: KeyboardEvent): void {
      if (isField(event.target) || event.altKey || event.defaultPrevented) return;
      // Those of the head have keys of their own.
      if ((event.target as Element).closest("button")) return;
      const { nodes, selection } = now.current;
      const isCtrl = event.ctrlKey || event.metaKey;
      const { key } = event;
      if (isCtrl && key.toLowerCase() === "a") choose(chooseAll(selection, order()));
      else if (key === "Escape" && selection.ids.size > 0) {
        choose({ ...nothingChosen, at: selection.at });
      } else if (!keyOnRow(event, nodes, selection, isCtrl)) return;
      event.preventDefault();
    }

    function keyOnRow(
      event: KeyboardEvent,
      nodes: readonly DriveNode[],
      selection: Selection,
      isCtrl: boolean,
    ): boolean {
      const { key, shiftKey } = event;
      const index = nodes.findIndex(({ id }) => id === selection.at);
      const node = nodes[index];
      if (isCtrl && /^[a-z]$/i.test(key)) return false;
      const shape = { length: nodes.length, columns: now.current.columns, page: 10 };
      const to = stepOf(key, index, shape);
      const next = to === undefined ? undefined : nodes[to];
      if (next) {
        if (shiftKey) choose(chooseTo(selection, next.id, order(), isCtrl));
        else if (isCtrl) choose({ ...selection, at: next.id });
        else choose(chooseOne(next.id));
        show(next.id);
        return true;
      }
      if (!node) return false;
      if (key === " ") choose(toggle(selection, node.id));
      else if (key === "Enter") now.current.onOpen(node);
      else if (key === "F2") now.current.onRenaming(node.id);
      else if ((key === "Delete" || key === "Backspace") && now.current.onTrash) {
        now.current.onTrash(chosenOr(nodes, selection, node));
      } else if (key === "ContextMenu" || (key === "F10" && shiftKey)) {
        const row = place.current?.querySelector(`[data-id="${node.id}"]`);
        const box = (row ?? place.current)?.getBoundingClientRect();
        if (!selection.ids.has(node.id)) choose(chooseOne(node.id));
        now.current.onMenu(node, { x: (box?.left ?? 0) + 48, y: box?.bottom ?? 0 });
      } else return false;
      return true;
    }

    return {
      onClick,
      onDoubleClick,
      onContextMenu,
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel,
      onKeyDown,
    };
  }, [place, show]);

  const onRenamed = useCallback(
    (isBack: boolean) => {
      const id = now.current.renaming;
      const { activeElement } = document;
      // Who went on elsewhere is left there. Before the field goes: it would take the focus with it.
      const isHere = activeElement === document.body || activeElement?.closest(".drive-rename");
      if (isBack && isHere && id !== undefined) focus(id);
      now.current.onRenaming(undefined);
    },
    [focus],
  );

  // Where the keyboard was is gone: it goes on with what stands in its place.
  const last = useRef({ id: "", index: 0 });
  const { nodes, selection } = props;
  useLayoutEffect(() => {
    const index = nodes.findIndex(({ id }) => id === selection.at);
    if (index !== -1) {
      last.current = { id: selection.at ?? "", index };
      return;
    }
    if (selection.at === undefined || selection.at !== last.current.id) return;
    const next = nodes[Math.min(last.current.index, nodes.length - 1)];
    now.current.onSelection(next ? goTo(nothingChosen, next.id) : nothingChosen);
  }, [nodes, selection.at]);

  const handle = useMemo<ListHandle>(() => ({ focus }), [focus]);
  return { handle, listeners, onRenamed };
}

/** What is chosen where it is one of it, else it alone. */
export function chosenOr(
  nodes: readonly DriveNode[],
  { ids }: Selection,
  node: DriveNode,
): readonly DriveNode[] {
  return ids.has(node.id) ? nodes.filter(({ id }) => ids.has(id)) : [node];
}
