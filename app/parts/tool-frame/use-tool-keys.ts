import { useEffect, useRef } from "react";
import { isSingleKey } from "#app/ui/single-key.ts";
import { putToolKeys } from "#app/ui/tool-shortcuts.ts";
import { isField } from "./is-field.ts";
import type { ToolShortcut } from "#app/ui/tool-shortcuts.ts";

/** After `g` the next letter belongs to the whole site. */
const leaderMs = 1500;
/** Who types pauses no longer between two letters. */
const typingMs = 1000;
/** What stands in front of a panel, and Esc is for first. */
const lists = ".mantine-Popover-dropdown,:modal,:popover-open,.mantine-Modal-content";

/**
 * The tool's own keys come before the site's: `/` is its search where it has one. Esc closes the panel unless something
 * in front of it takes the key.
 */
export function useToolKeys(
  tool: string,
  shortcuts: readonly ToolShortcut[],
  closePanel: (() => void) | undefined,
): void {
  const now = useRef({ shortcuts, closePanel });
  useEffect(() => {
    now.current = { shortcuts, closePanel };
    return putToolKeys({ tool, shortcuts });
  }, [tool, shortcuts, closePanel]);

  useEffect(() => {
    // Looked at before a list closes itself at the same key.
    let hadList = false;
    const look = () => {
      hadList = [...document.querySelectorAll(lists)].some((list) => list.checkVisibility());
    };
    let leaderAt = -Infinity;
    // A field may be taken from under somebody's hands: what they type on is for nobody.
    let typed: { in: Element; at: number } | undefined;
    const isTypedOn = ({ target, key, timeStamp, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      if (isField(target)) {
        typed = key.length === 1 ? { in: target as Element, at: timeStamp } : undefined;
        return false;
      }
      if (!typed || typed.in.isConnected || timeStamp - typed.at >= typingMs) return false;
      if (key.length !== 1 || ctrlKey || metaKey || altKey) return false;
      typed.at = timeStamp;
      return true;
    };
    const take = (event: KeyboardEvent) => {
      if (isTypedOn(event)) event.preventDefault();
      if (!isSingleKey(event)) return;
      if (hadList) {
        // The site does not know Mantine's lists and dialogs; a letter means nothing in them.
        if (/^\S$/.test(event.key)) event.preventDefault();
        return;
      }
      const isLed = event.timeStamp - leaderAt <= leaderMs;
      leaderAt = event.key === "g" && !isLed ? event.timeStamp : -Infinity;
      if (isLed || event.repeat) return;
      const run = runOf(event.key, now.current.shortcuts);
      if (run === undefined) return;
      event.preventDefault();
      run();
    };
    const escape = (event: KeyboardEvent) => {
      const { closePanel: close } = now.current;
      if (event.key !== "Escape" || event.defaultPrevented || close === undefined) return;
      if (!hadList) close();
    };
    // The site's own listener is there already, on the way back.
    addEventListener("keydown", look, true);
    addEventListener("keydown", take, true);
    addEventListener("keydown", escape);
    return () => {
      removeEventListener("keydown", look, true);
      removeEventListener("keydown", take, true);
      removeEventListener("keydown", escape);
    };
  }, []);
}

function runOf(key: string, shortcuts: readonly ToolShortcut[]): (() => void) | undefined {
  if (key !== "/") return shortcuts.find((shortcut) => shortcut.key === key)?.run;
  const search = document.querySelector<HTMLElement>("[data-search]");
  const field = search?.matches("input") ? search : search?.querySelector<HTMLElement>("input");
  return field ? () => field.focus() : undefined;
}
