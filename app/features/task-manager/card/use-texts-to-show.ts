import type { LostText } from "#app/parts/kept-words/lost-text.ts";
import { textIn } from "#lib/boards/board-items.ts";
import { useBoardApp, useColumns, useLostTexts, useWordsVersion } from "../store/use-board.ts";
import { textsToShow } from "./keep-text.ts";

/** Of the whole board, newest first: texts that lost against others and whose words stand nowhere else. */
export function useTextsToShow(): LostText[] {
  const { records } = useBoardApp().store;
  const lost = useLostTexts();
  // They are what those stand in.
  useWordsVersion();
  useColumns();
  return textsToShow(lost, ({ kind, of, register }) => textIn(records.item(kind, of), register));
}
