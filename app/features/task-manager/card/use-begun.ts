import { useState } from "react";
import type { BoardStore } from "../store/board-store.ts";
import { useBoardApp } from "../store/use-board.ts";

const begun = new WeakMap<BoardStore, Map<string, string>>();

/**
 * What was typed to add something and is not added yet: it is there again when its field comes back, as long as the board
 * is open.
 * @param of whose field it is, such as `CARD check`; another one is another field
 */
export function useBegun(of: string): [text: string, write: (text: string) => void] {
  const { store } = useBoardApp();
  const texts = begun.get(store) ?? new Map<string, string>();
  begun.set(store, texts);
  const [text, setText] = useState(() => texts.get(of) ?? "");
  const write = (next: string) => {
    if (next === "") texts.delete(of);
    else texts.set(of, next);
    setText(next);
  };
  return [text, write];
}
