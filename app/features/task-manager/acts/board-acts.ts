/** What can be done on a board. Each act is one step of the undo stack. */
import type { Change } from "#app/live/records/records.ts";
import type { LostText } from "#app/parts/kept-words/lost-text.ts";
import { createUndoWords } from "#app/parts/undo/tell-undo.ts";
import type { UndoWords } from "#app/parts/undo/tell-undo.ts";
import type { Act, UndoStack } from "#app/parts/undo/undo-stack.ts";
import { textIn } from "#lib/boards/board-items.ts";
import type { BoardStore } from "../store/board-store.ts";
import { goneOf, setOf } from "./act-parts.ts";
import type { ActParts } from "./act-parts.ts";
import { createCardActs } from "./card-acts.ts";
import type { CardActs } from "./card-acts.ts";
import { createColumnActs } from "./column-acts.ts";
import type { ColumnActs } from "./column-acts.ts";
import { createLabelActs } from "./label-acts.ts";
import type { LabelActs } from "./label-acts.ts";
import { longest } from "./room.ts";
import { createThingActs } from "./thing-acts.ts";
import type { ThingActs } from "./thing-acts.ts";

export type BoardActs = ThingActs &
  UndoWords & {
    cards: CardActs;
    columns: ColumnActs;
    labels: LabelActs;
    /** Owners only; an empty name is none. */
    board(register: "name" | "colour" | "zone", v: string): void;
    /**
     * A text that lost against another one: the two change places, or it is let go.
     * @param held shorter ones whose words stand in it: they go with it
     */
    settleLost(lost: LostText, isUsed: boolean, held?: readonly LostText[]): void;
    /** What no act above does, such as an import: one step. */
    run: ActParts["run"];
    /** The field was left: what is typed next is another step. */
    settle(): void;
    /** Said to who listens. */
    say: ActParts["say"];
  };

type Parts = {
  store: BoardStore;
  stack: UndoStack;
  now: () => number;
  say: (text: string) => void;
};

const boardWords = {
  name: "Rename the board",
  colour: "Colour of the board",
  zone: "Time zone of the board",
};

export function createBoardActs({ store, stack, now, say }: Parts): BoardActs {
  const words = createUndoWords(stack);
  const run = (text: string, changes: readonly Change[], together?: string): Act | undefined =>
    changes.length === 0 ? undefined : stack.run(text, changes, together);
  const parts: ActParts = { store, stack, now, run, offer: words.offer, say };

  return {
    ...words,
    ...createThingActs(parts),
    cards: createCardActs(parts),
    columns: createColumnActs(parts),
    labels: createLabelActs(parts),
    board(register, v) {
      const value = register === "name" ? v.trim().slice(0, longest.board) : v;
      if (value === store.board()[register] || (register === "name" && value === "")) return;
      run(boardWords[register], [setOf("board", "board", register, { v: value })]);
    },
    settleLost({ id, kind, of, register, text }, isUsed, held = []) {
      const there = textIn(store.records.item(kind, of), register);
      const isSwapped = isUsed && there !== "" && there !== text;
      const own = isSwapped ? setOf("lost", id, "text", { v: there }) : goneOf("lost", id);
      const changes = [own, ...held.map((one) => goneOf("lost", one.id))];
      if (isUsed) changes.unshift(setOf(kind, of, register, { v: text }));
      const act = run(isUsed ? "Use an earlier text" : "Let an earlier text go", changes);
      words.offer(isUsed ? "The earlier text is used." : "The earlier text is let go.", act);
    },
    run,
    settle: () => stack.settle(),
    say,
  };
}
