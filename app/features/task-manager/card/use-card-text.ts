/** A text of a card, as its field shows and writes it. */
import { useCallback, useEffect, useMemo } from "react";
import type { Texts } from "#lib/records/texts.ts";
import { useSharedText } from "#app/parts/records/use-shared-text.ts";
import { textIn } from "#lib/boards/board-items.ts";
import { useBoardApp } from "../store/use-board.ts";
import { createKeeper } from "./keep-text.ts";
import type { Register } from "./keep-text.ts";

type CardText = { text: string; type: (text: string) => void; leave: () => void };

export function useCardText(
  card: { id: string } & Record<Register, string>,
  register: Register,
  merge?: (texts: Texts) => string | undefined,
): CardText {
  const { store, acts } = useBoardApp();
  const { id } = card;
  const keep = useMemo(() => createKeeper(store, { card: id, register }), [store, id, register]);
  const shared = useSharedText(card[register], {
    read: () => textIn(store.records.item("cards", id), register),
    write: (text) => void acts.cards.write(id, register, text),
    keep,
    merge,
  });
  const { leave } = shared;
  const left = useCallback(() => {
    leave();
    acts.settle();
  }, [leave, acts]);
  useEffect(() => () => acts.settle(), [acts]);
  return { ...shared, leave: left };
}
