import { useLayoutEffect, useRef } from "react";
import type { RefObject } from "react";

/** The entry that was open until now; empty: none. The list takes it from there, and goes on where somebody was. */
export function useEntryFocus(opened: string): RefObject<string> {
  const last = useRef("");
  const before = useRef(opened);
  useLayoutEffect(() => {
    if (before.current !== "" && opened === "") last.current = before.current;
    before.current = opened;
  }, [opened]);
  return last;
}
