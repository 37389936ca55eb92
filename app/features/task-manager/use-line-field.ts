import { useEffect, useState } from "react";
import { randomId } from "#app/live/random-id.ts";
import { textIn } from "#lib/boards/board-items.ts";
import { madeOf } from "./acts/act-parts.ts";
import { createLine } from "./line-field.ts";
import { useBoardApp } from "./store/use-board.ts";

type Of = {
  kind: "cards" | "checks" | "columns";
  id: string;
  register: "title" | "name";
  /** What stands there, as it is drawn. */
  shown: string;
};

/**
 * The field of a line of an item; see line-field.ts.
 * @param write returns false where the item is not there any more
 * @returns `typed` is undefined until somebody types: so long the field has what stands there
 */
export function useLineField(
  { kind, id, register, shown }: Of,
  write: (text: string) => boolean,
): { typed: string | undefined; type: (text: string) => void; leave: (isKept: boolean) => void } {
  const { store, acts } = useBoardApp();
  const parts = {
    shown,
    read: () => textIn(store.records.item(kind, id), register),
    write,
    keep(text: string) {
      const of = { v: `${kind}/${id}/${register}` };
      // The outbox says by itself what it cannot keep.
      void store.records
        .change(madeOf("lost", randomId(), { of, text: { v: text } }))
        .catch(() => {});
    },
  };
  const [line] = useState(() => createLine(parts));
  const [typed, setTyped] = useState<string>();
  useEffect(() => line.use(parts));
  // The panel may close, and somebody may move or delete the item, while its field is open.
  useEffect(() => () => line.leave(true), [line]);
  return {
    typed,
    type(text) {
      line.type(text);
      setTyped(text);
    },
    leave(isKept) {
      line.leave(isKept);
      setTyped(undefined);
      acts.settle();
    },
  };
}
